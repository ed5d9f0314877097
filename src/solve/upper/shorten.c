/* SPDX-License-Identifier: MIT */
/* Shortens a path by solving its pieces again. */
#include "solve/upper/shorten.h"

#include <stdlib.h>
#include <string.h>

#define PIECE_FIRST 12 /* moves */
#define PIECE_STEP 4
#define STOP_CHECK (1u << 14) /* nodes between checks for a stop */

struct shortener {
    unsigned n_cells;
    uint64_t nodes; /* left */
    struct monitor *monitor;
    uint8_t (*distance)[LOYD_CELLS_MAX]; /* taxicab, of two cells */
    uint8_t next[LOYD_CELLS_MAX][4];     /* the cell of the tile that moves */
    /* The search of a piece. */
    uint8_t tile[LOYD_CELLS_MAX]; /* cell -> the tile's cell at the end */
    uint8_t *taken;               /* [limit] */
    bool is_over;                 /* no nodes left, or stopped */
};

/* The board while the pieces of the path are visited. */
struct visit {
    struct permuted board;
    size_t at; /* moves played */
};

static bool
count_node(struct shortener *s)
{
    if (s->nodes == 0 || (s->nodes % STOP_CHECK == 0 &&
                          !monitor_tell(s->monitor, "shortening", 0, 0)))
        s->is_over = true;
    else
        s->nodes--;
    return !s->is_over;
}

/* Depth-first search; `left` moves may follow, `far` are needed at least. */
static bool
search(struct shortener *s, unsigned blank, unsigned far, unsigned left,
       uint8_t *taken, unsigned last)
{
    for (unsigned d = 0; d < 4; d++) {
        unsigned from = s->next[blank][d], after;
        uint8_t tile;

        if (from == CELL_NONE || d == (last ^ 2))
            continue;
        tile = s->tile[from];
        after = far + s->distance[tile][blank] - s->distance[tile][from];
        if (after > left - 1)
            continue;
        if (!count_node(s))
            return false;
        *taken = (uint8_t)d;
        if (after == 0)
            return true;
        s->tile[blank] = tile;
        if (search(s, from, after, left - 1, taken + 1, d))
            return true;
        s->tile[from] = tile;
        if (s->is_over)
            return false;
    }
    return false;
}

/*
 * Solves the piece of n moves from `start` again, with its tiles named by
 * their cells at its end. Returns the length of a shorter one, now in
 * s->taken, or n.
 */
static size_t
solve_piece(struct shortener *s, const struct permuted *start,
            const uint8_t *dirs, size_t n)
{
    struct permuted end = *start;
    uint8_t cell_at_end[LOYD_CELLS_MAX];
    unsigned far = 0;

    for (size_t i = 0; i < n; i++)
        permuted_move(&end, (loyd_dir)dirs[i]);
    for (unsigned c = 0; c < s->n_cells; c++)
        cell_at_end[end.home[c]] = (uint8_t)c;
    for (unsigned c = 0; c < s->n_cells; c++) {
        s->tile[c] = cell_at_end[start->home[c]];
        if (c != start->blank)
            far += s->distance[s->tile[c]][c];
    }
    if (far == 0)
        return 0; /* a circle */
    for (unsigned bound = far; bound < n && !s->is_over; bound += 2)
        if (search(s, start->blank, far, bound, s->taken, CELL_NONE))
            return bound;
    return n;
}

static void
go_to(struct visit *v, const loyd_moves *path, size_t at)
{
    while (v->at < at)
        permuted_move(&v->board, (loyd_dir)path->dir[v->at++]);
    while (v->at > at)
        permuted_move(&v->board, (loyd_dir)(path->dir[--v->at] ^ 2));
}

/* Visits every piece of `length` moves, each again after a success nearby. */
static void
sweep(struct shortener *s, const struct permuted *board, loyd_moves *path,
      size_t length)
{
    struct visit v = {.board = *board};
    size_t stride = length / 4, at = 0;

    while (!s->is_over && at < path->n) {
        size_t n = path->n - at < length ? path->n - at : length;
        uint8_t *dirs = path->dir + at;
        size_t found;

        go_to(&v, path, at);
        found = solve_piece(s, &v.board, dirs, n);
        if (found == n) {
            at += stride;
            continue;
        }
        memcpy(dirs, s->taken, found);
        memmove(dirs + found, dirs + n, path->n - at - n);
        path->n -= n - found;
        at -= at < length ? at : length;
        go_to(&v, path, at);
    }
}

loyd_err
shorten(const struct permuted *board, loyd_moves *path, uint64_t *nodes,
        struct monitor *m)
{
    struct shortener s = {.n_cells = (unsigned)board->width * board->height,
                          .nodes = *nodes,
                          .monitor = m,
                          .is_over = atomic_load(&m->is_stopped)};
    loyd_err err = LOYD_E_NOMEM;

    s.distance = malloc(s.n_cells * sizeof(*s.distance));
    s.taken = malloc(path->n + 1);
    if (s.distance != NULL && s.taken != NULL) {
        for (unsigned a = 0; a < s.n_cells; a++) {
            for (unsigned b = 0; b < s.n_cells; b++)
                s.distance[a][b] = (uint8_t)cell_taxicab(a, b, board->width);
            for (unsigned d = 0; d < 4; d++)
                s.next[a][d] =
                    cell_of_tile(board->width, board->height, a, (loyd_dir)d);
        }
        for (size_t n = PIECE_FIRST; !s.is_over && n < path->n + PIECE_STEP;
             n += PIECE_STEP)
            sweep(&s, board, path, n);
        err = LOYD_OK;
    }
    *nodes = s.nodes;
    free(s.distance);
    free(s.taken);
    return err;
}
