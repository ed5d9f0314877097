/* SPDX-License-Identifier: MIT */
/* Internal functions on distributions; the public ones: distribution.h. */
#ifndef LOYD_RATE_LENGTHS_H
#define LOYD_RATE_LENGTHS_H

#include "loyd/band.h"
#include "loyd/layout.h"

/*
 * Returns whether the percentile of an optimal length is in the range. It is
 * computed in whole numbers, so that a length exactly on a bound is on the
 * same side on every machine. O(stm), safe from any thread.
 */
bool percentiles_have(const loyd_range *percentiles,
                      const loyd_distribution *distribution, unsigned stm);

/* Returns the percentile of an optimal length in thousandths, rounded as by
 * loyd_percentile_print. O(length), safe from any thread. */
uint32_t percentile_of(const loyd_distribution *distribution, unsigned length);

/*
 * Returns the distribution of lengths in a metric of the class of the goals of
 * width x height cells with the blank in cell `blank`, or NULL.
 */
const loyd_distribution *distribution_find(loyd_metric metric, unsigned width,
                                           unsigned height, unsigned blank);

/*
 * Returns how many of distribution->total boards have an optimum of
 * first..last. O(radius), safe from any thread.
 */
uint64_t distribution_count(const loyd_distribution *distribution,
                            unsigned first, unsigned last);

/*
 * Returns the number of moves from the goal up to which loyd_target_method
 * enumerates boards, because they are so rare and so few: 22 on a 4x4 with
 * the goal's blank in a corner. 0 beyond LOYD_EXACT_CELLS cells. Safe from any
 * thread.
 */
unsigned target_near(const loyd_layout *layout);

#endif
