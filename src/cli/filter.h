/* SPDX-License-Identifier: MIT */
/* The filter of a command's options. */
#ifndef LOYD_CLI_FILTER_H
#define LOYD_CLI_FILTER_H

#include "cli/id_list.h"

/* The ids of --in and --not-in. */
struct filter_lists {
    struct id_list ids;
    struct id_list excluded;
};

/*
 * Builds the filter of the options of `run`, whose catalogue is open; ids of
 * --in and --not-in that are not in it are counted in a note. The filter
 * borrows from the options and from `lists`, which the caller frees, also
 * after errors. Returns an exit code, after a message.
 */
int filter_make(const struct run *run, struct filter_lists *lists,
                loyd_filter *filter);

void filter_lists_free(struct filter_lists *lists);

/* Calls `act` with the filter of a run, which is freed then. Returns an exit
   code, after a message. */
int filter_with(struct run *run,
                int (*act)(struct run *run, const loyd_filter *filter));

#endif
