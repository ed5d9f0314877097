/* SPDX-License-Identifier: MIT */
/* Sequences of moves, for those who have checked boards and many of them. */
#ifndef LOYD_CORE_MOVES_H
#define LOYD_CORE_MOVES_H

#include "loyd/moves.h"

/* Room for n moves, at most LOYD_MOVES_MAX. Errors: LOYD_E_NOMEM, _RANGE. */
loyd_err moves_reserve(loyd_moves *moves, size_t n);

/* As loyd_moves_replay, of a start and goal that belong together. */
bool moves_lead(const loyd_board *start, const loyd_board *goal,
                const loyd_moves *moves);

#endif
