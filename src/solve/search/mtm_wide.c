/* SPDX-License-Identifier: MIT */
/* IDA* over slides with an estimate that counts tiles across cuts. */
#include "solve/search/mtm_wide.h"

#include <stdlib.h>

#include "base/array.h"
#include "solve/search/jobs.h"

#define TICK_NODES (1u << 14)

/* The axis of a slide, and of the cuts that it crosses. */
enum { ACROSS, UPRIGHT, AXES };

struct slide {
    uint8_t dir;
    uint8_t tiles;
};

struct walker {
    struct search_job *job;
    struct monitor *monitor;
    struct permuted board;
    unsigned last[AXES];       /* the last row or column */
    unsigned goal[AXES];       /* the row or the column of the blank's home */
    unsigned apart[AXES][LOYD_SIDE_MAX]; /* tiles on the wrong side of the cut
                                            after a row or column */
    unsigned distance;         /* their sum: 0 at the goal */
    uint8_t order[4];          /* directions in the order tried */
    uint8_t at[AXES][LOYD_CELLS_MAX]; /* column and row of each cell */
    struct slide *taken;       /* [bound + 1] slides so far */
    unsigned n_taken;
    bool is_over;              /* out of budget, or stopped */
    bool is_piece;             /* of a path: nothing is reported */
};

static unsigned
axis_of(unsigned dir)
{
    return dir == LOYD_DIR_UP || dir == LOYD_DIR_DOWN ? UPRIGHT : ACROSS;
}

static unsigned
larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Returns the largest count of the cuts after lines from..to - 1. */
static unsigned
largest(const unsigned *apart, unsigned from, unsigned to)
{
    unsigned most = 0;

    for (unsigned i = from; i < to; i++)
        most = larger(most, apart[i]);
    return most;
}

/*
 * Returns the least number of slides if one of them, the first or the last,
 * has an end in a line, so that it crosses cuts on one side of it only.
 */
static unsigned
slides_at(const unsigned *apart, unsigned last, unsigned line)
{
    unsigned before = largest(apart, 0, line);
    unsigned after = largest(apart, line, last);
    unsigned both = before > 0 && after > 0 ? (before + after + 2) / 2 : 0;

    return larger(larger(before, after), both);
}

/* Returns the least number of slides along an axis. */
static unsigned
slides_along(const struct walker *w, unsigned axis)
{
    const unsigned *apart = w->apart[axis];

    return larger(
        slides_at(apart, w->last[axis], w->at[axis][w->board.blank]),
        slides_at(apart, w->last[axis], w->goal[axis]));
}

/* Moves the blank by one cell. */
static void
step(struct walker *w, unsigned dir)
{
    unsigned axis = axis_of(dir), to = w->board.blank;
    unsigned from = cell_of_tile(w->board.width, w->board.height, to,
                                 (loyd_dir)dir);
    unsigned a = w->at[axis][from], b = w->at[axis][to];
    unsigned home = w->at[axis][w->board.home[from]];
    unsigned cut = a < b ? a : b;
    bool is_nearer = a < b ? home > cut : home <= cut;

    w->apart[axis][cut] += is_nearer ? -1U : 1U;
    w->distance += is_nearer ? -1U : 1U;
    permuted_move(&w->board, (loyd_dir)dir);
}

static bool
can_step(const struct walker *w, unsigned dir)
{
    return cell_of_tile(w->board.width, w->board.height, w->board.blank,
                        (loyd_dir)dir) != CELL_NONE;
}

static void
step_back(struct walker *w, unsigned dir, unsigned tiles)
{
    while (tiles-- > 0)
        step(w, dir ^ 2);
}

static void
tell_bound(const struct walker *w)
{
    const struct search_job *job = w->job;

    if (!w->is_piece)
        monitor_bound(w->monitor, job->puzzle, job->lower, job->nodes);
}

/* Counts a node. Returns false if the search must stop. */
static bool
count_node(struct walker *w)
{
    struct search_job *job = w->job;

    job->nodes++;
    if (job->budget != 0 && job->nodes >= job->budget) {
        job->end = SEARCH_BUDGET;
        w->is_over = true;
    } else if (job->nodes % TICK_NODES == 0) {
        tell_bound(w);
        w->is_over = !monitor_tell(w->monitor, "solving", 0, 0);
    }
    return !w->is_over;
}

static bool walk(struct walker *w, unsigned axis, unsigned left);

/*
 * Tries the slides in one direction, short ones first; `left` slides are left,
 * at least one. Every second one of those after it is along its axis.
 */
static bool
slide(struct walker *w, unsigned dir, unsigned left)
{
    unsigned axis = axis_of(dir), tiles = 0;

    while (can_step(w, dir)) {
        if (!count_node(w))
            break;
        step(w, dir);
        w->taken[w->n_taken++] =
            (struct slide){(uint8_t)dir, (uint8_t)++tiles};
        if (w->distance == 0 ||
            (slides_along(w, axis) <= (left - 1) / 2 &&
             walk(w, axis ^ 1, left - 1)))
            return true;
        w->n_taken--;
        if (w->is_over)
            break;
    }
    step_back(w, dir, tiles);
    return false;
}

/* Tries every slide along an axis, or with AXES along both. Returns whether
 * the goal has been reached. */
static bool
walk(struct walker *w, unsigned axis, unsigned left)
{
    for (unsigned i = 0; left > 0 && i < 4; i++) {
        unsigned dir = w->order[i];

        if (axis != AXES && axis_of(dir) != axis)
            continue;
        if (slide(w, dir, left))
            return true;
        if (w->is_over)
            return false;
    }
    return false;
}

/* The least slides in all, of which the two kinds alternate. */
static unsigned
estimate(const struct walker *w)
{
    unsigned across = slides_along(w, ACROSS),
             upright = slides_along(w, UPRIGHT);
    unsigned twice = 2 * larger(across, upright);

    return twice > across + upright ? twice - 1 : twice;
}

static void
set_board(struct walker *w, const struct permuted *board)
{
    unsigned n = (unsigned)board->width * board->height;
    unsigned goal_blank = board->home[board->blank];

    w->board = *board;
    w->last[ACROSS] = board->width - 1U;
    w->last[UPRIGHT] = board->height - 1U;
    for (unsigned c = 0; c < n; c++) {
        w->at[ACROSS][c] = (uint8_t)(c % board->width);
        w->at[UPRIGHT][c] = (uint8_t)(c / board->width);
    }
    for (unsigned axis = 0; axis < AXES; axis++) {
        w->goal[axis] = w->at[axis][goal_blank];
        for (unsigned c = 0; c < n; c++) {
            unsigned a = w->at[axis][c], b = w->at[axis][board->home[c]];

            for (unsigned cut = a < b ? a : b;
                 c != board->blank && cut < larger(a, b); cut++) {
                w->apart[axis][cut]++;
                w->distance++;
            }
        }
    }
}

unsigned
mtm_wide_lower(const struct permuted *board)
{
    struct walker w = {.distance = 0};

    set_board(&w, board);
    return estimate(&w);
}

static loyd_err
keep_path(const struct walker *w)
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; w->job->wants_path && i < w->n_taken; i++)
        for (unsigned n = w->taken[i].tiles; err == LOYD_OK && n > 0; n--)
            err = loyd_moves_push(&w->job->path, (loyd_dir)w->taken[i].dir);
    return err;
}

/* Searches one bound after the other. */
static loyd_err
raise_bound(struct walker *w)
{
    struct search_job *job = w->job;
    size_t room = 0;

    if (w->distance == 0)
        job->end = SEARCH_SOLVED;
    while (job->end == SEARCH_OPEN && !w->is_over) {
        if (!ARRAY_ROOM(w->taken, room, job->lower + 1U))
            return LOYD_E_NOMEM;
        if (job->limit != 0 && job->lower > job->limit) {
            job->end = SEARCH_LIMIT;
        } else if (walk(w, AXES, job->lower)) {
            job->end = SEARCH_SOLVED;
        } else if (!w->is_over) {
            job->lower++;
            tell_bound(w);
        }
    }
    return LOYD_OK;
}

static loyd_err
solve(struct walker *w, struct search_job *job, struct monitor *m)
{
    unsigned lower;
    loyd_err err;

    w->job = job;
    w->monitor = m;
    w->is_over = atomic_load(&m->is_stopped);
    set_board(w, &job->board);
    for (unsigned d = 0; d < 4; d++)
        w->order[job->rank[d]] = (uint8_t)d;
    lower = estimate(w);
    if (job->lower < lower)
        job->lower = (uint16_t)lower;
    err = raise_bound(w);
    if (err == LOYD_OK && job->end == SEARCH_SOLVED)
        err = keep_path(w);
    free(w->taken);
    return err;
}

loyd_err
mtm_wide_piece(struct search_job *job, struct monitor *m)
{
    struct walker w = {.is_piece = true};

    return solve(&w, job, m);
}

static loyd_err
run(struct search_job *job, struct monitor *m)
{
    struct walker w = {.is_piece = false};
    loyd_err err = solve(&w, job, m);

    if (err != LOYD_OK || job->end != SEARCH_SOLVED)
        return err;
    if (w.n_taken < job->lower) {
        job->end = SEARCH_BELOW; /* job->given is wrong */
        job->below = (uint16_t)w.n_taken;
    } else {
        monitor_solved(m, job);
    }
    return LOYD_OK;
}

loyd_err
mtm_wide_run(struct search_batch *batch, unsigned threads)
{
    return jobs_run(batch, threads, run);
}
