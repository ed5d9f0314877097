/* SPDX-License-Identifier: MIT */
/*
 * Plans and builds a whole-state table, bit-parallel (whole_maps.h). For each
 * cell of the blank, the orders reached are a bit vector. As with patterns,
 * even and odd levels belong to different cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/table/levels.h"
#include "solve/table/memory.h"
#include "solve/table/partition.h"
#include "solve/table/whole_maps.h"

void
whole_plan(struct whole *w, const loyd_class *cls)
{
    uint32_t orders = 1;

    memset(w, 0, sizeof(*w));
    w->cls = *cls;
    w->n = (unsigned)cls->width * cls->height;
    w->k = w->n - 1;
    for (unsigned i = w->k; i-- > 0;) {
        w->weight[i] = orders;
        orders *= w->k - i;
    }
    w->n_words = (orders + WORD_ORDERS - 1) / WORD_ORDERS;
    for (unsigned c = 0; c < w->n; c++)
        w->tile[c] = (uint8_t)(c - (c > cls->blank));
}

uint64_t
whole_bytes(const struct whole *w)
{
    return (uint64_t)w->n * w->n_words * sizeof(*w->second);
}

void
whole_free(void *owner)
{
    struct whole *w = owner;

    memory_free(w->second);
    w->second = NULL;
}

struct builder {
    struct levels levels;
    struct whole_maps maps;
    struct whole *table;
    uint32_t *reached; /* [n][n_words] */
    uint16_t changed[WHOLE_CELLS_MAX];
    uint64_t n_reached[WHOLE_CELLS_MAX]; /* if levels are counted */
    uint64_t n_before;
};

/* Returns what a neighbour has reached, seen with the blank in `cell`. */
static const uint32_t *
seen_from(const struct builder *b, unsigned cell, unsigned neighbour,
          uint32_t *scratch)
{
    const struct whole *w = b->table;
    const uint32_t *in = b->reached + (size_t)neighbour * w->n_words;
    unsigned across = w->cls.width;

    if (neighbour + across == cell)
        return word_rotate(&b->maps.order, in, cell - 1, neighbour, scratch,
                           scratch + w->n_words);
    if (cell + across == neighbour)
        return word_rotate(&b->maps.order, in, cell, neighbour - 1, scratch,
                           scratch + w->n_words);
    return in;
}

/*
 * Adds the new states with the blank in `cell`. Returns true if there are any.
 */
static bool
pull(struct builder *b, unsigned cell, uint32_t *scratch)
{
    const struct whole *w = b->table;
    uint32_t *sum = scratch + (size_t)2 * w->n_words, left;
    size_t bytes = w->n_words * sizeof(*sum);
    bool has_any = false;

    for (unsigned d = 0; d < 4; d++) {
        uint8_t neighbour =
            cell_of_tile(w->cls.width, w->cls.height, cell, (loyd_dir)d);
        const uint32_t *in;

        if (neighbour == CELL_NONE ||
            b->changed[neighbour] + 1U != b->levels.level)
            continue;
        if (!monitor_look(b->levels.monitor))
            return false;
        in = seen_from(b, cell, neighbour, scratch);
        if (has_any)
            b->maps.order.kernel->merge(sum, in, w->n_words);
        else
            memcpy(sum, in, bytes);
        has_any = true;
    }
    return has_any && b->maps.order.kernel->settle(
                          sum, b->reached + (size_t)cell * w->n_words,
                          w->second + (size_t)cell * w->n_words, w->n_words,
                          b->levels.level >> 1 & 1, &left) != 0;
}

/* Counts the states reached with the blank in `cell`. */
static void
count_reached(struct builder *b, unsigned cell)
{
    const uint32_t *word = b->reached + (size_t)cell * b->table->n_words;
    uint64_t n = 0;

    for (uint32_t i = 0; i < b->table->n_words; i++)
        n += (unsigned)__builtin_popcount(word[i]);
    b->n_reached[cell] = n;
}

/* Counts the states of a level: all reached, minus those of earlier levels. */
static void
count_level(struct levels *l)
{
    struct builder *b = (struct builder *)l;
    uint64_t n = 0;

    for (unsigned c = 0; c < b->table->n; c++)
        n += b->n_reached[c];
    if (l->level < WHOLE_LEVELS_MAX)
        b->table->levels[l->level] = n - b->n_before;
    b->n_before = n;
}

/* Returns the parity of the levels at which the blank is in `cell`. */
static unsigned
parity(const struct whole *w, unsigned cell)
{
    return cell_taxicab(cell, w->cls.blank, w->cls.width) & 1;
}

static void
search(struct levels *l, struct team *t, unsigned member, void *scratch)
{
    struct builder *b = (struct builder *)l;
    unsigned cell;

    (void)t;
    (void)member;
    while ((cell = atomic_fetch_add(&l->next, 1u)) < b->table->n)
        if (parity(b->table, cell) == (l->level & 1) &&
            pull(b, cell, scratch)) {
            b->changed[cell] = (uint16_t)l->level;
            if (b->table->levels != NULL)
                count_reached(b, cell);
            atomic_store(&l->has_new, true);
        }
}

loyd_err
whole_build(void *owner, unsigned threads, struct monitor *m)
{
    struct whole *w = owner;
    struct builder b = {.levels.monitor = m, .table = w};
    size_t bytes = w->n_words * sizeof(uint32_t);
    const struct level_kind kind = {.scratch_bytes = 3 * bytes,
                                    .search = search,
                                    .end = w->levels != NULL ? count_level
                                                             : NULL};
    loyd_err err = LOYD_OK;

    if (threads > w->n / 2)
        threads = w->n / 2; /* cells per level */
    w->second = monitor_zero(m, w->n * bytes);
    b.reached = monitor_zero(m, w->n * bytes);
    if (w->second == NULL || b.reached == NULL)
        err = monitor_lack(m);
    else
        err = whole_maps_make(&b.maps, w);
    if (err != LOYD_OK)
        goto fail;
    for (unsigned c = 0; c < w->n; c++)
        b.changed[c] = LEVEL_NEVER;
    b.reached[(size_t)w->cls.blank * w->n_words] = 1;
    b.changed[w->cls.blank] = 0;
    b.n_reached[w->cls.blank] = 1;
    if (w->levels != NULL)
        count_level(&b.levels);
    err = levels_run(&b.levels, &kind, threads);
fail:
    memory_free(b.reached);
    whole_maps_free(&b.maps);
    return err;
}

/* Whole-state tables are never kept in files. */

static loyd_err
plan(void *owner, const loyd_class *cls, loyd_tables size)
{
    (void)size;
    whole_plan(owner, cls);
    return LOYD_OK;
}

static void
describe(const void *owner, struct table_body *b)
{
    const struct whole *w = owner;

    table_body_add(b, w->second, whole_bytes(w));
}

const struct table_kind whole_kind = {
    .metric = LOYD_STM,
    .owner_bytes = sizeof(struct whole),
    .nodes_per_byte = TABLE_NODES_PER_BYTE,
    .plan = plan,
    .describe = describe,
    .build = whole_build,
    .free = whole_free,
};
