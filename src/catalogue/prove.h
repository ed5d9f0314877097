/* SPDX-License-Identifier: MIT */
/* Is a row right? Asked of the bare values, and answered in words. */
#ifndef LOYD_CATALOGUE_PROVE_H
#define LOYD_CATALOGUE_PROVE_H

#include "store/inside.h"

/*
 * NULL where the row is right, otherwise what is wrong with it: static text.
 * The values are those of RAW_GOALS, RAW_PUZZLES, RAW_RATINGS and
 * RAW_CLAIMS.
 *
 * Boards, packed forms, parity, classes, ids and paths are worked out here
 * once more, by other ways than where they were made: a fault in the
 * generator, the store or their checks is not repeated.
 */
const char *prove_goal(const struct raw_value *values);
const char *prove_puzzle(const struct raw_value *values);
const char *prove_search(const struct raw_value *values);
const char *prove_claim(const struct raw_value *values);

/* Searched for every puzzle: all of so many cells, or of so many moves. */
#define SEARCHED_CELLS 9
#define SEARCHED_STM 20

/*
 * The same of the rating of RAW_PUZZLES, which prove_puzzle has found right:
 * is the optimum inside, and the path of a proven one the canonical one? Asked
 * of a plain search for at most `nodes` nodes; *is_known: it found an answer.
 */
const char *prove_optimum(const struct raw_value *values, uint64_t nodes,
                          bool *is_known);

/* How many nodes are worth it for every puzzle of such a rating. */
uint64_t prove_nodes(const struct raw_value *values);

#endif
