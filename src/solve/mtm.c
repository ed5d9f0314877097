/* SPDX-License-Identifier: MIT */
/* Chooses and owns the tables for lengths in MTM. */
#include "solve/mtm.h"

#include <stdlib.h>
#include <string.h>

#include "solve/mtm_whole.h"

#define TILES_SMALL 6
#define TILES_LARGE 7
#define TABLES_MAX 4 /* of a class */
#define SYMMETRIES 8
#define TICK 4096 /* jobs between checks for a stop */

/*
 * Large tables are built once the small ones have generated this many nodes:
 * about as many as are searched in the time needed to build them. Whole-state
 * tables: so many for each byte, 7 million for the 93 MB of 4x3.
 */
#define NODES_WORTH_LARGE 20000000
#define NODES_PER_WHOLE_BYTE 0.07

/* The tables of one size, and how they see a board. */
struct mtm_set {
    struct mtm_sights sights; /* n = 0: not built */
    struct mtm_table tables[TABLES_MAX];
    unsigned n_tables;
};

struct mtm_class {
    loyd_class cls;
    struct mtm_set small;
    struct mtm_set large;
    struct mtm_whole whole; /* instead of `large`, up to WHOLE_CELLS_MAX */
    uint64_t small_nodes;   /* nodes generated with the small tables */
    uint64_t worth_large;   /* large tables are built after so many of them */
    struct mtm_class *next;
};

static void
set_free(struct mtm_set *set)
{
    for (unsigned i = 0; i < TABLES_MAX; i++)
        mtm_table_free(&set->tables[i]);
    memset(set, 0, sizeof(*set));
}

void
mtm_stock_free(struct mtm_stock *s)
{
    while (s->classes != NULL) {
        struct mtm_class *c = s->classes;

        s->classes = c->next;
        set_free(&c->small);
        set_free(&c->large);
        mtm_whole_free(&c->whole);
        free(c);
    }
}

/* Returns whether the large tables of a class are a whole-state table. */
static bool
is_whole(const loyd_class *cls)
{
    return cls->width * cls->height <= WHOLE_CELLS_MAX;
}

static uint64_t
nodes_worth_large(const loyd_class *cls)
{
    struct mtm_whole whole;

    if (!is_whole(cls))
        return NODES_WORTH_LARGE;
    mtm_whole_plan(&whole, cls);
    return (uint64_t)((double)mtm_whole_bytes(&whole) * NODES_PER_WHOLE_BYTE);
}

static loyd_err
find(struct mtm_stock *s, const loyd_class *cls, struct mtm_class **found)
{
    struct mtm_class *c = s->classes;

    while (c != NULL && !loyd_class_equal(&c->cls, cls))
        c = c->next;
    if (c == NULL) {
        if ((c = calloc(1, sizeof(*c))) == NULL)
            return LOYD_E_NOMEM;
        c->cls = *cls;
        c->worth_large = nodes_worth_large(cls);
        c->next = s->classes;
        s->classes = c;
    }
    *found = c;
    return LOYD_OK;
}

/*
 * Returns the home cells of the first or last k tiles, column by column:
 * patterns of whole columns serve boards with long rows best.
 */
static uint32_t
cells_of(unsigned width, unsigned height, unsigned blank, unsigned k,
         bool is_last)
{
    unsigned n = width * height;
    uint32_t mask = 0;

    for (unsigned i = 0; i < n && k > 0; i++) {
        unsigned place = is_last ? n - 1 - i : i;
        unsigned cell = place % height * width + place / height;

        if (cell == blank)
            continue;
        mask |= 1u << cell;
        k--;
    }
    return mask;
}

/* Returns whether a symmetry of the class's board keeps its shape. */
static bool
keeps_shape(const loyd_class *cls, unsigned symmetry)
{
    return !(symmetry & SWAP) || cls->width == cls->height;
}

/*
 * Builds one table of k tiles, and adds every symmetry that keeps its goal's
 * blank as a sight.
 */
static loyd_err
add_tables(struct mtm_set *set, unsigned symmetry, unsigned k, bool is_last,
           unsigned threads, struct monitor *m)
{
    unsigned w = set->sights.cls.width, h = set->sights.cls.height;
    struct mtm_table *t = &set->tables[set->n_tables++];
    unsigned blank = symmetry_cell(symmetry, w, h, set->sights.cls.blank);
    uint32_t home = cells_of(w, h, blank, k, is_last);
    loyd_err err = mtm_table_plan(t, w, h, blank, home);

    if (err == LOYD_OK)
        err = mtm_table_build(t, threads, m);
    for (unsigned s = 0; err == LOYD_OK && s < SYMMETRIES; s++) {
        /* The first one is that of the table. */
        unsigned other = s ^ symmetry;

        if (set->sights.n < SIGHTS_MAX &&
            keeps_shape(&set->sights.cls, other) &&
            symmetry_cell(other, w, h, set->sights.cls.blank) == blank &&
            set->sights.n < 2 * set->n_tables)
            mtm_sight_add(&set->sights, t, other);
    }
    return err;
}

/*
 * Builds the tables of the first and of the last k tiles. A square whose
 * goal's blank is not on its diagonal also has tables for the board with rows
 * and columns swapped, but large ones only of the first tiles.
 */
static loyd_err
build(struct mtm_set *set, const loyd_class *cls, unsigned k, unsigned threads,
      struct monitor *m)
{
    bool is_square = cls->width == cls->height;
    bool knows_all = k + 1U == (unsigned)cls->width * cls->height;
    loyd_err err;

    set->sights.cls = *cls;
    err = add_tables(set, 0, k, false, threads, m);
    if (err != LOYD_OK || knows_all)
        return err;
    if (is_square && set->sights.n == 1) {
        err = add_tables(set, SWAP, k, false, threads, m);
        if (err == LOYD_OK && k < TILES_LARGE)
            err = add_tables(set, SWAP, k, true, threads, m);
        if (k == TILES_LARGE)
            return err;
    }
    return err == LOYD_OK ? add_tables(set, 0, k, true, threads, m) : err;
}

static loyd_err
set_of(struct mtm_class *c, unsigned k, unsigned threads, struct monitor *m,
       const struct mtm_sights **found)
{
    unsigned n_tiles = (unsigned)c->cls.width * c->cls.height - 1;
    struct mtm_set *set = k == TILES_LARGE ? &c->large : &c->small;
    loyd_err err = LOYD_OK;

    if (n_tiles <= PATTERN_TILES_MAX)
        k = n_tiles;
    if (set->sights.n == 0)
        err = build(set, &c->cls, k, threads, m);
    if (err != LOYD_OK)
        set_free(set);
    *found = &set->sights;
    return err;
}

/* Looks up every open job of a batch. */
struct in_table {
    const struct mtm_whole *table;
    struct search_batch *batch;
};

static void
look_up_member(struct team *t, unsigned member, void *context)
{
    const struct in_table *l = context;
    struct search_batch *b = l->batch;
    size_t i;

    (void)t;
    (void)member;
    while (!atomic_load(&b->monitor->is_stopped) &&
           (i = atomic_fetch_add(&b->next, 1)) < b->n_jobs) {
        struct search_job *job = &b->jobs[i];
        size_t n_done;

        if (job->end != SEARCH_OPEN)
            continue;
        job->err = mtm_whole_solve(l->table, job);
        job->end = job->err != LOYD_OK ? SEARCH_FAILED
                   : job->limit != 0 && job->lower > job->limit
                       ? SEARCH_LIMIT
                       : SEARCH_SOLVED;
        n_done = atomic_fetch_add(&b->n_done, 1) + 1;
        if (n_done % TICK == 0)
            (void)monitor_tell(b->monitor, "solving", b->n_before + n_done,
                               b->n_all);
    }
}

static loyd_err
look_up(struct mtm_class *c, struct search_batch *batch, unsigned threads)
{
    struct in_table l = {&c->whole, batch};
    loyd_err err = LOYD_OK;

    if (c->whole.second == NULL) {
        mtm_whole_plan(&c->whole, &c->cls);
        err = mtm_whole_build(&c->whole, threads, batch->monitor);
        if (err != LOYD_OK)
            mtm_whole_free(&c->whole);
    }
    atomic_store(&batch->next, 0);
    if (threads > batch->n_jobs / 64 + 1)
        threads = (unsigned)(batch->n_jobs / 64 + 1);
    return err == LOYD_OK ? team_run(threads, look_up_member, &l) : err;
}

static loyd_err
search(struct mtm_class *c, bool is_large, struct search_batch *batch,
       unsigned threads)
{
    const struct mtm_sights *sights;
    loyd_err err = set_of(c, is_large ? TILES_LARGE : TILES_SMALL, threads,
                          batch->monitor, &sights);

    atomic_store(&batch->n_nodes, 0);
    if (err == LOYD_OK)
        err = mtm_search_run(sights, batch, threads);
    if (!is_large)
        c->small_nodes += atomic_load(&batch->n_nodes);
    return err;
}

static bool
all_ended(const struct search_batch *b)
{
    for (size_t i = 0; i < b->n_jobs; i++)
        if (b->jobs[i].end == SEARCH_OPEN)
            return false;
    return true;
}

loyd_err
mtm_run(struct mtm_stock *s, const loyd_class *cls, struct search_batch *batch,
        loyd_tables size, unsigned threads)
{
    unsigned n = (unsigned)cls->width * cls->height;
    bool may_grow, is_large;
    struct mtm_class *c;
    loyd_err err = find(s, cls, &c);

    if (n <= PATTERN_TILES_MAX + 1)
        size = LOYD_TABLES_SMALL; /* the only ones */
    may_grow = size == LOYD_TABLES_AUTO;
    is_large = size == LOYD_TABLES_LARGE;
    while (err == LOYD_OK) {
        is_large =
            is_large || (may_grow && c->small_nodes >= c->worth_large);
        batch->node_stop =
            may_grow && !is_large ? c->worth_large - c->small_nodes : 0;
        err = is_large && is_whole(cls)
                  ? look_up(c, batch, threads)
                  : search(c, is_large, batch, threads);
        if (err == LOYD_E_NOMEM && is_large && may_grow) {
            is_large = may_grow = false; /* stay with the small ones */
            err = LOYD_OK;
        } else if (err != LOYD_OK || all_ended(batch) || is_large ||
                   atomic_load(&batch->monitor->is_stopped)) {
            break;
        }
    }
    return err;
}
