/* SPDX-License-Identifier: MIT */
/* The filter of a command's options. */
#ifndef LOYD_CLI_FILTER_H
#define LOYD_CLI_FILTER_H

#include "cli/id_list.h"

/*
 * Calls `act` with the filter of the options of a run, whose catalogue is
 * open; ids of --in and --not-in that are not in it are counted in a note.
 * Returns an exit code, after a message.
 */
int filter_with(struct run *run,
                int (*act)(struct run *run, const loyd_filter *filter));

#endif
