/* SPDX-License-Identifier: MIT */
/* The method `uniform` for many small boards at once. */
#ifndef LOYD_GENERATE_SHUFFLE_H
#define LOYD_GENERATE_SHUFFLE_H

#include "loyd/board.h"

/* Cells of a packed board: 4 bits each, and one block of words per attempt. */
#define SHUFFLE_CELLS_MAX 16

/* Boards shuffled at a time; calls take a multiple of it. */
#define SHUFFLE_LANES 32

/* Precomputed values for one goal. */
struct shuffle_plan {
    unsigned n;       /* cells */
    unsigned missing; /* the label that no tile has */
    uint64_t goal;    /* cell c in bits 4c..4c+3: 0 the blank, tiles by rank */
    uint64_t cells;   /* bit 4c of every cell c */
    uint64_t odd;     /* bit 4c of cells at odd distance from the blank */
};

/* Prepares a valid goal of up to SHUFFLE_CELLS_MAX cells. */
void shuffle_prepare(const loyd_board *goal, struct shuffle_plan *plan);

/*
 * Draws n boards, a multiple of SHUFFLE_LANES, each from one block.
 *
 *   blocks  n blocks of keystream, 64 bytes each.
 *   cells   n times plan->n bytes: the labels.
 *   again   [n]: not 0 if the board must be drawn again word by word, because
 *           the attempt is void or a word may have to be rejected.
 */
void shuffle_many(const struct shuffle_plan *plan, const uint8_t *blocks,
                  size_t n, uint8_t *cells, uint8_t *again);

#endif
