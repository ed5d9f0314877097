/* SPDX-License-Identifier: MIT */
/* Solvability by the formulas of the articles. */
#ifndef LOYD_CORE_PARITY_H
#define LOYD_CORE_PARITY_H

#include "loyd/puzzle.h"

/*
 * The formulas in use, each of which compares the parity of a number of the
 * start with that of the goal (docs/solvability.md). Rows of the blank count
 * only on boards of even width.
 */
enum formula_kind {
    /* Inversions row by row, and the blank's row from below, from 1. */
    FORMULA_UNIVERSAL = 0,
    /* Inversions along the goal's path, which visits its cells in the order
       of their labels; the blank's distance along the path, and its steps. */
    FORMULA_PATH,
    /* Larger labels before each label, and the blank's row from above, from
       0. Only for goals in ascending rows with the blank last. */
    FORMULA_DISORDER,
    /* Smaller labels after each label, once the blank has slid right, then
       down to the last cell. Only for the same goals. */
    FORMULA_RANKS,
    /* Swaps of two labels, blank included, and the blank's steps. */
    FORMULA_TRANSPOSITIONS,
    /* Cycles of even length, and the blank's steps. */
    FORMULA_CYCLES,
    FORMULA_COUNT_
};

/*
 * A formula with its numbers for a start and a goal. The start is solvable if
 * count + blank and goal are both even or both odd. If the formula does not
 * apply, the numbers are those that it would give nevertheless.
 */
struct formula {
    const char *name;    /* "universal rule", "disorder" and so on: static */
    const char *why_not; /* why it does not apply, static; NULL: it applies */
    unsigned count;      /* of the start */
    unsigned blank;      /* what the blank of the start adds */
    unsigned goal;       /* of the goal, with its blank */
    bool is_solvable;    /* what the three numbers say */
};

/*
 * Computes all formulas. Those that apply agree with loyd_solvable.
 *
 *   formulas  all written on LOYD_OK, by kind.
 *
 * O(n^2), no allocation, safe from any thread. Errors: LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS.
 */
loyd_err formulas_of(const loyd_board *start, const loyd_board *goal,
                     struct formula formulas[FORMULA_COUNT_], loyd_why *why);

/* A swap of the labels of two cells. */
struct swap {
    uint8_t cell[2];  /* the first one is correct afterwards */
    uint8_t label[2]; /* what the cells hold before the swap */
};

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
loyd_err swaps_of(const loyd_board *start, const loyd_board *goal,
                  struct swap swaps[LOYD_CELLS_MAX], size_t *n, loyd_why *why);

#endif
