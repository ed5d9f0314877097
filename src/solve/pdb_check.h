/* SPDX-License-Identifier: MIT */
/* Is a pattern database what it should be, as far as a sample can tell? */
#ifndef LOYD_SOLVE_PDB_CHECK_H
#define LOYD_SOLVE_PDB_CHECK_H

#include "solve/pdb.h"

/*
 * Takes n states spread over the table and goes down from each to the home.
 * Returns false at the first state that cannot.
 */
bool pdb_check(const struct pdb *table, uint64_t n);

#endif
