/* SPDX-License-Identifier: MIT */
/* IDA* with taxicab distance and linear conflicts, for boards of any size. */
#include "solve/search/manhattan.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/mlc.h"
#include "solve/search/jobs.h"

#define TICK_NODES (1u << 14)

struct climber {
    struct search_job *job;
    struct monitor *monitor;
    struct permuted board;
    unsigned distance;                 /* sum of the tiles' taxicab
                                          distances */
    unsigned row_extra[LOYD_SIDE_MAX]; /* tiles that must leave their row */
    unsigned column_extra[LOYD_SIDE_MAX];
    unsigned extra; /* sum of both */
    unsigned bound;
    size_t depth;
    uint8_t *taken;   /* [bound + 1] direction of each move so far */
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

static void
climber_begin(struct climber *c, struct search_job *job, struct monitor *m)
{
    unsigned n = (unsigned)job->board.width * job->board.height;

    *c = (struct climber){.job = job,
                          .monitor = m,
                          .board = job->board};
    for (unsigned d = 0; d < 4; d++)
        c->order[job->rank[d]] = (uint8_t)d;
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
    c->bound = estimate(c);
}

/* Undoes the last move. Returns the index of its direction in `order`. */
static unsigned
back(struct climber *c)
{
    unsigned dir = c->taken[--c->depth];

    climber_move(c, (loyd_dir)(dir ^ 2));
    return c->job->rank[dir];
}

static bool
out_of_time(struct climber *c)
{
    struct search_job *job = c->job;

    job->nodes++;
    if (job->budget != 0 && job->nodes >= job->budget) {
        job->end = SEARCH_BUDGET;
        return true;
    }
    if (job->nodes % TICK_NODES != 0)
        return false;
    monitor_bound(c->monitor, job->puzzle, c->bound, job->nodes);
    return !monitor_tell(c->monitor, "solving", 0, 0);
}

/*
 * Depth-first search within the bound. Returns true if the search is over: at
 * the goal (depth == bound), out of budget, or stopped.
 */
static bool
climb(struct climber *c)
{
    unsigned next = 0; /* index into `order` */

    for (;;) {
        unsigned dir;

        if (next == 4) {
            if (c->depth == 0)
                return false;
            next = back(c) + 1;
            continue;
        }
        dir = c->order[next++];
        if (!can_move(c, dir) ||
            (c->depth > 0 && c->taken[c->depth - 1] == (dir ^ 2)))
            continue;
        if (out_of_time(c))
            return true;
        climber_move(c, (loyd_dir)dir);
        c->taken[c->depth++] = (uint8_t)dir;
        if (c->depth + estimate(c) > c->bound) {
            next = back(c) + 1;
            continue;
        }
        if (c->distance == 0) {
            c->job->end = SEARCH_SOLVED;
            return true;
        }
        next = 0;
    }
}

static loyd_err
keep_path(struct climber *c)
{
    struct search_job *job = c->job;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && job->wants_path && i < c->depth; i++)
        err = loyd_moves_push(&job->path, (loyd_dir)c->taken[i]);
    return err;
}

/* Searches one bound after the other. */
static loyd_err
raise_bound(struct climber *c)
{
    struct search_job *job = c->job;
    size_t room = 0;

    while (job->end == SEARCH_OPEN && !atomic_load(&c->monitor->is_stopped)) {
        if (!ARRAY_ROOM(c->taken, room, c->bound + 1))
            return LOYD_E_NOMEM;
        job->lower = (uint16_t)c->bound;
        if (job->limit != 0 && c->bound > job->limit)
            job->end = SEARCH_LIMIT;
        else if (!climb(c)) {
            c->bound += 2;
            monitor_bound(c->monitor, job->puzzle, c->bound, job->nodes);
        } else {
            break;
        }
    }
    return LOYD_OK;
}

static loyd_err
run(struct search_job *job, struct monitor *m)
{
    struct climber c;
    loyd_err err;

    climber_begin(&c, job, m);
    if (c.bound < job->lower) /* both have the parity of the length */
        c.bound = job->lower;
    if (c.distance == 0)
        job->end = SEARCH_SOLVED;
    err = raise_bound(&c);
    if (job->end == SEARCH_SOLVED && c.depth < c.bound) {
        job->end = SEARCH_BELOW; /* job->given is wrong */
        job->below = (uint16_t)c.depth;
        err = keep_path(&c);
    } else if (job->end == SEARCH_SOLVED &&
               (err = keep_path(&c)) == LOYD_OK) {
        monitor_solved(m, job);
    }
    free(c.taken);
    return err;
}

loyd_err
manhattan_run(struct search_batch *batch, unsigned threads)
{
    return jobs_run(batch, threads, run);
}
