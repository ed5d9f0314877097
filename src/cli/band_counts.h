/* SPDX-License-Identifier: MIT */
/* Counts of proven puzzles by class and band. */
#ifndef LOYD_CLI_BAND_COUNTS_H
#define LOYD_CLI_BAND_COUNTS_H

#include "cli/command.h"

struct class_count {
    const loyd_distribution *distribution;
    uint64_t count[LOYD_BANDS_MAX];
};

/* Initially all zero, except for the bands. */
struct band_counts {
    loyd_bands bands;
    struct class_count *classes; /* free when done */
    size_t n, room;
};

/* Counts proven puzzles of known classes; false: out of memory. */
bool band_counts_add(struct band_counts *all, const loyd_stat *stat);

/* Prints a table by class and band, unless it is empty, and one by band if
   there are several classes. */
void band_counts_print(const struct terminal *screen, loyd_metric metric,
                       const struct band_counts *all);

#endif
