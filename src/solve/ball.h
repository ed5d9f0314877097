/* SPDX-License-Identifier: MIT */
/* All boards around a goal whose optimum is in a range, in canonical order. */
#ifndef LOYD_SOLVE_BALL_H
#define LOYD_SOLVE_BALL_H

#include "loyd/board.h"
#include "solve/team.h"

/* A packed board has 4 bits a cell. */
#define BALL_CELLS_MAX 16

/* Boards that a ball may hold, and that a step outward may find: 100 MB. */
#define BALL_STATES_MAX 13000000

/*
 * The states, but the goal, from which the goal is low..high moves away,
 * ordered by (optimum, board's bytes). Immutable once built.
 */
struct ball {
    loyd_board goal;
    unsigned low;
    unsigned high;
    size_t n;
    uint64_t *state; /* n of them, packed */
};

/*
 * Enumerates the ball of a checked goal of up to BALL_CELLS_MAX cells, by
 * breadth-first search outward, layer by layer: two layers and twice what
 * the next one may hold are in memory at most, beside the ball.
 *
 *   [Korf, "Best-First Frontier Search with Delayed Duplicate Detection",
 *    AAAI 2004]: each state knows the moves that lead back, so that a layer
 *    is the neighbours that are not behind it, sorted, without doubles.
 *
 * *b is to be freed in any case. Errors: LOYD_E_NOMEM, LOYD_E_CANCELLED,
 * LOYD_E_UNSUPPORTED (more than BALL_STATES_MAX).
 */
LOYD_NODISCARD loyd_err ball_build(struct ball *b, const loyd_board *goal,
                                   unsigned low, unsigned high,
                                   struct monitor *m);

/* Board `index` of the ball, 0..b->n-1, as labels. */
void ball_board(const struct ball *b, size_t index, loyd_board *board);

/* Frees what is in *b, and leaves it all zero. */
void ball_free(struct ball *b);

#endif
