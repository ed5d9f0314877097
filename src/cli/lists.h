/* SPDX-License-Identifier: MIT */
/* Channels whose puzzles come from the catalogue: their options and what
   `channel show` prints of their lists. */
#ifndef LOYD_CLI_LISTS_H
#define LOYD_CLI_LISTS_H

#include "cli/filter.h"

/* The options of such a channel: --from-catalogue, --tiers, --shuffle and
   the filters of find. */
extern const struct option_row option_from_catalogue;
extern const struct option_row option_tiers;
extern const struct option_row option_list_shuffle;

#define OPTIONS_OF_LISTS                                                      \
    &option_from_catalogue, &option_tiers, &option_list_shuffle,              \
        OPTIONS_OF_FILTERS

/* Returns whether --from-catalogue is given. */
bool lists_are_wanted(void);

/* The file of --tiers, or NULL. */
const char *lists_file(void);

/* Checks the text of --shuffle. Returns an exit code, after a message. */
int lists_check(void);

/* The tiers of a channel: of a file, or one of the options. */
struct tiers {
    loyd_tiers *file; /* NULL: the options */
    loyd_tier option;
    struct filter_lists values; /* of its filter */
    const loyd_tier *at;
    size_t n;
    const char *seed;
};

/* Reads them; the catalogue is open. The caller ends with tiers_free.
   Returns an exit code, after a message. */
int tiers_read(const struct run *run, struct tiers *tiers);
void tiers_free(struct tiers *tiers);

/* Reads a file of JSON of up to LOYD_SCHEDULE_BYTES into text, which has room
   for one byte more. Returns an exit code, after a message. */
int json_file_read(const char *path, char *text, size_t *len);

/* Prints the lists of a version. Returns an exit code, after a message. */
int lists_print(const struct run *run, const loyd_channel *channel,
                const loyd_schedule *schedule);

#endif
