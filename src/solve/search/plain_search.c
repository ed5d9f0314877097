/* SPDX-License-Identifier: MIT */
/* IDA* without tables: over moves, or over slides. */
#include "solve/search/plain_search.h"

#include <stdlib.h>

#include "base/array.h"
#include "core/mlc.h"
#include "solve/search/jobs.h"

#define BOUND_MOST (LOYD_LENGTH_UNKNOWN - 2)

/* The axis of a slide, and of the cuts that it crosses. */
enum { ACROSS, UPRIGHT, AXES };

struct slide {
    uint8_t dir;
    uint8_t tiles; /* in STM one */
};

struct walker {
    struct permuted board;
    bool is_mtm;
    unsigned last[AXES];                 /* the last row or column */
    unsigned goal[AXES];                 /* that of the blank's home */
    unsigned apart[AXES][LOYD_SIDE_MAX]; /* tiles on the wrong side of the cut
                                            after a row or column */
    unsigned distance;                   /* their sum: the taxicab distance */
    unsigned leaving[AXES][LOYD_SIDE_MAX]; /* in STM: tiles that must leave a
                                              column or row, */
    unsigned n_leaving;                    /* and their sum */
    uint8_t order[4];                      /* directions in the order tried */
    uint8_t at[AXES][LOYD_CELLS_MAX];      /* column and row of each cell */
    struct slide *taken;                   /* [room] slides so far */
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

/*
 * Counts the tiles that must leave a line: of the tiles whose home is in this
 * column (ACROSS) or row, all but a longest run in the right order. Each needs
 * two moves more than its taxicab distance.
 */
static void
count_leaving(struct walker *w, unsigned axis, unsigned line)
{
    unsigned width = w->board.width, m = 0;
    unsigned cell = axis == UPRIGHT ? line * width : line;
    unsigned step = axis == UPRIGHT ? 1 : width;
    unsigned *leaving = &w->leaving[axis][line];
    uint8_t at[LOYD_SIDE_MAX];

    for (unsigned i = 0; i <= w->last[axis ^ 1]; i++, cell += step) {
        unsigned home = w->board.home[cell];

        if (w->at[axis][home] == line && cell != w->board.blank)
            at[m++] = w->at[axis ^ 1][home];
    }
    w->n_leaving -= *leaving;
    *leaving = mlc_leaving(at, m);
    w->n_leaving += *leaving;
}

/*
 * Moves the blank by one cell. A tile moving along a line keeps its order in
 * that line; of the two lines across it, only the one of its home can change.
 */
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
    if (!w->is_mtm && (home == a || home == b))
        count_leaving(w, axis, home);
}

/* Returns whether the last slide can be made longer. */
static bool
can_step(const struct walker *w)
{
    const struct slide *s = &w->taken[w->n_taken - 1];

    return (w->is_mtm || s->tiles == 0) &&
           cell_of_tile(w->board.width, w->board.height, w->board.blank,
                        (loyd_dir)s->dir) != CELL_NONE;
}

/* Returns whether a slide may follow the last one. */
static bool
may_follow(const struct walker *w, unsigned dir)
{
    unsigned last;

    if (w->n_taken == 0)
        return true;
    last = w->taken[w->n_taken - 1].dir;
    return w->is_mtm ? axis_of(dir) != axis_of(last) : dir != (last ^ 2);
}

/* In MTM every second slide of those left is along the last one's axis. */
static bool
may_end_in(const struct walker *w, unsigned bound)
{
    unsigned left = bound - w->n_taken;
    unsigned axis = axis_of(w->taken[w->n_taken - 1].dir);

    return w->is_mtm ? left > 0 && slides_along(w, axis) <= left / 2
                     : w->distance + 2 * w->n_leaving <= left;
}

/* Takes the last slide back. Returns its direction's index in `order`. */
static unsigned
back(struct walker *w, const struct search_job *job)
{
    struct slide s = w->taken[--w->n_taken];

    while (s.tiles-- > 0)
        step(w, s.dir ^ 2);
    return job->rank[s.dir];
}

/* The two kinds of slides alternate. */
static unsigned
estimate(const struct walker *w)
{
    unsigned across = slides_along(w, ACROSS),
             upright = slides_along(w, UPRIGHT);
    unsigned twice = 2 * larger(across, upright);

    if (!w->is_mtm)
        return w->distance + 2 * w->n_leaving;
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
        for (unsigned line = 0; !w->is_mtm && line <= w->last[axis]; line++)
            count_leaving(w, axis, line);
    }
}

unsigned
plain_slides(const struct permuted *board)
{
    struct walker w = {.is_mtm = true};

    set_board(&w, board);
    return estimate(&w);
}

static loyd_err
begin_board(void *state, struct deepening *d)
{
    struct walker *w = state;

    *w = (struct walker){.is_mtm = d->job->metric == LOYD_MTM,
                         .taken = w->taken,
                         .room = w->room};
    set_board(w, &d->job->board);
    for (unsigned dir = 0; dir < 4; dir++)
        w->order[d->job->rank[dir]] = (uint8_t)dir;
    d->bound = estimate(w);
    if (w->distance == 0)
        d->length = 0;
    return LOYD_OK;
}

/* Depth-first search within the bound, in the order of paths: from each board
 * the slides in one direction after another, short ones first. */
static loyd_err
search(void *state, struct deepening *d)
{
    struct walker *w = state;
    unsigned next = 0; /* index into `order`; 4: the last slide goes on */
    loyd_err err = LOYD_OK;

    if (!ARRAY_ROOM(w->taken, w->room, d->bound + 1U))
        return LOYD_E_NOMEM;
    while (w->distance != 0) {
        if (next < 4 && !may_follow(w, w->order[next])) {
            next++;
            continue;
        }
        if (next < 4)
            w->taken[w->n_taken++] = (struct slide){w->order[next], 0};
        else if (w->n_taken == 0)
            return LOYD_OK;
        if (!can_step(w)) {
            next = back(w, d->job) + 1;
            continue;
        }
        if (!deepen_count(d, 1))
            return LOYD_OK;
        step(w, w->taken[w->n_taken - 1].dir);
        w->taken[w->n_taken - 1].tiles++;
        next = may_end_in(w, d->bound) ? 0 : 4;
    }
    d->length = w->n_taken;
    for (unsigned i = 0; err == LOYD_OK && i < w->n_taken; i++)
        err = search_job_push(d->job, w->taken[i].dir, w->taken[i].tiles);
    return err;
}

static void
end(void *state)
{
    struct walker *w = state;

    free(w->taken);
}

static const struct expander expander = {.most = BOUND_MOST,
                                         .beyond = LOYD_E_UNSUPPORTED,
                                         .begin = begin_board,
                                         .search = search};

loyd_err
plain_piece(struct search_job *job, struct monitor *m)
{
    struct search_batch batch = {
        .jobs = job, .n_jobs = 1, .monitor = m, .are_parts = true};
    struct walker w = {.taken = NULL};
    loyd_err err = deepen_run(&expander, &w, &batch, job, 0);

    end(&w);
    return err;
}

loyd_err
plain_run(struct search_batch *batch, unsigned threads)
{
    static const struct job_kind kind = {.bytes = sizeof(struct walker),
                                         .expander = &expander,
                                         .end = end,
                                         .each = 1};

    return jobs_run(&kind, batch, threads);
}
