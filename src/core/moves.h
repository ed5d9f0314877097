/* SPDX-License-Identifier: MIT */
/* Functions on moves for callers with many boards already checked. */
#ifndef LOYD_CORE_MOVES_H
#define LOYD_CORE_MOVES_H

#include "loyd/moves.h"

/*
 * Reserves room for n moves. Errors: LOYD_E_NOMEM, LOYD_E_RANGE (n is above
 * 2 * LOYD_MOVES_MAX).
 */
loyd_err moves_reserve(loyd_moves *moves, size_t n);

/*
 * Returns whether `moves` lead from start to goal, two valid boards of the
 * same size and labels.
 */
bool moves_lead(const loyd_board *start, const loyd_board *goal,
                const loyd_moves *moves);

#endif
