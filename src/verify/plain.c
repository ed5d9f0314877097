/* SPDX-License-Identifier: MIT */
/* The plain search: IDA* without tables. */
#include "verify/plain.h"

#define NO_DIR 4u

struct plain {
    struct plain_board board;
    struct plain_path *path;
    unsigned bound;
    uint64_t nodes_left;
};

static unsigned
apart(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Taxicab distance from `cell` to the home of the tile in cell `from`. */
static unsigned
way(const struct plain_board *board, unsigned cell, unsigned from)
{
    unsigned w = board->width, home = board->home[from];

    return apart(cell % w, home % w) + apart(cell / w, home / w);
}

static void
push(struct plain_board *board, unsigned from)
{
    uint8_t home = board->home[from];

    board->home[from] = board->home[board->blank];
    board->home[board->blank] = home;
    board->blank = from;
}

/* `left` is the sum of all tiles' distances from home. */
static bool
dive(struct plain *p, unsigned depth, unsigned left, unsigned last)
{
    unsigned n = p->board.width * p->board.height;

    if (left == 0) {
        p->path->n = depth;
        return true;
    }
    for (unsigned dir = 0; dir < 4 && p->nodes_left > 0; dir++) {
        unsigned blank = p->board.blank;
        unsigned from =
            tile_beside(p->board.width, p->board.height, blank, dir);
        unsigned then;

        if (from == n || (last != NO_DIR && dir == (last ^ 2)))
            continue;
        then = left - way(&p->board, from, from) + way(&p->board, blank, from);
        p->nodes_left--;
        if (depth + 1 + then > p->bound)
            continue;
        push(&p->board, from);
        p->path->dir[depth] = (uint8_t)dir;
        if (dive(p, depth + 1, then, dir))
            return true;
        push(&p->board, blank);
    }
    return false;
}

bool
plain_solve(const struct plain_board *board, uint64_t nodes,
            struct plain_path *path)
{
    struct plain p = {.board = *board, .path = path, .nodes_left = nodes};
    unsigned left = 0;

    for (unsigned c = 0; c < board->width * board->height; c++)
        if (c != board->blank)
            left += way(board, c, c);
    for (p.bound = left; p.bound <= PLAIN_MOVES_MAX && p.nodes_left > 0;
         p.bound += 2)
        if (dive(&p, 0, left, NO_DIR))
            return true;
    return false;
}
