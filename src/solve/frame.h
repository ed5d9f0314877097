/* SPDX-License-Identifier: MIT */
/*
 * The way into a class: every goal is turned, mirrored and relabelled into
 * the canonical goal of its class, so that tables belong to classes, never to
 * layouts.
 */
#ifndef LOYD_SOLVE_FRAME_H
#define LOYD_SOLVE_FRAME_H

#include "core/board.h"
#include "loyd/class.h"

/*
 * A symmetry of a rectangle, 0..7: mirrored left and right, then top and
 * bottom, then rows and columns swapped.
 */
enum { MIRROR_X = 1, MIRROR_Y = 2, SWAP = 4 };

/*
 * A board whose tiles are named by their home cells: home[c] is the cell
 * where the tile in cell c belongs. The blank has a home too; `blank` is
 * where it stands. The goal is home[c] == c for all c.
 */
struct permuted {
    uint8_t width;
    uint8_t height;
    uint8_t blank;
    uint8_t home[LOYD_CELLS_MAX];
};

/* How one goal's boards are seen in its class. */
struct frame {
    loyd_class cls;
    uint8_t symmetry;
    uint8_t cell[LOYD_CELLS_MAX];     /* a cell of the goal -> of the class */
    uint8_t home[LOYD_CELLS_MAX + 1]; /* a label -> its goal cell, class's */
    uint8_t dir_out[4];               /* a direction in the class -> outside */
};

/* A symmetry applied to a cell of a width x height board. */
uint8_t symmetry_cell(unsigned symmetry, unsigned width, unsigned height,
                      unsigned cell);

/* A symmetry applied to a direction. */
loyd_dir symmetry_dir(unsigned symmetry, loyd_dir dir);

/* The class of a checked goal, and the way there. O(n). */
void frame_of_goal(const loyd_board *goal, struct frame *out);

/* A board in the class: each tile named by its home cell. O(n). */
void frame_board(const struct frame *f, const loyd_board *start,
                 struct permuted *out);

/* Lets the tile beside the blank go in direction `dir`; it must be there. */
static inline void
permuted_move(struct permuted *board, loyd_dir dir)
{
    uint8_t from =
        cell_of_tile(board->width, board->height, board->blank, dir);
    uint8_t home = board->home[board->blank];

    board->home[board->blank] = board->home[from];
    board->home[from] = home;
    board->blank = from;
}

#endif
