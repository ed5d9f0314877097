/* SPDX-License-Identifier: MIT */
/* Separate searches, without tables or code of the solver. */
#ifndef LOYD_VERIFY_PLAIN_H
#define LOYD_VERIFY_PLAIN_H

#include "rate/laws.h"

/* Every puzzle of at most this number of cells, moves or slides is
 * solved. */
#define SEARCHED_CELLS 9
#define SEARCHED_STM 20
#define SEARCHED_MTM 8

/* The nodes of a search in STM: twice what the worst board of at most
 * SEARCHED_CELLS cells takes, ten times the worst known one of SEARCHED_STM
 * moves. */
#define PLAIN_NODES 1000000

#define PLAIN_MOVES_MAX 255

/* Returns the cell of the tile that moves U, R, D or L (0..3) into the blank's
 * cell; the number of cells: there is none. */
static inline unsigned
tile_beside(unsigned width, unsigned height, unsigned blank, unsigned dir)
{
    unsigned n = width * height;

    switch (dir) {
    case 0:
        return blank + width < n ? blank + width : n;
    case 1:
        return blank % width > 0 ? blank - 1 : n;
    case 2:
        return blank >= width ? blank - width : n;
    default:
        return blank % width + 1 < width ? blank + 1 : n;
    }
}

struct plain_path {
    unsigned n;
    uint8_t dir[PLAIN_MOVES_MAX]; /* of the tile: 0..3 are U R D L */
};

/*
 * IDA* on the sum of all tiles' taxicab distances ([Korf, AIJ 27 (1985)]),
 * trying directions in the order U R D L: of all shortest solutions it finds
 * the first in that order. Returns false if it gave up after `nodes` nodes or
 * needs more than PLAIN_MOVES_MAX moves. The board must be solvable.
 */
bool plain_solve(const struct plain_board *board, uint64_t nodes,
                 struct plain_path *path);

/* --- plain_mtm.c: the same in MTM --- */

struct plain_lengths;

/* Makes an empty table of lengths, NULL: out of memory; it keeps those of all
 * classes that it meets, up to 3 MB, and 30 MB if solutions are counted. */
struct plain_lengths *plain_lengths_new(void);
void plain_lengths_free(struct plain_lengths **all);

/*
 * Finds the optimal length in MTM and the canonical path of a board of at most
 * SEARCHED_CELLS cells, or of at most SEARCHED_MTM slides. Returns false for
 * others, and if memory runs out. The board must be solvable. The first board
 * of a class takes tens of milliseconds.
 */
bool plain_solve_mtm(struct plain_lengths *all,
                     const struct plain_board *board, unsigned *length,
                     struct plain_path *path);

/* What is counted on the shortest solutions of a board in STM. */
struct plain_counts {
    uint64_t solutions;
    unsigned first_moves; /* bit d: direction d, as in a path */
    unsigned forced;      /* boards of the canonical path with one such move */
};

/* Counts them for a board of at most SEARCHED_CELLS cells, which must be
 * solvable. Returns false for others, and if memory runs out. */
bool plain_count(struct plain_lengths *all, const struct plain_board *board,
                 struct plain_counts *counts);

/* --- plain_rows.c --- */

/* Returns the length of the solution by rows, as docs/formats.md defines it;
 * 0: out of memory. The board must be solvable. */
unsigned plain_rows(const struct plain_board *board);

#endif
