/* SPDX-License-Identifier: MIT */
/* Twins: puzzles that a relabelling, a turn or a mirror makes the same. */
#ifndef LOYD_STORE_TWIN_H
#define LOYD_STORE_TWIN_H

#include "loyd/puzzle.h"

/*
 * A hash that twins have in common and, as ids, others have not. The boards
 * are those of a checked puzzle. O(n), up to eight times.
 */
loyd_id twin_id(const loyd_puzzle *puzzle);

#endif
