/* SPDX-License-Identifier: MIT */
/* Attempts at a board, those that a bound puts outside the target left out. */
#ifndef LOYD_RATE_SIEVE_H
#define LOYD_RATE_SIEVE_H

#include "loyd/generate.h"
#include "rate/bound.h"
#include "solve/estimate.h"

/* Attempts that are drawn together at the most. */
#define SIEVE_MAX 16384

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
