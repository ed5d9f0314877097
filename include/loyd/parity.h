/* SPDX-License-Identifier: MIT */
/* Solvability: the general rule, and the formulas of the articles. */
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

/*
 * The formulas in use, each of which compares the parity of a number of the
 * start with that of the goal (docs/solvability.md). Rows of the blank count
 * only on boards of even width.
 */
typedef enum loyd_formula_kind {
    /* Inversions row by row, and the blank's row from below, from 1. */
    LOYD_FORMULA_UNIVERSAL = 0,
    /* Inversions along the goal's path, which visits its cells in the order
       of their labels; the blank's distance along the path, and its steps. */
    LOYD_FORMULA_PATH,
    /* Larger labels before each label, and the blank's row from above, from
       0. Only for goals in ascending rows with the blank last. */
    LOYD_FORMULA_DISORDER,
    /* Smaller labels after each label, once the blank has slid right, then
       down to the last cell. Only for the same goals. */
    LOYD_FORMULA_RANKS,
    /* Swaps of two labels, blank included, and the blank's steps. */
    LOYD_FORMULA_TRANSPOSITIONS,
    /* Cycles of even length, and the blank's steps. */
    LOYD_FORMULA_CYCLES,
    LOYD_FORMULA_COUNT_
} loyd_formula_kind;

/*
 * A formula with its numbers for a start and a goal. The start is solvable if
 * count + blank and goal are both even or both odd. If the formula does not
 * apply, the numbers are those that it would give nevertheless.
 */
typedef struct loyd_formula {
    const char *name;    /* "universal rule", "disorder" and so on: static */
    const char *why_not; /* why it does not apply, static; NULL: it applies */
    unsigned count;      /* of the start */
    unsigned blank;      /* what the blank of the start adds */
    unsigned goal;       /* of the goal, with its blank */
    bool is_solvable;    /* what the three numbers say */
} loyd_formula;

#define LOYD_FORMULAS_MAX 16 /* more kinds than there will ever be */

/*
 * Computes all formulas. Those that apply agree with loyd_solvable.
 *
 *   formulas  all written on LOYD_OK: each at the number of its
 *             loyd_formula_kind, zeros where there is no kind.
 *
 * O(n^2), no allocation, safe from any thread. Errors: LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_formulas(const loyd_board *start, const loyd_board *goal,
              loyd_formula formulas[LOYD_FORMULAS_MAX], loyd_why *why);

/* A swap of the labels of two cells. */
typedef struct loyd_swap {
    uint8_t cell[2];  /* the first one is correct afterwards */
    uint8_t label[2]; /* what the cells hold before the swap */
} loyd_swap;

/*
 * Lists the fewest swaps that turn the start into the goal, solvable or not:
 * in the order of the cells, each gets its label from where it is.
 *
 *   swaps  room for LOYD_CELLS_MAX; written on LOYD_OK.
 *   n      their number, less than the number of cells.
 *
 * O(n), no allocation, safe from any thread. Errors: LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_swaps(const loyd_board *start, const loyd_board *goal,
           loyd_swap swaps[LOYD_CELLS_MAX], size_t *n, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
