/* SPDX-License-Identifier: MIT */
/* IDA* with taxicab distance and linear conflicts, for boards of any size. */
#include "solve/search/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/mlc.h"
#include "solve/search/jobs.h"

#define BOUND_MOST (LOYD_LENGTH_UNKNOWN - 2)

struct climber {
    struct permuted board;
    unsigned distance;                 /* sum of the tiles' taxicab
                                          distances */
    unsigned row_extra[LOYD_SIDE_MAX]; /* tiles that must leave their row */
    unsigned column_extra[LOYD_SIDE_MAX];
    unsigned extra; /* sum of both */
    size_t depth;
    uint8_t *taken; /* [room] direction of each move so far */
    size_t room;
    uint8_t order[4]; /* directions in the order tried */
    uint8_t row[LOYD_CELLS_MAX]; /* of each cell */
    uint8_t column[LOYD_CELLS_MAX];
};

static unsigned
tile_distance(const struct climber *c, unsigned cell)
{
    unsigned home = c->board.home[cell];
    int x = c->column[cell] - c->column[home];
    int y = c->row[cell] - c->row[home];

    return (unsigned)(abs(x) + abs(y));
}

/*
 * Counts the tiles that must leave a line: of the tiles whose home is in this
 * row or column, all but a longest run in the right order. Each needs two
 * moves more than its taxicab distance.
 */
static unsigned
line_extra(const struct climber *c, bool is_row, unsigned line)
{
    unsigned w = c->board.width, n = is_row ? w : c->board.height, m = 0;
    unsigned cell = is_row ? line * w : line, step = is_row ? 1 : w;
    const uint8_t *along = is_row ? c->column : c->row;
    const uint8_t *across = is_row ? c->row : c->column;
    uint8_t at[LOYD_SIDE_MAX];

    for (unsigned i = 0; i < n; i++, cell += step)
        if (across[c->board.home[cell]] == line && cell != c->board.blank)
            at[m++] = along[c->board.home[cell]];
    return mlc_leaving(at, m);
}

static void
update_line(struct climber *c, bool is_row, unsigned line)
{
    unsigned *extra = is_row ? &c->row_extra[line] : &c->column_extra[line];

    c->extra -= *extra;
    *extra = line_extra(c, is_row, line);
    c->extra += *extra;
}

static unsigned
estimate(const struct climber *c)
{
    return c->distance + 2 * c->extra;
}

/*
 * A tile moving along a line keeps its order in that line; of the two lines
 * across it, only the one of its home can change.
 */
static void
climber_move(struct climber *c, loyd_dir dir)
{
    unsigned to = c->board.blank;
    unsigned from =
        cell_of_tile(c->board.width, c->board.height, to, dir);
    bool is_upright = dir == LOYD_DIR_UP || dir == LOYD_DIR_DOWN;
    const uint8_t *line = is_upright ? c->row : c->column;
    unsigned home = line[c->board.home[from]];

    c->distance -= tile_distance(c, from);
    permuted_move(&c->board, dir);
    c->distance += tile_distance(c, to);
    if (home == line[from] || home == line[to])
        update_line(c, is_upright, home);
}

static bool
can_move(const struct climber *c, unsigned dir)
{
    return cell_of_tile(c->board.width, c->board.height, c->board.blank,
                        (loyd_dir)dir) != CELL_NONE;
}

static loyd_err
begin_board(void *state, struct deepening *d)
{
    const struct search_job *job = d->job;
    unsigned n = (unsigned)job->board.width * job->board.height;
    struct climber *c = state;

    *c = (struct climber){
        .board = job->board, .taken = c->taken, .room = c->room};
    for (unsigned dir = 0; dir < 4; dir++)
        c->order[job->rank[dir]] = (uint8_t)dir;
    for (unsigned cell = 0; cell < n; cell++) {
        c->row[cell] = (uint8_t)(cell / c->board.width);
        c->column[cell] = (uint8_t)(cell % c->board.width);
    }
    for (unsigned cell = 0; cell < n; cell++)
        if (cell != c->board.blank)
            c->distance += tile_distance(c, cell);
    for (unsigned y = 0; y < job->board.height; y++)
        update_line(c, true, y);
    for (unsigned x = 0; x < job->board.width; x++)
        update_line(c, false, x);
    d->bound = estimate(c);
    if (c->distance == 0)
        d->length = 0;
    return LOYD_OK;
}

/* Undoes the last move. Returns the index of its direction in `order`. */
static unsigned
back(struct climber *c, const struct search_job *job)
{
    unsigned dir = c->taken[--c->depth];

    climber_move(c, (loyd_dir)(dir ^ 2));
    return job->rank[dir];
}

/* Depth-first search within the bound, in the order of paths. */
static loyd_err
search(void *state, struct deepening *d)
{
    struct climber *c = state;
    unsigned next = 0; /* index into `order` */
    loyd_err err = LOYD_OK;

    if (!ARRAY_ROOM(c->taken, c->room, d->bound + 1U))
        return LOYD_E_NOMEM;
    while (c->distance != 0) {
        unsigned dir;

        if (next == 4) {
            if (c->depth == 0)
                return LOYD_OK;
            next = back(c, d->job) + 1;
            continue;
        }
        dir = c->order[next++];
        if (!can_move(c, dir) ||
            (c->depth > 0 && c->taken[c->depth - 1] == (dir ^ 2)))
            continue;
        if (!deepen_count(d, 1))
            return LOYD_OK;
        climber_move(c, (loyd_dir)dir);
        c->taken[c->depth++] = (uint8_t)dir;
        next = 0;
        if (c->depth + estimate(c) > d->bound)
            next = back(c, d->job) + 1;
    }
    d->length = (unsigned)c->depth;
    for (size_t i = 0; err == LOYD_OK && i < c->depth; i++)
        err = search_job_push(d->job, c->taken[i], 1);
    return err;
}

static const struct expander expander = {.step = 2,
                                         .most = BOUND_MOST,
                                         .beyond = LOYD_E_UNSUPPORTED,
                                         .begin = begin_board,
                                         .search = search};

static void
end(void *state)
{
    struct climber *c = state;

    free(c->taken);
}

loyd_err
manhattan_run(struct search_batch *batch, unsigned threads)
{
    static const struct job_kind kind = {.bytes = sizeof(struct climber),
                                         .expander = &expander,
                                         .end = end,
                                         .each = 1};

    return jobs_run(&kind, batch, threads);
}
