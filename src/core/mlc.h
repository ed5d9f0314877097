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

/* Returns the value of a start with these cells; see loyd_mlc. */
unsigned mlc_of(const struct mlc *m, const uint8_t *cells);

#endif
