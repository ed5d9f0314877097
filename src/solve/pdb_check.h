/* SPDX-License-Identifier: MIT */
/* Is a pattern database what it should be, as far as a sample can tell? */
#ifndef LOYD_SOLVE_PDB_CHECK_H
#define LOYD_SOLVE_PDB_CHECK_H

#include "solve/pdb.h"

/*
 * Takes n states spread over the table and goes down from each: with its
 * depth d known modulo 4 (the bit gives d / 2, the colours of the cells its
 * parity), one neighbour must be at d - 1, and so on to the home, where d is
 * 0. Returns false at the first state that cannot go down or never arrives.
 */
bool pdb_check(const pdb *table, uint64_t n);

#endif
