/* SPDX-License-Identifier: MIT */
/* The method `uniform` over many boards at once, where they are small. */
#ifndef LOYD_GENERATE_SHUFFLE_H
#define LOYD_GENERATE_SHUFFLE_H

#include "loyd/board.h"

/* A packed board holds 4 bits a cell, so many cells in one block of words. */
#define SHUFFLE_CELLS_MAX 16

/* Boards are made so many at a time: their number is a multiple. */
#define SHUFFLE_LANES 32

/* What all boards of one goal have in common. */
struct shuffle_plan {
    unsigned n;       /* cells */
    unsigned missing; /* the label that no tile bears */
    uint64_t goal;    /* cell c in bits 4c: 0 the blank, tiles by rank */
    uint64_t cells;   /* bit 4c of every cell */
    uint64_t odd;     /* bit 4c of the cells an odd way from the blank's */
};

/* The plan for a checked goal of up to SHUFFLE_CELLS_MAX cells. */
void shuffle_prepare(const loyd_board *goal, struct shuffle_plan *plan);

/*
 * Draws n boards, a multiple of SHUFFLE_LANES, from the first attempts of as
 * many indices.
 *
 *   blocks  n blocks of keystream, 64 bytes each.
 *   cells   n times plan->n bytes: the labels.
 *   again   n of them: not 0 where the board is to be drawn word by word,
 *           because the attempt is void or may hold a word to be passed over.
 */
void shuffle_many(const struct shuffle_plan *plan, const uint8_t *blocks,
                  size_t n, uint8_t *cells, uint8_t *again);

#endif
