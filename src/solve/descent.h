/* SPDX-License-Identifier: MIT */
/*
 * The value of a state of a pattern database, from its bits alone: modulo 4
 * it is known (the bit gives d / 2, the colours of the cells its parity), some
 * neighbour is at d - 1, and so on to the home, where d is 0.
 */
#ifndef LOYD_SOLVE_DESCENT_H
#define LOYD_SOLVE_DESCENT_H

#include "solve/pdb.h"

/* The pattern's tiles over their cells (value 0), and where the blank is. */
struct descent {
    const struct pdb *table;
    pattern pattern;
    unsigned blank; /* a cell of the blank's region */
    unsigned value; /* out */
};

#define DESCENTS_MAX 16

/*
 * Finds the values of n <= DESCENTS_MAX states, all going down at once so
 * that they wait for memory together. False where one cannot go down: its
 * table is damaged. O(value) look-ups a state; about 10 us for four of 4x4.
 */
bool descent_run(struct descent *d, unsigned n);

/*
 * Is the table what it should be, as far as a sample can tell? Takes n states
 * spread over it and goes down from each; false at the first that cannot.
 */
bool descent_sample(const struct pdb *table, uint64_t n);

#endif
