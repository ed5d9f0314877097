/* SPDX-License-Identifier: MIT */
/*
 * Maps boards into their class. Every goal is rotated, mirrored and relabelled
 * into the canonical goal of its class, so that tables belong to classes and
 * not to layouts.
 */
#ifndef LOYD_SOLVE_TABLE_FRAME_H
#define LOYD_SOLVE_TABLE_FRAME_H

#include "core/board.h"
#include "loyd/class.h"
#include "loyd/moves.h"
#include "loyd/puzzle.h"

/*
 * A symmetry of a rectangle, 0..7: mirror left-right, then mirror top-bottom,
 * then swap rows and columns.
 */
enum { MIRROR_X = 1, MIRROR_Y = 2, SWAP = 4 };

/*
 * A board whose tiles are identified by their home cells: home[c] is the home
 * of the tile in cell c. The blank has a home too; `blank` is the cell where
 * it is now. The goal is home[c] == c for all c.
 */
struct permuted {
    uint8_t width;
    uint8_t height;
    uint8_t blank;
    uint8_t home[LOYD_CELLS_MAX];
};

/* Maps the boards of one goal into its class. */
struct frame {
    loyd_class cls;
    uint8_t cell[LOYD_CELLS_MAX];     /* cell of the board -> of the class */
    uint8_t home[LOYD_CELLS_MAX + 1]; /* label -> its home in the class */
    uint8_t dir_out[4];               /* direction in the class -> on board */
};

/* Applies a symmetry to a cell of a width x height board. */
uint8_t symmetry_cell(unsigned symmetry, unsigned width, unsigned height,
                      unsigned cell);

/* Applies a symmetry to a direction. */
loyd_dir symmetry_dir(unsigned symmetry, loyd_dir dir);

/* Finds the class of a checked goal and the mapping into it. O(n). */
void frame_of_goal(const loyd_board *goal, struct frame *out);

/* Maps a board into the class. O(n). */
void frame_board(const struct frame *f, const loyd_board *start,
                 struct permuted *out);

/*
 * Appends a path of the class, mapped back to the board, to `path`. It must
 * solve the puzzle. Errors: LOYD_E_NOMEM, those of loyd_moves_replay.
 */
LOYD_NODISCARD loyd_err frame_path(const struct frame *f,
                                   const loyd_moves *moves,
                                   const loyd_puzzle *puzzle,
                                   loyd_moves *path);

/* Moves the tile next to the blank in direction `dir`; it must exist. */
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
