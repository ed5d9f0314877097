/* SPDX-License-Identifier: MIT */
/* How the optimal lengths of a class are distributed; percentiles. */
#ifndef LOYD_DISTRIBUTION_H
#define LOYD_DISTRIBUTION_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * How many boards of a class have each optimal length. A class is a size and
 * the goal's blank cell, up to symmetry: what the tiles are called makes no
 * difference, so that all layouts of a class share one distribution.
 *
 * Exact where all states were counted; otherwise counted in a sample, drawn
 * uniformly with a seed (data/distributions.txt says which). Up to
 * LOYD_EXACT_CELLS cells every class has one.
 */
typedef struct loyd_distribution {
    uint8_t width; /* of the class: width >= height */
    uint8_t height;
    uint8_t blank;         /* its least cell, 0..width*height-1 */
    uint32_t sample;       /* boards sampled; 0: exact */
    uint16_t radius;       /* no optimum is greater; some board has it where
                              exact */
    uint64_t total;        /* boards counted, the goal left out */
    const uint64_t *count; /* [radius + 1], by length, from 0: the goal */
} loyd_distribution;

/*
 * The distribution of the class of goals of width x height cells, whichever
 * way round, with the blank in the cell `blank`; NULL where none is known,
 * which is beyond 16 cells. Static, O(1), any thread.
 *
 * Sources: complete breadth-first searches for a blank in a corner
 * (data/depths.txt); whole-state tables and samples for the others
 * (data/distributions.txt).
 */
LOYD_API const loyd_distribution *
loyd_distribution_get(unsigned width, unsigned height, unsigned blank);

/* The same of a checked goal. O(n). */
LOYD_API const loyd_distribution *loyd_distribution_of(const loyd_board *goal);

/*
 * The percentile of an optimal length: 100 * (boards with a smaller optimum
 * + half of those with the same) / all boards, the goal left out of all of
 * them. 0..100; O(stm), any thread. The next two functions round it.
 */
LOYD_API double
loyd_percentile(const loyd_distribution *distribution, unsigned stm);

/* Percentiles are kept in thousandths: 12.5 is 12500. */
#define LOYD_PERCENTILE 1000
#define LOYD_PERCENTILE_MAX (100 * LOYD_PERCENTILE)

/*
 * The percentile of an optimal length in thousandths, rounded to the nearest,
 * a half up. In whole numbers, so that it is the same on every machine: many
 * lengths lie exactly between two thousandths. O(stm), any thread.
 */
LOYD_API uint32_t
loyd_percentile_thousandths(const loyd_distribution *distribution,
                            unsigned stm);

/* Room for the text of one percentile, its closing NUL included. */
#define LOYD_PERCENTILE_TEXT 8

/*
 * Prints it with 0..3 decimals, rounded once, likewise, with a point whatever
 * the locale; returns the length.
 */
LOYD_API size_t
loyd_percentile_print(const loyd_distribution *distribution, unsigned stm,
                      unsigned decimals, char text[LOYD_PERCENTILE_TEXT]);

/*
 * The percentiles from low up to high, 0 <= low < high <= 100. A bound
 * belongs to the range above it: low is inside, high is not, but for 100.
 */
typedef struct loyd_percentiles {
    uint32_t low;
    uint32_t high;
} loyd_percentiles;

/*
 * Reads "A..B", A < B, each 0..100 with at most three decimals: "0..0.5".
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_percentiles_parse(const char *text, size_t len,
                       loyd_percentiles *percentiles, loyd_why *why);

/* Room for the text of percentiles, its closing NUL included. */
#define LOYD_PERCENTILES_TEXT 24

/* Prints them as they are read, shortest; returns the length. */
LOYD_API size_t
loyd_percentiles_print(const loyd_percentiles *percentiles,
                       char text[LOYD_PERCENTILES_TEXT]);

/*
 * The lengths whose percentile is in the range, as *first..*last; false
 * where there are none, and nothing is written. O(radius), any thread.
 */
LOYD_API bool
loyd_percentiles_lengths(const loyd_percentiles *percentiles,
                         const loyd_distribution *distribution,
                         uint16_t *first, uint16_t *last);

#ifdef __cplusplus
}
#endif
#endif
