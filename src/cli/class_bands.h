/* SPDX-License-Identifier: MIT */
/* How many puzzles of each class are in which band. */
#ifndef LOYD_CLI_CLASS_BANDS_H
#define LOYD_CLI_CLASS_BANDS_H

#include "cli/out.h"
#include "loyd.h"

struct class_count {
    const loyd_distribution *distribution;
    uint64_t count[LOYD_BANDS_MAX];
};

/* All zero, but for the bands, is empty. */
struct class_bands {
    loyd_bands bands;
    struct class_count *classes; /* free when done */
    size_t n;
};

/* Counts what is proven, of classes that are known; false: out of memory. */
bool class_bands_add(struct class_bands *all, const loyd_stat *stat);

/* A table on stdout; nothing where nothing was counted. */
void class_bands_print(const struct terminal *screen,
                       const struct class_bands *all);

#endif
