/* SPDX-License-Identifier: MIT */
/* The laws of formats.md on the lengths of a puzzle that need neither a path
 * nor a search. */
#ifndef LOYD_RATE_LAWS_H
#define LOYD_RATE_LAWS_H

#include <stddef.h>

#include "loyd/puzzle.h"

/* A board: home[c] is the cell to which the tile in cell c belongs. */
struct plain_board {
    unsigned width;
    unsigned height;
    unsigned blank; /* its cell */
    uint8_t home[LOYD_CELLS_MAX];
};

/* What is stated of a puzzle's length in a metric; 0: not stated. */
struct stated {
    unsigned lower; /* of the rating */
    unsigned upper;
    size_t moves;  /* of the path to the upper end, which was replayed */
    size_t slides; /* of the same path */
};

/*
 * Returns NULL if the lengths can be those of the board, otherwise which law
 * they break: static text. An estimate of 0 is not stated. Imports and all
 * verifications check by it.
 */
const char *laws_check(const struct plain_board *board,
                       const struct stated *stm, const struct stated *mtm,
                       unsigned estimate);

#endif
