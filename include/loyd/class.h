/* SPDX-License-Identifier: MIT */
/* Classes of goals, which share tables, distributions and percentiles; ranges
 * of percentiles. */
#ifndef LOYD_CLASS_H
#define LOYD_CLASS_H

#include "loyd/board.h"
#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A size and the cell of the goal's blank, up to symmetry: the longer side is
 * the width, and the blank is in the lowest cell, row by row, to which a
 * rotation or reflection of the rectangle can take it. Labels make no
 * difference, so the distances from any goal of a class are the same.
 */
typedef struct loyd_class {
    uint8_t width;  /* >= height */
    uint8_t height;
    uint8_t blank;  /* a cell, 0..width*height-1, row by row */
} loyd_class;

/*
 * Returns the class of the goals of width x height cells, each side 2..15,
 * whose blank is in cell `blank`, 0..width*height-1. O(1), safe from any
 * thread.
 */
LOYD_API loyd_class
loyd_class_of(unsigned width, unsigned height, unsigned blank);

#define LOYD_LENGTH_MAX 65535

/* Percentiles are whole numbers in thousandths of a percent. */
#define LOYD_PERCENTILE 1000
#define LOYD_PERCENTILE_MAX (100 * LOYD_PERCENTILE)

/*
 * Percentiles from low to high, low < high <= LOYD_PERCENTILE_MAX. A bound
 * belongs to the percentiles above it: low is inside, high is outside, except
 * that 100 % is inside.
 */
typedef struct loyd_range {
    uint32_t low;
    uint32_t high;
} loyd_range;

#ifdef __cplusplus
}
#endif
#endif
