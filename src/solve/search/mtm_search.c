/* SPDX-License-Identifier: MIT */
/*
 * Searches for shortest solutions in MTM.
 *
 * The length and the axis of the last slide give the axis of the first, as
 * axes alternate. Each bound is therefore searched twice, once for each axis
 * of the last slide, with the table whose last line is of this axis.
 */
#include "solve/search/search.h"
#include "solve/table/mtm_sight.h"

#include "core/board.h"
#include "solve/search/jobs.h"
#include "solve/table/processor.h"

#define SLIDES_MAX 250
#define INLINE static inline __attribute__((always_inline))

struct digger;
typedef bool (*dig_fn)(struct digger *d, unsigned depth, unsigned axis,
                       unsigned left);

/* One board. */
struct digger {
    dig_fn dig; /* for this processor */
    const struct mtm_sights *sights;
    struct deepening *deepening;
    unsigned end;                         /* axis of the last slide */
    uint8_t cell_of[4][REGION_CELLS_MAX]; /* [direction][blank's cell]: the
                             cell of the tile, or CELL_NONE */
    uint8_t order[4];     /* directions in the class, in canonical order */
    uint8_t first_before; /* only first slides before this in the order */
    bool is_given;        /* the bound may be above the optimum */
    unsigned n_found;     /* slides of the solution */
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
    struct permuted board = d->deepening->job->board;

    for (unsigned i = 0; i < n; i++)
        for (unsigned k = d->tiles[i]; k > 0; k--)
            permuted_move(&board, (loyd_dir)d->dir[i]);
    return is_home(&board);
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
        rank = perm_rank(&space->ranks, pattern_sequence(seen));
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

    if (!deepen_count(d->deepening, n))
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
        if (d->deepening->is_over)
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

/* Keeps the solution that has been found. */
static loyd_err
keep_path(struct digger *d)
{
    struct search_job *job = d->deepening->job;
    loyd_err err = LOYD_OK;

    d->deepening->length = d->n_found;
    loyd_moves_free(&job->path);
    for (unsigned i = 0; err == LOYD_OK && i < d->n_found; i++)
        err = search_job_push(job, d->dir[i], d->tiles[i]);
    return err;
}

static loyd_err
begin_board(void *state, struct deepening *deepening)
{
    struct digger *d = state;
    const struct search_job *job = deepening->job;

    d->deepening = deepening;
    for (unsigned dir = 0; dir < 4; dir++)
        d->order[job->rank[dir]] = (uint8_t)dir;
    mtm_place(d->sights, &job->board, &d->path[0]);
    deepening->bound = 1;
    if (is_home(&job->board))
        deepening->bound = deepening->length = 0;
    return LOYD_OK;
}

/*
 * Searches one bound, the axis of the first slide of the canonical order
 * first; job->path is the first solution.
 */
static loyd_err
search(void *state, struct deepening *deepening)
{
    struct digger *d = state;
    const struct search_job *job = deepening->job;
    unsigned bound = deepening->bound, first = axis_of(d->order[0]);

    d->first_before = 4;
    d->is_given = bound == job->known_lower;
    for (unsigned turn = 0; turn < AXES; turn++, first ^= 1) {
        unsigned o = 0, least;
        loyd_err err;

        d->end = bound & 1 ? first : first ^ 1;
        least = mtm_values(d->sights, d->end, first, &d->path[0]);
        if (least > UINT16_MAX)
            return LOYD_E_CORRUPT;
        if (least > bound || !d->dig(d, 0, first, bound)) {
            if (deepening->is_over)
                break;
            continue;
        }
        if ((err = keep_path(d)) != LOYD_OK)
            return err;
        if (d->n_found < bound || !job->wants_path)
            break; /* job->known_lower is wrong, or the length is enough */
        while (d->order[o] != d->dir[0])
            o++;
        d->first_before = (uint8_t)o;
    }
    return LOYD_OK;
}

static const struct expander expander = {.most = SLIDES_MAX - 1,
                                         .beyond = LOYD_E_CORRUPT,
                                         .begin = begin_board,
                                         .search = search};

static void
make(void *state, struct search_batch *batch)
{
    const loyd_class *cls = &batch->sights->cls;
    struct digger *d = state;

    d->sights = batch->sights;
    d->dig = processor_is_fast() && !batch->is_portable ? dig_fast : dig_any;
    for (unsigned dir = 0; dir < 4; dir++)
        for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
            d->cell_of[dir][c] =
                cell_of_tile(cls->width, cls->height, c, (loyd_dir)dir);
}

loyd_err
mtm_search_run(struct search_batch *batch, unsigned threads)
{
    static const struct job_kind kind = {.bytes = sizeof(struct digger),
                                         .begin = make,
                                         .expander = &expander,
                                         .each = 1};

    return jobs_run(&kind, batch, threads);
}
