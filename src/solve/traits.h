/* SPDX-License-Identifier: MIT */
/* The traits of a proven puzzle. */
#ifndef LOYD_SOLVE_TRAITS_H
#define LOYD_SOLVE_TRAITS_H

#include "loyd/optimal.h"

/*
 * Computes the traits of a proven puzzle.
 *
 *   puzzle   is checked first; the start is not the goal.
 *   path     its canonical path in STM, which is not replayed.
 *   optimal  its shortest solutions, if they are counted; NULL: not known.
 *   traits   written on LOYD_OK.
 *
 * No solver and no tables, safe from any thread; about 70,000 a second for
 * 4x4. Errors: LOYD_E_RANGE (the path is shorter than the Manhattan distance,
 * or has no moves), LOYD_E_NOMEM, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_UNSOLVABLE.
 */
LOYD_NODISCARD loyd_err traits_of(const loyd_puzzle *puzzle,
                                  const loyd_moves *path,
                                  const loyd_optimal *optimal,
                                  loyd_traits *traits, loyd_why *why);

#endif
