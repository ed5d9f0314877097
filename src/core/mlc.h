/* SPDX-License-Identifier: MIT */
/* Manhattan distance with linear conflicts, of many starts with one goal. */
#ifndef LOYD_CORE_MLC_H
#define LOYD_CORE_MLC_H

#include "loyd/puzzle.h"

/* The row and the column of each label in a goal. */
struct mlc {
    uint8_t width;
    uint8_t height;
    uint8_t row[LOYD_CELLS_MAX + 1];
    uint8_t column[LOYD_CELLS_MAX + 1];
};

/* Prepares a valid goal. */
void mlc_prepare(const loyd_board *goal, struct mlc *m);

/* Computes the two parts of puzzle_mlc for a start with these cells. */
void mlc_parts(const struct mlc *m, const uint8_t *cells, unsigned *manhattan,
               unsigned *conflicts);

/* Returns the value of a start with these cells; see puzzle_mlc. */
unsigned mlc_of(const struct mlc *m, const uint8_t *cells);

/*
 * Counts the tiles that must leave a line: all but a longest increasing
 * subsequence of at[0..n), their goal places in the line from the line's first
 * cell to its last. n <= LOYD_SIDE_MAX. O(n^2).
 */
unsigned mlc_leaving(const uint8_t *at, unsigned n);

/*
 * Returns the Manhattan distance of a puzzle's start, without the blank, plus
 * two for each tile that must leave its line: in each row, of the tiles whose
 * goal cells are in that row, their number minus that of the longest
 * subsequence whose goal columns increase; the same in each column. This is a
 * lower bound of the length of every solution, and its definition never
 * changes: recipes have it as a target (mlc=A..B).
 *
 * Less than a microsecond for 25 cells, safe from any thread. The puzzle must
 * be valid.
 */
unsigned puzzle_mlc(const loyd_puzzle *puzzle);

#endif
