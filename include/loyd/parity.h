/* SPDX-License-Identifier: MIT */
/* Solvability: the general rule, and the four methods of the articles. */
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
LOYD_API LOYD_NODISCARD loyd_err
loyd_solvable(const loyd_board *start, const loyd_board *goal, bool *solvable,
              loyd_why *why);

/*
 * The counts and answers of the four methods. The first two rank every tile
 * by its place in the goal, row by row without the blank, so that they apply
 * to any goal; for the goal `rows` the ranks are the labels.
 */
typedef struct loyd_parity {
    /* Sum over all tiles of the smaller tiles after each. */
    unsigned rank_violations;
    /* Sum over all tiles of the larger tiles before each. */
    unsigned disorder;
    /* Rows between the two blanks; they count if the width is even. */
    unsigned blank_rows;
    /* n minus the cycles of the permutation start -> goal, with the blank. */
    unsigned transpositions;
    /* Taxicab distance between the two blanks. */
    unsigned blank_distance;
    /* Inversions of the labels, row by row without the blank. */
    unsigned start_inversions;
    unsigned goal_inversions;
    /* The blank's row, counted from the bottom from 1, as in the articles. */
    unsigned start_blank_row;
    unsigned goal_blank_row;
    /* The four answers, which agree on every pair of boards. */
    bool by_rank_violations;
    bool by_disorder;
    bool by_transpositions;
    bool by_inversions;
} loyd_parity;

/*
 * Computes solvability by each method of the articles.
 *
 * O(n^2), no allocation, safe from any thread. Errors: as loyd_solvable.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_parity_explain(const loyd_board *start, const loyd_board *goal,
                    loyd_parity *parity, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
