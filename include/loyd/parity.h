/* SPDX-License-Identifier: MIT */
/* Solvability. */
#ifndef LOYD_PARITY_H
#define LOYD_PARITY_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Computes whether legal moves lead from `start` to `goal`.
 *
 *   start, goal  any two boards; they are checked first.
 *   solvable     written on LOYD_OK.
 *
 * A move is one transposition of labels and one step of the blank, so the
 * parity of the permutation that takes start to goal must equal the parity of
 * the blank's taxicab distance. As both sides are at least 2, this is also
 * sufficient, for every goal.
 *   [Johnson and Story, "Notes on the '15' puzzle", Amer. J. Math. 2 (1879)]
 *   [Wilson, "Graph puzzles, homotopy, and the alternating group", J. Comb.
 *    Theory B 16 (1974)]
 *
 * O(n), no allocation, safe from any thread.
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL (an invalid board), LOYD_E_SHAPE (sizes
 * differ), LOYD_E_LABELS (labels differ).
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_solvable(const loyd_board *start,
                                               const loyd_board *goal,
                                               bool *solvable, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
