/* SPDX-License-Identifier: MIT */
/* Solvability by each method of the articles. */
#ifndef LOYD_CORE_PARITY_H
#define LOYD_CORE_PARITY_H

#include "loyd/parity.h"

/*
 * The counts and answers of the four methods. The first two rank every tile
 * by its place in the goal, row by row without the blank, so that they apply
 * to any goal; for the goal `rows` the ranks are the labels.
 */
struct parity {
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
};

/*
 * Computes solvability by each method of the articles.
 *
 * O(n^2), no allocation, safe from any thread. Errors: as loyd_solvable.
 */
loyd_err parity_explain(const loyd_board *start, const loyd_board *goal,
                        struct parity *parity, loyd_why *why);

#endif
