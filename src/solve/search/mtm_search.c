/* SPDX-License-Identifier: MIT */
/*
 * Searches for shortest solutions in MTM.
 *
 * The length and the axis of the last slide give the axis of the first, as
 * axes alternate. Each bound is therefore searched twice, once for each axis
 * of the last slide, with the table whose last line is of this axis.
 */
#include "solve/search/mtm_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/table/processor.h"

#define SLIDES_MAX 250
#define INLINE static inline __attribute__((always_inline))
#define TICK_NODES 16384 /* between two looks at whether to stop */

struct digger;
typedef bool (*dig_fn)(struct digger *d, unsigned depth, unsigned axis,
                       unsigned left);

/* One board. */
struct digger {
    dig_fn dig; /* for this processor */
    const struct mtm_sights *sights;
    struct search_batch *batch;
    struct search_job *job;
    unsigned end;                         /* axis of the last slide */
    uint8_t cell_of[4][REGION_CELLS_MAX]; /* [direction][blank's cell]: the
                             cell of the tile, or CELL_NONE */
    uint8_t order[4];     /* directions in the class, in canonical order */
    uint8_t first_before; /* only first slides before this in the order */
    bool is_given;        /* the bound may be above the optimum */
    unsigned n_found;     /* slides of the solution */
    bool is_stopped;
    uint64_t next_tick; /* nodes of the job */
    uint64_t n_counted; /* already added to the batch */
    uint8_t dir[SLIDES_MAX];
    uint8_t tiles[SLIDES_MAX];
    struct mtm_node path[SLIDES_MAX + 1];
};

/* Returns the axis of the slides of a direction. */
static inline unsigned
axis_of(unsigned dir)
{
    return dir & 1 ? AXIS_ROW : AXIS_COLUMN;
}

/* Returns the value after a step, of which bit 1 is known. */
static inline unsigned
stepped(unsigned value, unsigned bit)
{
    return ((value + 1) >> 1 & 1) == bit ? value + 1 : value - 1;
}

static bool
is_home(const struct permuted *b)
{
    for (unsigned c = 0; c < (unsigned)b->width * b->height; c++)
        if (b->home[c] != c)
            return false;
    return true;
}

/* Returns whether the slides found so far lead to the goal. */
static bool
leads_home(const struct digger *d, unsigned n)
{
    struct permuted board = d->job->board;

    for (unsigned i = 0; i < n; i++)
        for (unsigned k = d->tiles[i]; k > 0; k--)
            permuted_move(&board, (loyd_dir)d->dir[i]);
    return is_home(&board);
}

/* Sets when to look next at whether to stop. */
static void
plan_tick(struct digger *d)
{
    const struct search_job *job = d->job;

    d->next_tick = job->nodes + TICK_NODES;
    if (job->budget != 0 && d->next_tick > job->budget)
        d->next_tick = job->budget;
}

/* Adds the nodes so far to those of the batch. */
static void
count_nodes(struct digger *d)
{
    uint64_t n = d->job->nodes - d->n_counted;
    uint64_t sum = atomic_fetch_add(&d->batch->n_nodes, n) + n;

    d->n_counted = d->job->nodes;
    if (d->batch->node_stop != 0 && sum >= d->batch->node_stop)
        atomic_store(&d->batch->is_stopped, true);
}

/* Returns false if the search must stop. */
static bool
tick(struct digger *d)
{
    struct search_job *job = d->job;
    bool is_spent = job->budget != 0 && job->nodes >= job->budget;

    if (is_spent)
        job->nodes = job->budget; /* the last slides are not looked at */
    count_nodes(d);
    d->is_stopped = is_spent || atomic_load(&d->batch->is_stopped) ||
                    !monitor_look(d->batch->monitor);
    plan_tick(d);
    return !d->is_stopped;
}

/* The board after a slide. */
struct kid {
    struct mtm_node node;
    uint8_t dir;
    uint8_t tiles;
    bool is_cut;
    uint8_t bit[SIGHTS_MAX]; /* of its entry's byte */
    const uint8_t *byte[SIGHTS_MAX];
};

#define KIDS_MAX (LOYD_SIDE_MAX - 1)

/* Lists the slides along an axis in canonical order; returns their number. */
INLINE unsigned
list_kids(const struct digger *d, unsigned depth, unsigned axis,
          struct kid *kids)
{
    unsigned n = 0;

    for (unsigned o = 0; o < 4; o++) {
        unsigned dir = d->order[o], tiles = 0;
        uint8_t cell = d->path[depth].blank;

        if (axis_of(dir) != axis || (depth == 0 && o >= d->first_before))
            continue;
        while ((cell = d->cell_of[dir][cell]) != CELL_NONE) {
            struct kid *k = &kids[n++];

            k->node.blank = cell;
            k->dir = (uint8_t)dir;
            k->tiles = (uint8_t)++tiles;
            k->is_cut = false;
        }
    }
    return n;
}

/* Lets a sight see the kids that are not cut; fetches their entries. */
INLINE void
look(const struct digger *d, unsigned i, const struct mtm_node *from,
     unsigned axis, struct kid *kids, unsigned n)
{
    const struct mtm_sight *s = &d->sights->sight[i];
    const struct mtm_space *space = &s->table->space;
    bool is_row = mtm_seen_axis(s, axis) == AXIS_ROW;
    pattern p = from->here[i];
    unsigned cell = from->blank;

    for (unsigned j = 0; j < n; j++) {
        struct kid *k = &kids[j];
        const uint8_t *line = mtm_line_of(s, d->end, axis ^ 1, k->node.blank);
        pattern seen;
        uint32_t rank;

        if (k->tiles == 1) {
            p = from->here[i];
            cell = from->blank;
        }
        if (!is_row)
            p = mtm_moved(s, p, cell, k->node.blank);
        cell = k->node.blank;
        if (k->is_cut)
            continue;
        k->node.here[i] = p;
        k->node.top[i] =
            is_row ? mtm_top(p, s->cell[cell], s->width) : from->top[i];
        seen = is_row ? k->node.top[i] : p;
        rank = mtm_rank(space, seen);
        k->byte[i] = line + space->first[pattern_cells(seen)] + (rank >> 3);
        k->bit[i] = rank & 7;
        __builtin_prefetch(k->byte[i]);
    }
}

/* Cuts the kids whose value is too large. */
INLINE void
cut(unsigned i, const struct mtm_node *from, unsigned left, struct kid *kids,
    unsigned n)
{
    for (unsigned j = 0; j < n; j++) {
        struct kid *k = &kids[j];
        unsigned value;

        if (k->is_cut)
            continue;
        value = stepped(from->value[i], *k->byte[i] >> k->bit[i] & 1);
        k->is_cut = value + 2 > left;
        k->node.value[i] = (uint8_t)value;
    }
}

/* Tries every slide along `axis`; `left` slides are left, at least one. */
INLINE bool
dig_body(struct digger *d, unsigned depth, unsigned axis, unsigned left,
         dig_fn dig)
{
    const struct mtm_sights *s = d->sights;
    const struct mtm_node *from = &d->path[depth];
    struct kid kids[KIDS_MAX];
    unsigned n = list_kids(d, depth, axis, kids);

    d->job->nodes += n;
    if (d->job->nodes >= d->next_tick && !tick(d))
        return false;
    if (left > 1) {
        look(d, 0, from, axis, kids, n);
        cut(0, from, left, kids, n);
        for (unsigned i = 1; i < s->n; i++)
            look(d, i, from, axis, kids, n);
        for (unsigned i = 1; i < s->n; i++)
            cut(i, from, left, kids, n);
    }
    for (unsigned j = 0; j < n; j++) {
        const struct kid *k = &kids[j];

        if (k->is_cut)
            continue;
        d->dir[depth] = k->dir;
        d->tiles[depth] = k->tiles;
        if ((left == 1 || d->is_given) && k->node.blank == s->cls.blank &&
            leads_home(d, depth + 1)) {
            d->n_found = depth + 1;
            return true;
        }
        if (left == 1)
            continue;
        d->path[depth + 1] = k->node;
        if (dig(d, depth + 1, axis ^ 1, left - 1))
            return true;
        if (d->is_stopped)
            return false;
    }
    return false;
}

static bool
dig_any(struct digger *d, unsigned depth, unsigned axis, unsigned left)
{
    return dig_body(d, depth, axis, left, dig_any);
}

PROCESSOR_FAST static bool
dig_fast(struct digger *d, unsigned depth, unsigned axis, unsigned left)
{
    return dig_body(d, depth, axis, left, dig_fast);
}

/* Keeps the solution that has been found, of `bound` slides or fewer. */
static loyd_err
keep(const struct digger *d, unsigned bound)
{
    struct search_job *job = d->job;
    loyd_err err = LOYD_OK;

    job->end = d->n_found < bound ? SEARCH_BELOW : SEARCH_SOLVED;
    job->below = (uint16_t)d->n_found; /* if job->given is wrong */
    loyd_moves_free(&job->path);
    for (unsigned i = 0; i < d->n_found; i++)
        for (unsigned n = d->tiles[i]; err == LOYD_OK && n > 0; n--)
            err = loyd_moves_push(&job->path, (loyd_dir)d->dir[i]);
    return err;
}

/* Gives up the solution of a bound that was not searched to its end, because
 * it need not be the canonical one. */
static loyd_err
lose(struct search_job *job)
{
    loyd_moves_free(&job->path);
    job->end = SEARCH_OPEN;
    return LOYD_OK;
}

/*
 * Searches one bound, the axis of the first slide of the canonical order
 * first; job->path is the first solution.
 */
static loyd_err
search_bound(struct digger *d, unsigned bound)
{
    struct search_job *job = d->job;
    unsigned first = axis_of(d->order[0]);

    d->first_before = 4;
    d->is_given = bound == job->given;
    for (unsigned turn = 0; turn < AXES && job->end != SEARCH_BELOW;
         turn++, first ^= 1) {
        unsigned end = bound & 1 ? first : first ^ 1, o = 0;
        unsigned least;
        loyd_err err;

        d->end = end;
        least = mtm_values(d->sights, end, first, &d->path[0]);
        if (least > UINT16_MAX)
            return LOYD_E_CORRUPT;
        if (least > bound || !d->dig(d, 0, first, bound)) {
            if (d->is_stopped)
                return lose(job);
            continue;
        }
        if ((err = keep(d, bound)) != LOYD_OK)
            return err;
        while (d->order[o] != d->dir[0])
            o++;
        d->first_before = (uint8_t)o;
        if (!job->wants_path)
            break;
    }
    return LOYD_OK;
}

static loyd_err
solve(struct digger *d, struct search_job *job)
{
    loyd_err err;

    d->job = job;
    d->is_stopped = false;
    d->n_counted = job->nodes;
    plan_tick(d);
    for (unsigned dir = 0; dir < 4; dir++)
        d->order[job->rank[dir]] = (uint8_t)dir;
    mtm_place(d->sights, &job->board, &d->path[0]);
    if (is_home(&job->board))
        job->end = job->given > 0 ? SEARCH_BELOW : SEARCH_SOLVED;
    else if (job->lower == 0)
        job->lower = 1;
    while (job->end == SEARCH_OPEN) {
        if (job->limit != 0 && job->lower > job->limit) {
            job->end = SEARCH_LIMIT;
            break;
        }
        if (job->lower >= SLIDES_MAX)
            return LOYD_E_CORRUPT;
        err = search_bound(d, job->lower);
        if (err != LOYD_OK || job->end == SEARCH_BELOW)
            return err;
        if (job->end == SEARCH_SOLVED)
            break;
        if (d->is_stopped) {
            if (job->budget != 0 && job->nodes >= job->budget)
                job->end = SEARCH_BUDGET;
            return LOYD_OK;
        }
        job->lower++;
        monitor_bound(d->batch->monitor, job->puzzle, job->lower, job->nodes);
    }
    if (job->end == SEARCH_SOLVED)
        monitor_solved(d->batch->monitor, job);
    return LOYD_OK;
}

static struct digger *
digger_new(const struct mtm_sights *sights)
{
    const loyd_class *cls = &sights->cls;
    struct digger *d = calloc(1, sizeof(*d));

    if (d == NULL)
        return NULL;
    d->sights = sights;
    for (unsigned dir = 0; dir < 4; dir++)
        for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
            d->cell_of[dir][c] =
                cell_of_tile(cls->width, cls->height, c, (loyd_dir)dir);
    return d;
}

struct shared {
    const struct mtm_sights *sights;
    struct search_batch *batch;
};

static void
run_member(struct team *t, unsigned member, void *context)
{
    const struct shared *shared = context;
    struct search_batch *b = shared->batch;
    struct digger *d = digger_new(shared->sights);
    size_t i;

    (void)t;
    (void)member;
    if (d == NULL) {
        atomic_store(&b->err, (int)LOYD_E_NOMEM);
        return;
    }
    d->batch = b;
    d->dig = processor_is_fast() && !b->is_portable ? dig_fast : dig_any;
    while (!atomic_load(&b->monitor->is_stopped) &&
           !atomic_load(&b->is_stopped) &&
           (i = atomic_fetch_add(&b->next, 1)) < b->n_jobs) {
        struct search_job *job = &b->jobs[i];

        if (job->end != SEARCH_OPEN)
            continue;
        job->err = solve(d, job);
        if (job->err != LOYD_OK)
            job->end = SEARCH_FAILED;
        count_nodes(d);
        if (job->end == SEARCH_OPEN)
            break; /* stopped */
        monitor_tell(b->monitor, "solving",
                     b->n_before + atomic_fetch_add(&b->n_done, 1) + 1,
                     b->n_all);
    }
    free(d);
}

loyd_err
mtm_search_run(const struct mtm_sights *sights, struct search_batch *batch,
               unsigned threads)
{
    struct shared shared = {sights, batch};
    loyd_err err;

    atomic_store(&batch->next, 0);
    atomic_store(&batch->is_stopped, false);
    err = team_run(threads < batch->n_jobs ? threads : (unsigned)batch->n_jobs,
                   run_member, &shared);
    return err != LOYD_OK ? err : (loyd_err)atomic_load(&batch->err);
}
