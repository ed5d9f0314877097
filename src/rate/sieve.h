/* SPDX-License-Identifier: MIT */
/* Attempts at a board, those that a bound puts outside the target left out. */
#ifndef LOYD_RATE_SIEVE_H
#define LOYD_RATE_SIEVE_H

#include "loyd/generate.h"
#include "solve/estimate.h"

/* Attempts that are drawn together at the most. */
#define SIEVE_MAX 16384

/* --- a lower bound that costs next to nothing: Manhattan distance --- */

/* way[cell][label]: steps of a label from a cell to its goal cell. */
struct bound {
    unsigned n;
    uint8_t way[LOYD_CELLS_MAX][LOYD_CELLS_MAX + 1];
};

/* The bound for a checked goal. */
void bound_prepare(const loyd_board *goal, struct bound *b);

/*
 * No solution of a board is shorter, and all have the same parity: a move
 * brings one tile one step. `cells` are those of a start of that goal.
 */
static inline unsigned
bound_of(const struct bound *b, const uint8_t *cells)
{
    unsigned sum = 0;

    for (unsigned c = 0; c < b->n; c++)
        sum += b->way[c][cells[c]];
    return sum;
}

/* --- attempts --- */

struct sieve;

/*
 * Prepares the attempts at board `index`; sieve_free copes with NULL.
 * Errors: LOYD_E_NOMEM and those of the goal's draw.
 */
LOYD_NODISCARD loyd_err sieve_new(const loyd_generator *generator,
                                  uint64_t index, unsigned threads,
                                  struct sieve **made);
void sieve_free(struct sieve *s);

/*
 * Draws attempts from .. from+n-1, n <= SIEVE_MAX, on the sieve's threads,
 * and keeps those, in their order, that are not void and may be inside the
 * target. Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err sieve_draw(struct sieve *s, uint64_t from, size_t n);

/* A finer mesh for the draws to come. Borrowed; NULL: none. */
void sieve_refine(struct sieve *s, const struct estimate *fine);

/* The goal of its boards. */
const loyd_board *sieve_goal(const struct sieve *s);

/* How many were kept, and the k-th of them. */
size_t sieve_kept(const struct sieve *s);
void sieve_puzzle(const struct sieve *s, size_t k, loyd_puzzle *puzzle);

#endif
