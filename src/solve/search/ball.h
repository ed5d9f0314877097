/* SPDX-License-Identifier: MIT */
/* Enumerates the boards whose optimum lies in a range, in canonical order. */
#ifndef LOYD_SOLVE_SEARCH_BALL_H
#define LOYD_SOLVE_SEARCH_BALL_H

#include "loyd/board.h"
#include "solve/table/team.h"

/* A packed board uses 4 bits per cell. */
#define BALL_CELLS_MAX 16

/* Maximum of boards that a ball holds or one step outward finds: 100 MB. */
#define BALL_STATES_MAX 13000000

/*
 * The states whose distance from the goal is low..high moves, without the goal
 * itself, ordered by (optimum, bytes of the board). Immutable once built.
 */
struct ball {
    loyd_board goal;
    unsigned low;
    unsigned high;
    size_t n;
    uint64_t *state; /* [n] packed */
};

/*
 * Enumerates the ball of a checked goal of up to BALL_CELLS_MAX cells by
 * breadth-first search from the goal, layer by layer. At most two layers and
 * twice the room for the next one are in memory, in addition to the ball.
 *
 *   [Korf, "Best-First Frontier Search with Delayed Duplicate Detection",
 *    AAAI 2004]: each state records which moves lead back towards the goal, so
 *    the next layer is the set of all other neighbours, sorted, without
 *    duplicates.
 *
 * The caller frees *b with ball_free, also after an error. Errors:
 * LOYD_E_NOMEM, LOYD_E_CANCELLED, LOYD_E_UNSUPPORTED (more than
 * BALL_STATES_MAX).
 */
LOYD_NODISCARD loyd_err ball_build(struct ball *b, const loyd_board *goal,
                                   unsigned low, unsigned high,
                                   struct monitor *m);

/* Writes board `index` of the ball, 0..b->n-1, with the goal's labels. */
void ball_board(const struct ball *b, size_t index, loyd_board *board);

/* Frees the contents of *b and zeroes it. */
void ball_free(struct ball *b);

#endif
