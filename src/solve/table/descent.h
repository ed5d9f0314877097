/* SPDX-License-Identifier: MIT */
/*
 * Computes the value of a state from the bits of its pattern database. The
 * value modulo 4 is known (its bit gives d / 2, the colours of its cells give
 * the parity); some neighbour has value d - 1, and so on down to the home
 * state, whose value is 0.
 */
#ifndef LOYD_SOLVE_TABLE_DESCENT_H
#define LOYD_SOLVE_TABLE_DESCENT_H

#include "solve/table/pdb.h"

/* A state: the pattern's tiles on their cells (value 0) and the blank. */
struct descent {
    const struct pdb *table;
    pattern pattern;
    unsigned blank; /* a cell in the blank's region */
    unsigned value; /* result */
};

#define DESCENTS_MAX 16

/*
 * Computes the values of n <= DESCENTS_MAX states. All descend in step, so
 * that their memory accesses overlap. Returns false if a state has no lower
 * neighbour: its table is damaged. O(value) look-ups per state; about 10 us
 * for four states of 4x4.
 */
bool descent_run(struct descent *d, unsigned n);

/*
 * Checks a sample of the table: descends from n states spread over it. Returns
 * false at the first state that fails.
 */
bool descent_sample(const struct pdb *table, uint64_t n);

#endif
