/* SPDX-License-Identifier: MIT */
/* Lengths among those of their class, beside loyd/distribution.h. */
#ifndef LOYD_RATE_LENGTHS_H
#define LOYD_RATE_LENGTHS_H

#include "loyd/distribution.h"
#include "loyd/layout.h"

/*
 * Is the percentile of an optimal length inside? Computed in whole numbers,
 * so that a length exactly on a bound is on one side everywhere. O(stm), any
 * thread.
 */
bool percentiles_have(const loyd_percentiles *percentiles,
                      const loyd_distribution *distribution, unsigned stm);

/*
 * How many of distribution->total have an optimum of first..last. O(radius),
 * any thread.
 */
uint64_t distribution_count(const loyd_distribution *distribution,
                            unsigned first, unsigned last);

/*
 * Up to so many moves from the goal, states are so rare, and so few, that
 * loyd_target_method enumerates them: 22 on a 4x4 with the goal's blank in a
 * corner. 0 beyond LOYD_EXACT_CELLS cells. Any thread.
 */
unsigned target_near(const loyd_layout *layout);

#endif
