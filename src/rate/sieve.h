/* SPDX-License-Identifier: MIT */
/* Attempts at a board, without those that are surely outside the target. */
#ifndef LOYD_RATE_SIEVE_H
#define LOYD_RATE_SIEVE_H

#include "loyd/generate.h"

/* Maximum number of attempts in one call. */
#define SIEVE_MAX 16384

/* --- a very cheap lower bound: Manhattan distance --- */

/* way[cell][label] is the distance of the label's goal cell from the cell. */
struct bound {
    unsigned n;
    uint8_t way[LOYD_CELLS_MAX][LOYD_CELLS_MAX + 1];
};

/* Prepares the bound for a valid goal. */
void bound_prepare(const loyd_board *goal, struct bound *b);

/*
 * Returns the bound of a start with these cells. No solution is shorter, and
 * all have the same parity as the bound, as a move takes one tile one step.
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
 * Prepares the attempts at board `index`; sieve_free accepts NULL. Errors:
 * LOYD_E_NOMEM and those of generator_goal.
 */
LOYD_NODISCARD loyd_err sieve_new(const loyd_generator *generator,
                                  uint64_t index, unsigned threads,
                                  struct sieve **made);
void sieve_free(struct sieve *s);

/*
 * Draws attempts from..from+n-1, n <= SIEVE_MAX, on the sieve's threads, and
 * keeps, in order, those that are not void and may be inside the target; with
 * LOYD_TARGET_MLC, those that are.
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err sieve_draw(struct sieve *s, uint64_t from, size_t n);

/* The number of attempts kept, and the k-th of them. */
size_t sieve_kept(const struct sieve *s);
void sieve_puzzle(const struct sieve *s, size_t k, loyd_puzzle *puzzle);

#endif
