/* SPDX-License-Identifier: MIT */
/*
 * Maps boards into their class. Portrait boards are always swapped, landscape
 * boards never, squares if it helps. Of the symmetries allowed, the first one
 * that brings the goal's blank to the lowest cell is used.
 */
#include "solve/table/frame.h"
#include "core/board.h"
#include "core/moves.h"

#include <string.h>

uint8_t
symmetry_cell(unsigned symmetry, unsigned width, unsigned height,
              unsigned cell)
{
    unsigned x = cell % width, y = cell / width;

    if (symmetry & MIRROR_X)
        x = width - 1 - x;
    if (symmetry & MIRROR_Y)
        y = height - 1 - y;
    return (uint8_t)(symmetry & SWAP ? x * height + y : y * width + x);
}

loyd_dir
symmetry_dir(unsigned symmetry, loyd_dir dir)
{
    static const loyd_dir swapped[] = {
        [LOYD_DIR_UP] = LOYD_DIR_LEFT,
        [LOYD_DIR_RIGHT] = LOYD_DIR_DOWN,
        [LOYD_DIR_DOWN] = LOYD_DIR_RIGHT,
        [LOYD_DIR_LEFT] = LOYD_DIR_UP,
    };
    bool is_sideways = dir == LOYD_DIR_LEFT || dir == LOYD_DIR_RIGHT;

    if (symmetry & (is_sideways ? MIRROR_X : MIRROR_Y))
        dir = (loyd_dir)(dir ^ 2);
    return symmetry & SWAP ? swapped[dir] : dir;
}

static unsigned
best_symmetry(const loyd_board *goal, unsigned blank)
{
    unsigned w = goal->width, h = goal->height;
    unsigned best = 8, best_cell = 0;

    for (unsigned s = 0; s < 8; s++) {
        bool swaps = (s & SWAP) != 0;
        unsigned cell = symmetry_cell(s, w, h, blank);

        if ((w > h && swaps) || (w < h && !swaps))
            continue;
        if (best == 8 || cell < best_cell) {
            best = s;
            best_cell = cell;
        }
    }
    return best;
}

void
frame_of_goal(const loyd_board *goal, struct frame *out)
{
    unsigned blank = board_blank(goal);
    unsigned s = best_symmetry(goal, blank);

    memset(out, 0, sizeof(*out));
    out->cls.width = s & SWAP ? goal->height : goal->width;
    out->cls.height = s & SWAP ? goal->width : goal->height;
    for (unsigned c = 0; c < board_cells(goal); c++) {
        out->cell[c] = symmetry_cell(s, goal->width, goal->height, c);
        out->home[goal->cell[c]] = out->cell[c];
    }
    out->cls.blank = out->home[0];
    for (unsigned d = 0; d < 4; d++)
        out->dir_out[symmetry_dir(s, (loyd_dir)d)] = (uint8_t)d;
}

void
frame_board(const struct frame *f, const loyd_board *start,
            struct permuted *out)
{
    memset(out, 0, sizeof(*out));
    out->width = f->cls.width;
    out->height = f->cls.height;
    for (unsigned c = 0; c < board_cells(start); c++)
        out->home[f->cell[c]] = f->home[start->cell[c]];
    out->blank = f->cell[board_blank(start)];
}

loyd_err
frame_path(const struct frame *f, const loyd_moves *moves,
           const loyd_puzzle *puzzle, loyd_moves *path)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < moves->n; i++)
        err = moves_push(path, (loyd_dir)f->dir_out[moves->dir[i]]);
    if (err != LOYD_OK)
        return err;
    return loyd_moves_replay(&puzzle->start, &puzzle->goal, path, NULL, NULL);
}
