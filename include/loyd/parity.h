/* SPDX-License-Identifier: MIT */
/* Can it be solved? The universal rule, and the articles' four methods. */
#ifndef LOYD_PARITY_H
#define LOYD_PARITY_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Can `start` be turned into `goal` by legal moves?
 *
 *   start, goal  any two boards; they are checked first.
 *   solvable     written on LOYD_OK.
 *
 * A move is one transposition of labels and one step of the blank, so the
 * sign of the permutation that takes start to goal must equal the parity of
 * the blank's taxicab distance. With both sides at least 2 that is also
 * sufficient, for every goal.
 *   [Johnson and Story, "Notes on the '15' puzzle", Amer. J. Math. 2 (1879)]
 *   [Wilson, "Graph puzzles, homotopy, and the alternating group", J. Comb.
 *    Theory B 16 (1974)]
 *
 * O(n), no allocation, safe from any thread.
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL (not a board), LOYD_E_SHAPE (sizes
 * differ), LOYD_E_LABELS (labels differ).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_solvable(const loyd_board *start, const loyd_board *goal, bool *solvable,
              loyd_why *why);

/*
 * What each method counts, and what it answers. The first two rank every
 * tile by its place in the goal, read row by row without the blank, so that
 * they hold for any goal; for the goal `rows` the ranks are the labels.
 */
typedef struct loyd_parity {
    /* Sum, over the tiles, of the smaller tiles after it. */
    unsigned rank_violations;
    /* Sum, over the tiles, of the larger tiles before it. */
    unsigned disorder;
    /* Rows between the blanks; they count where the width is even. */
    unsigned blank_rows;
    /* n less the cycles of the permutation start -> goal, blank included. */
    unsigned transpositions;
    /* Taxicab distance between the blanks. */
    unsigned blank_distance;
    /* Inversions of the labels themselves, row-major without the blank. */
    unsigned start_inversions;
    unsigned goal_inversions;
    /* The blank's row counted from below, from 1, as the articles do. */
    unsigned start_blank_row;
    unsigned goal_blank_row;
    /* The four answers; they are equal on every pair of boards. */
    bool by_rank_violations;
    bool by_disorder;
    bool by_transpositions;
    bool by_inversions;
} loyd_parity;

/*
 * The same question by each of the articles' methods.
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
