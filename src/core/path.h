/* SPDX-License-Identifier: MIT */
/* The text of one-stroke paths, such as "0.0:R3DL3". No allocation. */
#ifndef LOYD_CORE_PATH_H
#define LOYD_CORE_PATH_H

#include "base/slice.h"
#include "base/text.h"
#include "loyd/board.h"

/*
 * Reads ROW.COL, both from 0. `what` has this cell, in messages. Errors:
 * LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
loyd_err path_read_cell(struct slice text, unsigned width, unsigned height,
                        const char *what, uint8_t *cell, loyd_why *why);

/*
 * Reads ROW.COL:MOVES: the first cell, and the directions from each cell to
 * the next. Writes the n cells in this order. Errors: LOYD_E_SYNTAX, and
 * LOYD_E_RANGE if the path does not visit every cell of the board once.
 */
loyd_err path_read(struct slice text, unsigned width, unsigned height,
                   uint8_t cells[LOYD_CELLS_MAX], loyd_why *why);

/* Appends the text of a path that is valid. */
void path_print(const uint8_t *cells, unsigned width, unsigned height,
                struct text *to);

#endif
