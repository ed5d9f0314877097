/* SPDX-License-Identifier: MIT */
/* IDA* over slides with an estimate that counts tiles across cuts. */
#include "solve/search/mtm_wide.h"

#include <stdlib.h>

#include "base/array.h"
#include "solve/search/jobs.h"

#define BOUND_MOST (LOYD_LENGTH_UNKNOWN - 2)

/* The axis of a slide, and of the cuts that it crosses. */
enum { ACROSS, UPRIGHT, AXES };

struct slide {
    uint8_t dir;
    uint8_t tiles;
};

struct walker {
    struct deepening *deepening;
    struct permuted board;
    unsigned last[AXES];       /* the last row or column */
    unsigned goal[AXES];       /* the row or the column of the blank's home */
    unsigned apart[AXES][LOYD_SIDE_MAX]; /* tiles on the wrong side of the cut
                                            after a row or column */
    unsigned distance;         /* their sum: 0 at the goal */
    uint8_t order[4];          /* directions in the order tried */
    uint8_t at[AXES][LOYD_CELLS_MAX]; /* column and row of each cell */
    struct slide *taken;              /* [room] slides so far */
    size_t room;
    unsigned n_taken;
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
        if (!deepen_count(w->deepening, 1))
            break;
        step(w, dir);
        w->taken[w->n_taken++] =
            (struct slide){(uint8_t)dir, (uint8_t)++tiles};
        if (w->distance == 0 ||
            (slides_along(w, axis) <= (left - 1) / 2 &&
             walk(w, axis ^ 1, left - 1)))
            return true;
        w->n_taken--;
        if (w->deepening->is_over)
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
        if (w->deepening->is_over)
            return false;
    }
    return false;
}

/* The minimum of slides in all, since the two kinds alternate. */
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
begin_board(void *state, struct deepening *d)
{
    struct walker *w = state;

    *w = (struct walker){.deepening = d, .taken = w->taken, .room = w->room};
    set_board(w, &d->job->board);
    for (unsigned dir = 0; dir < 4; dir++)
        w->order[d->job->rank[dir]] = (uint8_t)dir;
    d->bound = estimate(w);
    if (w->distance == 0)
        d->length = 0;
    return LOYD_OK;
}

static loyd_err
search(void *state, struct deepening *d)
{
    struct walker *w = state;
    loyd_err err = LOYD_OK;

    if (!ARRAY_ROOM(w->taken, w->room, d->bound + 1U))
        return LOYD_E_NOMEM;
    if (!walk(w, AXES, d->bound))
        return LOYD_OK;
    d->length = w->n_taken;
    for (unsigned i = 0; err == LOYD_OK && i < w->n_taken; i++)
        err = search_job_push(d->job, w->taken[i].dir, w->taken[i].tiles);
    return err;
}

static const struct expander expander = {.step = 1,
                                         .most = BOUND_MOST,
                                         .beyond = LOYD_E_UNSUPPORTED,
                                         .begin = begin_board,
                                         .search = search};

static void
end(void *state)
{
    struct walker *w = state;

    free(w->taken);
}

loyd_err
mtm_wide_piece(struct search_job *job, struct monitor *m)
{
    struct search_batch batch = {
        .jobs = job, .n_jobs = 1, .monitor = m, .are_parts = true};
    struct walker w = {.taken = NULL};
    loyd_err err = deepen_run(&expander, &w, &batch, job, 0);

    end(&w);
    return err;
}

loyd_err
mtm_wide_run(struct search_batch *batch, unsigned threads)
{
    static const struct job_kind kind = {.bytes = sizeof(struct walker),
                                         .expander = &expander,
                                         .end = end,
                                         .each = 1};

    return jobs_run(&kind, batch, threads);
}
