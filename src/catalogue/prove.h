/* SPDX-License-Identifier: MIT */
/* Is a row right? Asked of the bare values, and answered in words. */
#ifndef LOYD_CATALOGUE_PROVE_H
#define LOYD_CATALOGUE_PROVE_H

#include "store/inside.h"

/*
 * NULL where the row is right, otherwise what is wrong with it: static text.
 * The values are those of RAW_GOALS, RAW_PUZZLES and RAW_RATINGS.
 *
 * Boards, packed forms, parity, classes, ids and paths are worked out here
 * once more, by other ways than where they were made: a fault in the
 * generator, the store or their checks is not repeated.
 */
const char *prove_goal(const raw_value *values);
const char *prove_puzzle(const raw_value *values);
const char *prove_search(const raw_value *values);

#endif
