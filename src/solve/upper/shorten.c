/* SPDX-License-Identifier: MIT */
/* Shortens a path by solving its pieces again. */
#include "solve/upper/shorten.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "solve/search/plain_search.h"

#define STOP_CHECK (1u << 14) /* nodes between checks for a stop */

/* The lengths of pieces, in the metric. */
static const struct {
    unsigned first, step;
} pieces[LOYD_METRICS] = {[LOYD_STM] = {12, 4}, [LOYD_MTM] = {4, 1}};

struct shortener {
    loyd_moves *path;
    loyd_metric metric; /* in MTM no move of the path takes the last back */
    unsigned n_cells;
    uint64_t nodes; /* left */
    struct monitor *monitor;
    bool is_over;          /* no nodes left, or stopped */
    struct permuted board; /* after `at` moves */
    size_t at;
    struct permuted piece; /* the tiles are named by their cells at its end */
    loyd_moves found;      /* its solution */
    /* In STM: */
    uint8_t (*distance)[LOYD_CELLS_MAX]; /* taxicab, of two cells */
    uint8_t next[LOYD_CELLS_MAX][4];     /* the cell of the tile that moves */
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
    uint8_t *home = s->piece.home;

    for (unsigned d = 0; d < 4; d++) {
        unsigned from = s->next[blank][d], after;
        uint8_t tile;

        if (from == CELL_NONE || d == (last ^ 2))
            continue;
        tile = home[from];
        after = far + s->distance[tile][blank] - s->distance[tile][from];
        if (after > left - 1)
            continue;
        if (!count_node(s))
            return false;
        *taken = (uint8_t)d;
        if (after == 0)
            return true;
        home[blank] = tile;
        if (search(s, from, after, left - 1, taken + 1, d))
            return true;
        home[from] = tile;
        if (s->is_over)
            return false;
    }
    return false;
}

/* Looks for a solution of the piece of less than n moves. */
static bool
solve_moves(struct shortener *s, size_t n)
{
    unsigned far = 0;

    for (unsigned c = 0; c < s->n_cells; c++)
        if (c != s->piece.blank)
            far += s->distance[s->piece.home[c]][c];
    s->found.n = far;
    while (far > 0 && s->found.n < n && !s->is_over) {
        if (search(s, s->piece.blank, far, (unsigned)s->found.n, s->found.dir,
                   CELL_NONE))
            return true;
        s->found.n += 2;
    }
    return far == 0; /* a circle */
}

/* Looks for a solution of the piece of less than n slides. */
static loyd_err
solve_slides(struct shortener *s, size_t n, bool *is_found)
{
    struct search_job job = {.board = s->piece,
                             .limit = (uint16_t)(n - 1),
                             .budget = s->nodes,
                             .rank = {0, 1, 2, 3},
                             .metric = LOYD_MTM,
                             .wants_path = true};
    loyd_err err = plain_piece(&job, s->monitor);

    s->nodes -= job.nodes < s->nodes ? job.nodes : s->nodes;
    s->is_over = s->nodes == 0 || atomic_load(&s->monitor->is_stopped);
    *is_found = job.end == SEARCH_SOLVED;
    loyd_moves_free(&s->found);
    s->found = job.path;
    return err;
}

/* Solves moves at..end-1, of length n, again. *is_found: with fewer. */
static loyd_err
solve_piece(struct shortener *s, size_t end, size_t n, bool *is_found)
{
    struct permuted last = s->board;
    uint8_t cell_at_end[LOYD_CELLS_MAX];

    for (size_t i = s->at; i < end; i++)
        permuted_move(&last, (loyd_dir)s->path->dir[i]);
    for (unsigned c = 0; c < s->n_cells; c++)
        cell_at_end[last.home[c]] = (uint8_t)c;
    s->piece = s->board;
    for (unsigned c = 0; c < s->n_cells; c++)
        s->piece.home[c] = cell_at_end[s->board.home[c]];
    if (s->metric == LOYD_MTM)
        return solve_slides(s, n, is_found);
    *is_found = solve_moves(s, end - s->at);
    return LOYD_OK;
}

static void
go_to(struct shortener *s, size_t at)
{
    while (s->at < at)
        permuted_move(&s->board, (loyd_dir)s->path->dir[s->at++]);
    while (s->at > at)
        permuted_move(&s->board, (loyd_dir)(s->path->dir[--s->at] ^ 2));
}

/* Removes the moves that take another one back at once. */
static void
cancel(loyd_moves *path)
{
    size_t n = 0;

    for (size_t i = 0; i < path->n; i++)
        if (n > 0 && path->dir[n - 1] == (path->dir[i] ^ 2))
            n--;
        else
            path->dir[n++] = path->dir[i];
    path->n = n;
}

/* Replaces moves at..end-1 by the solution found, which may have more moves
 * in fewer slides. */
static loyd_err
replace(struct shortener *s, size_t at, size_t end)
{
    loyd_moves *path = s->path;
    size_t n = s->found.n, rest = path->n - end;

    if (!ARRAY_ROOM(path->dir, path->capacity, at + n + rest))
        return LOYD_E_NOMEM;
    memmove(path->dir + at + n, path->dir + end, rest);
    if (n > 0)
        memcpy(path->dir + at, s->found.dir, n);
    path->n = at + n + rest;
    if (s->metric == LOYD_MTM)
        cancel(path);
    return LOYD_OK;
}

/* Returns the end of a piece that begins at a move. *n, its length, is reduced
 * to what the path lacks. */
static size_t
end_of(const struct shortener *s, size_t at, size_t *n)
{
    const loyd_moves *path = s->path;

    for (; *n > 0 && at < path->n; --*n)
        do
            at++;
        while (s->metric == LOYD_MTM && at < path->n &&
               path->dir[at] == path->dir[at - 1]);
    return at;
}

/* Visits every piece of a length, each again after a success nearby. */
static loyd_err
sweep(struct shortener *s, size_t length)
{
    bool is_mtm = s->metric == LOYD_MTM;
    size_t at = 0;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !s->is_over && at < s->path->n) {
        size_t stride = (length + 3) / 4, lack = length;
        size_t end = end_of(s, at, &lack);
        bool is_found;

        if (is_mtm && lack > 0)
            break;
        go_to(s, at);
        err = solve_piece(s, end, length, &is_found);
        if (err == LOYD_OK && is_found) {
            size_t back = is_mtm || at < length ? 0 : at - length;

            go_to(s, back);
            err = replace(s, at, end);
            at = back;
        } else {
            at = end_of(s, at, &stride);
        }
    }
    return err;
}

loyd_err
shorten(const struct permuted *board, loyd_moves *path, loyd_metric metric,
        uint64_t *nodes, struct monitor *m)
{
    struct shortener s = {.path = path,
                          .metric = metric,
                          .n_cells = (unsigned)board->width * board->height,
                          .nodes = *nodes,
                          .monitor = m,
                          .is_over = *nodes == 0 ||
                                     atomic_load(&m->is_stopped),
                          .board = *board};
    unsigned step = pieces[metric].step;
    loyd_err err = LOYD_OK;

    s.distance = malloc(s.n_cells * sizeof(*s.distance));
    if (s.distance == NULL ||
        !ARRAY_ROOM(s.found.dir, s.found.capacity, path->n + 1))
        err = LOYD_E_NOMEM;
    for (unsigned a = 0; err == LOYD_OK && a < s.n_cells; a++) {
        for (unsigned b = 0; b < s.n_cells; b++)
            s.distance[a][b] = (uint8_t)cell_taxicab(a, b, board->width);
        for (unsigned d = 0; d < 4; d++)
            s.next[a][d] =
                cell_of_tile(board->width, board->height, a, (loyd_dir)d);
    }
    if (metric == LOYD_MTM)
        cancel(path);
    for (size_t n = pieces[metric].first;
         err == LOYD_OK && !s.is_over &&
         n < loyd_moves_length(path, metric) + step;
         n += step)
        err = sweep(&s, n);
    *nodes = s.nodes;
    free(s.distance);
    loyd_moves_free(&s.found);
    return err;
}
