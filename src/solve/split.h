/* SPDX-License-Identifier: MIT */
/* One board divided into parts that several machines search. */
#ifndef LOYD_SOLVE_SPLIT_H
#define LOYD_SOLVE_SPLIT_H

#include "loyd/solve.h"

/*
 * A puzzle in parts. Its boards after a number of moves, each once, in the
 * canonical order of the shortest sequences that lead to them, are cut into
 * parts of equal numbers of boards. The division depends on the puzzle and on
 * the number of parts alone, and every shortest solution passes through one
 * of the boards. So a length is ruled out when all parts have searched it,
 * and the canonical path is that of the first part with a shortest solution.
 *
 * Immutable: safe from any thread.
 */
struct split;

/* The version of the division. A changed division is a new version. */
#define SPLIT_VERSION 1

/*
 * Divides a puzzle into 1..LOYD_SPLIT_PARTS_MAX parts, with 16 boards or more
 * in each, or fewer if its solutions may be short; parts may even be empty.
 * One part is the start itself. split_free releases it. Up to 16 MB and
 * 20 ms.
 *
 *   puzzle  must be well-formed and solvable, and its start not its goal.
 *
 * Errors: LOYD_E_RANGE (the number of parts, or start and goal are equal),
 * LOYD_E_NOMEM, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS,
 * LOYD_E_UNSOLVABLE.
 */
loyd_err split_new(const loyd_puzzle *puzzle, uint32_t parts,
                   struct split **split, loyd_why *why);

/* Frees a split and sets *split to NULL. NULL is allowed. */
void split_free(struct split **split);

/*
 * Searches parts `first` to `last` for solutions in STM of at most `bound`
 * moves. One call for several parts searches less than one for each: it meets
 * each state once.
 *
 *   first, last  1 <= first <= last <= parts.
 *   listener  receives progress, with `bound` and the nodes so far, or NULL.
 *   solution  written on LOYD_OK. Without a solution of at most `bound` moves,
 *             `upper` is LOYD_LENGTH_UNKNOWN, `lower` is more than `bound`,
 *             and the path is empty. Otherwise the path, from the puzzle's
 *             start, is the first in canonical order of the shortest ones
 *             through the parts if none is shorter than `bound`; `lower` is
 *             `bound`, and `upper` is its length.
 *
 * Result and path do not depend on the solver's threads.
 *
 * Errors: LOYD_E_RANGE (no such parts), LOYD_E_CANCELLED, LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_UNSOLVABLE, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CORRUPT.
 */
loyd_err split_search(const struct split *split, loyd_solver *solver,
                      uint32_t first, uint32_t last, uint16_t bound,
                      const loyd_listener *listener, loyd_solution *solution,
                      loyd_why *why);

#endif
