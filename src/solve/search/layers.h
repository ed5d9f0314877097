/* SPDX-License-Identifier: MIT */
/* The boards that the first moves from a board lead to. */
#ifndef LOYD_SOLVE_SEARCH_LAYERS_H
#define LOYD_SOLVE_SEARCH_LAYERS_H

#include "core/moves.h"
#include "solve/table/frame.h"

/* A board and the move that leads to it. */
struct layer_board {
    struct permuted board;
    uint32_t from; /* index of the board before that move */
    uint8_t dir;
    uint32_t first; /* boards first..end-1 of the last layer come from it */
    uint32_t end;
};

/*
 * A board that two sequences of moves lead to belongs to the shorter one, and
 * of equally long ones to the first. A shortest solution reaches each of its
 * boards by a shortest sequence, and the canonical path by the first of them:
 * otherwise another beginning would make it shorter, or come before it. So
 * both kinds of duplicates are left out.
 */
struct layers {
    struct layer_board *at; /* layer after layer, each in canonical order */
    size_t room;
    size_t n;
    size_t first;   /* of the last layer */
    unsigned depth; /* of it: moves from the start */
};

/*
 * Adds layers until the last one has `wanted` boards or is `most` moves deep.
 * `rank` is the canonical order of directions. The caller frees *l with
 * layers_free, also after an error. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err layers_make(struct layers *l,
                                    const struct permuted *start,
                                    const uint8_t rank[4], size_t wanted,
                                    unsigned most);
void layers_free(struct layers *l);

/* Appends the moves that lead to board i. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err layers_path(const struct layers *l, size_t i,
                                    loyd_moves *path);

#endif
