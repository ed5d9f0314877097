/* SPDX-License-Identifier: MIT */
/*
 * Tables of the next move for boards of a few cells, the cores that the method
 * by stages ends with.
 *
 * A state is the cells of all tiles but two and of the blank: which of the two
 * is where follows from the parity. Its number is a sum with one summand for
 * each cell, so a move changes it by one multiplication. Most numbers belong
 * to no state. A state has one bit for each direction that begins a shortest
 * solution, so every order of the directions finds its own.
 */
#ifndef LOYD_SOLVE_UPPER_CORE_H
#define LOYD_SOLVE_UPPER_CORE_H

#include "solve/table/frame.h"

#define CORE_CELLS_MAX 9
#define CORE_MOVES_MAX 36 /* 4x2; 3x3 has 31 */

struct core {
    unsigned n;                      /* cells, at least 4 */
    uint8_t next[CORE_CELLS_MAX][4]; /* the cell of the tile that moves */
    uint32_t weight[CORE_CELLS_MAX]; /* of a tile by its home, of the blank;
                                        0: of the last two tiles */
    uint8_t blank;                   /* its home */
    uint32_t solved;                 /* the number of the goal */
    uint8_t *moves;                  /* 4 bits for each number */
};

/*
 * Makes the table for 4 to CORE_CELLS_MAX cells with the blank's home in
 * `blank`: 2.4 MB and 12 ms for 3x3. The caller frees *core with core_free,
 * also after an error. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err core_make(struct core *core, unsigned width,
                                  unsigned height, unsigned blank);
void core_free(struct core *core);

/*
 * Writes the canonical path of a board of the table's size, with rank[d] the
 * order of each direction, to dirs[CORE_MOVES_MAX], and its length to *n.
 * Constant, a step is one read. Errors: LOYD_E_UNSOLVABLE.
 */
LOYD_NODISCARD loyd_err core_solve(const struct core *core,
                                   const struct permuted *board,
                                   const uint8_t rank[4], uint8_t *dirs,
                                   unsigned *n);

#endif
