/* SPDX-License-Identifier: MIT */
/* Shortest solutions that need not be canonical. */
#ifndef LOYD_SOLVE_ANY_PATH_H
#define LOYD_SOLVE_ANY_PATH_H

#include "solve/solver.h"

/*
 * loyd_solve with options->takes_any_path, for a proof without a budget.
 * solutions[i] are unknown, as loyd_solve sets them first. On errors other
 * than LOYD_E_CANCELLED some may have a path, which the caller frees.
 */
LOYD_NODISCARD loyd_err any_path_solve(loyd_solver *solver,
                                       const loyd_puzzle *puzzles, size_t n,
                                       const loyd_solve_options *options,
                                       loyd_solution *solutions,
                                       loyd_why *why);

#endif
