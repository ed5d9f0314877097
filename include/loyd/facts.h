/* SPDX-License-Identifier: MIT */
/* What can be counted on a board without a search. */
#ifndef LOYD_FACTS_H
#define LOYD_FACTS_H

#include "loyd/puzzle.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct loyd_facts {
    /* The sum of the tiles' taxicab distances from their goal cells. No
       solution has fewer moves. */
    unsigned manhattan;
    /* The tiles that must leave their line to let others pass: in each row
       and column, of the tiles that are in the line of their goal cell, all
       but a longest subsequence in the order of the goal. Each needs two moves
       more: manhattan + 2 * linear_conflicts is the mlc of recipes. */
    unsigned linear_conflicts;
    /* The pairs of tiles whose order, row by row without the blank, is not
       that of the goal. For the goal `rows` these are the inversions of the
       labels. */
    unsigned inversions;
    /* The tiles that are in their goal cells. */
    unsigned tiles_home;
} loyd_facts;

/*
 * Counts the facts of two boards.
 *
 *   puzzle  start and goal; they are checked first. The goal need not be
 *           reachable.
 *   facts   written on LOYD_OK.
 *
 * O(n^2), a few microseconds for 4x4; no allocation, safe from any thread.
 *   [Manhattan distance: Korf, "Depth-first iterative-deepening", AIJ 27
 *    (1985); linear conflicts: Hansson, Mayer, Yung, "Criticizing solutions
 *    to relaxed models yields powerful admissible heuristics", Information
 *    Sciences 63 (1992)]
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SHAPE, LOYD_E_LABELS.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_facts_of(const loyd_puzzle *puzzle, loyd_facts *facts, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
