/* SPDX-License-Identifier: MIT */
/* Histograms, drawn in the terminal and as SVG. */
#ifndef LOYD_CLI_HISTOGRAM_H
#define LOYD_CLI_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#include "cli/out.h"

/*
 * A bar for each value first..first+n-1 on stdout, with its count; the
 * longest takes the width that is left.
 */
void histogram_draw(const struct terminal *screen, unsigned first,
                    const uint64_t *counts, size_t n);

/* Lengths first..first+n-1, counts[i] puzzles of length first+i. */
struct histogram {
    char title[32];
    char note[96];
    unsigned first;
    const uint64_t *counts;
    size_t n;
    double mean;
};

/*
 * One SVG picture of n of them, 1 or more, whole or not at all. Returns an
 * exit code, after a complaint.
 */
int histograms_write(const char *path, const struct histogram *histograms,
                     size_t n);

#endif
