/* SPDX-License-Identifier: MIT */
/* Start and goal: do they belong together? */
#ifndef LOYD_CORE_PAIR_H
#define LOYD_CORE_PAIR_H

#include "loyd/board.h"

/*
 * Are both boards, of one size and with the same labels?
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SHAPE, LOYD_E_LABELS.
 */
loyd_err pair_check(const loyd_board *start, const loyd_board *goal,
                    loyd_why *why);

/* The label of 1..n that no tile of a checked board bears. */
unsigned board_missing(const loyd_board *board);

/* Rows and columns between two cells of a board that is `width` wide. */
unsigned cell_taxicab(unsigned a, unsigned b, unsigned width);

/* "size 1x4: sides are 2..15" unless both sides are. Errors: LOYD_E_SIZE. */
loyd_err size_check(uint64_t width, uint64_t height, loyd_why *why);

#endif
