/* SPDX-License-Identifier: MIT */
/* Distributions of the lengths of a class, percentiles, bands (named ranges of
 * percentiles, such as "hard"), and samples of large classes. */
#ifndef LOYD_BAND_H
#define LOYD_BAND_H

#include "loyd/class.h"
#include "loyd/generate.h"
#include "loyd/moves.h"
#include "loyd/solve.h"

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
    bool is_open;          /* a class has values above `radius`, all of which
                              have the percentile 100: mlc */
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
 * Computes the lengths *first..*last whose percentiles are in the range, at
 * least 1. If the distribution is_open, a range that includes 100 ends at
 * LOYD_LENGTH_MAX - 1. Returns false and writes nothing if there are none.
 * O(radius), safe from any thread.
 */
LOYD_API bool
loyd_percentiles_lengths(const loyd_range *percentiles,
                         const loyd_distribution *distribution,
                         uint16_t *first, uint16_t *last);

#define LOYD_BANDS_MAX 16
#define LOYD_BAND_NAME 33 /* 1..32 characters of a-z 0-9 -, and a NUL */

typedef struct loyd_band {
    char name[LOYD_BAND_NAME];
    loyd_range percentiles;
} loyd_band;

/*
 * Bands in ascending order that cover 0..100 without gaps or overlaps, so
 * that every length of every class is in exactly one band. Each catalogue has
 * its own bands: loyd_store_bands. Those of a new one are easy 0..1, medium
 * 1..25, hard 25..90, expert 90..100. On a 4x4 with the goal's blank in a
 * corner these are the lengths up to 39, 40-49, 50-59, and 60 and over.
 */
typedef struct loyd_bands {
    unsigned n; /* 1..LOYD_BANDS_MAX */
    loyd_band band[LOYD_BANDS_MAX];
} loyd_bands;

/*
 * Returns the band of an optimal length in a class, borrowed from `bands`,
 * which must be valid; NULL: those of a new catalogue. O(radius), safe from
 * any thread.
 */
LOYD_API const loyd_band *
loyd_bands_of(const loyd_bands *bands, const loyd_distribution *distribution,
              unsigned stm);

/*
 * The estimates (upper ends that an effort found) and the mlc (see
 * LOYD_TARGET_MLC) of boards of a class that were drawn uniformly. Both are
 * distributions, so that the functions above apply; their width, height and
 * blank are the class.
 */
typedef struct loyd_sample {
    const char *series; /* the boards' recipe up to the last ~; the indices
                           are 0, 1, ... */
    loyd_effort effort;
    unsigned version;   /* of the effort; of estimates with the same version */
    loyd_distribution estimates;
    loyd_distribution mlc;
} loyd_sample;

#define LOYD_SAMPLE_BOARDS_MIN 100 /* percentiles of fewer mean little */
#define LOYD_SAMPLE_BOARDS_MAX 1000000
#define LOYD_SAMPLE_BOARDS 2000 /* of the samples that are built in */

#ifdef __cplusplus
}
#endif
#endif
