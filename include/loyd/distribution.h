/* SPDX-License-Identifier: MIT */
/* Distributions of the optimal lengths of a class, and percentiles. */
#ifndef LOYD_DISTRIBUTION_H
#define LOYD_DISTRIBUTION_H

#include "loyd/moves.h"
#include "loyd/range.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The number of boards of a class that have each optimal length. A class is a
 * size and the goal's blank cell, up to symmetry. Labels make no difference,
 * so all layouts of a class share one distribution.
 *
 * It is exact if all states were counted; otherwise the boards of a sample
 * were counted, drawn uniformly with a seed that data/distributions.txt
 * gives. Every class of up to LOYD_EXACT_CELLS cells has a distribution.
 */
typedef struct loyd_distribution {
    uint8_t width; /* of the class: width >= height */
    uint8_t height;
    uint8_t blank;         /* its lowest cell, 0..width*height-1 */
    uint32_t sample;       /* boards sampled; 0: exact */
    uint16_t radius;       /* upper bound of all optima; if exact, some board
                              has it */
    uint64_t total;        /* boards counted, without the goal */
    const uint64_t *count; /* [radius + 1], by length, from 0: the goal */
} loyd_distribution;

/*
 * Returns the distribution of lengths in a metric of the class of a valid
 * goal; NULL if none is known, as beyond LOYD_EXACT_CELLS cells.
 * Static, O(n), safe from any thread.
 *
 * Sources: complete breadth-first searches for a blank in a corner
 * (data/depths.txt); whole-state tables and samples for the others
 * (data/distributions.txt).
 */
LOYD_API const loyd_distribution *loyd_distribution_of(const loyd_board *goal,
                                                       loyd_metric metric);

/* Room for the text of one percentile, including its NUL. */
#define LOYD_PERCENTILE_TEXT 8

/*
 * Writes the percentile of an optimal length with 0..3 decimals, with a point
 * in any locale; returns the length of the text. It is 100 * (boards with a
 * smaller optimum + half of those with the same) / all boards, where the goal
 * is not counted, rounded once, halves up. It is computed in whole numbers, so
 * that it is the same on every machine: many lengths lie exactly between two
 * thousandths. O(length), safe from any thread.
 */
LOYD_API size_t
loyd_percentile_print(const loyd_distribution *distribution, unsigned stm,
                      unsigned decimals, char text[LOYD_PERCENTILE_TEXT]);

/*
 * Computes the lengths *first..*last whose percentiles are in the range.
 * Returns false and writes nothing if there are none. O(radius), safe from
 * any thread.
 */
LOYD_API bool
loyd_percentiles_lengths(const loyd_range *percentiles,
                         const loyd_distribution *distribution,
                         uint16_t *first, uint16_t *last);

#ifdef __cplusplus
}
#endif
#endif
