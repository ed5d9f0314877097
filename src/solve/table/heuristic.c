/* SPDX-License-Identifier: MIT */
/* Plans and builds the tables of one class. */
#include "solve/table/heuristic.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "solve/table/memory.h"

#define BUILT_APART_BYTES (16u << 20)

static uint32_t
group_home(const struct heuristic *h, const uint8_t *group_of_cell,
           unsigned view, unsigned group)
{
    uint32_t home = 0;
    unsigned n = (unsigned)h->cls.width * h->cls.height;

    for (unsigned c = 0; c < n; c++)
        if (group_of_cell[c] == group && c != h->cell[view][h->cls.blank])
            home |= 1u << c;
    return home;
}

static loyd_err
need_space(struct heuristic *h, unsigned k)
{
    loyd_err err;

    if (h->ranks[k] != NULL)
        return LOYD_OK;
    err = region_space_make(&h->space[k], h->cls.width, h->cls.height, k);
    if (err != LOYD_OK)
        return err;
    if ((h->ranks[k] = malloc(sizeof(*h->ranks[k]))) == NULL)
        return LOYD_E_NOMEM;
    perm_ranks_make(h->ranks[k], k);
    if (h->space[k].index == NULL)
        h->has_small_index = false;
    return LOYD_OK;
}

static loyd_err
plan_table(struct heuristic *h, const uint8_t *group_of_cell, unsigned view,
           unsigned group)
{
    uint32_t home = group_home(h, group_of_cell, view, group);
    unsigned k = (unsigned)__builtin_popcount(home);
    struct pdb *table = &h->table[view][group], *first = &h->table[0][group];
    loyd_err err = need_space(h, k);

    if (err != LOYD_OK)
        return err;
    pdb_plan(table, &h->space[k], h->ranks[k], home,
             h->cell[view][h->cls.blank]);
    /* The same tiles and, for their homes, the same region of the blank. */
    h->is_shared[view][group] =
        view > 0 && home == first->home &&
        region_number(table->space, home, table->blank) ==
            region_number(first->space, home, first->blank);
    if (!h->is_shared[view][group])
        h->bytes += table->n_words * sizeof(*table->bits);
    return LOYD_OK;
}

loyd_err
heuristic_plan(void *owner, const loyd_class *cls, loyd_tables size)
{
    struct heuristic *h = owner;
    uint8_t group_of_cell[REGION_CELLS_MAX];
    unsigned mirror, n = (unsigned)cls->width * cls->height;
    loyd_err err = LOYD_OK;

    memset(h, 0, sizeof(*h));
    h->cls = *cls;
    h->partition = partition_find(cls, size);
    h->n_groups = partition_groups(h->partition, group_of_cell);
    h->has_small_index = true;
    mirror = partition_mirror(h->partition, cls->blank);
    for (unsigned c = 0; c < n; c++) {
        h->cell[0][c] = (uint8_t)c;
        h->cell[1][c] = symmetry_cell(mirror, cls->width, cls->height, c);
    }
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; err == LOYD_OK && g < h->n_groups; g++)
            err = plan_table(h, group_of_cell, v, g);
    if (err != LOYD_OK)
        heuristic_free(h);
    return err;
}

/* Tables under construction by several threads. */
struct building {
    struct heuristic *h;
    unsigned threads; /* per table */
    struct monitor *monitor;
    atomic_uint next;
    atomic_int err;
};

static loyd_err
build_table(struct building *b, unsigned view, unsigned group,
            struct workspace *workspace)
{
    struct pdb *table = &b->h->table[view][group];

    if (b->h->is_shared[view][group])
        return LOYD_OK;
    table->bits = memory_new(table->n_words * sizeof(*table->bits));
    return table->bits != NULL
               ? pdb_build(table, b->threads, b->monitor, workspace)
               : LOYD_E_NOMEM;
}

static void
build_tables(struct team *t, unsigned member, void *context)
{
    struct building *b = context;
    struct workspace workspace = {.block = NULL};
    unsigned i;

    (void)t;
    (void)member;
    while (atomic_load(&b->err) == LOYD_OK &&
           (i = atomic_fetch_add(&b->next, 1)) < VIEWS * b->h->n_groups) {
        loyd_err err =
            build_table(b, i / b->h->n_groups, i % b->h->n_groups, &workspace);

        if (err != LOYD_OK)
            atomic_store(&b->err, (int)err);
    }
    workspace_free(&workspace);
}

/*
 * Builds small tables in parallel, one thread each, and large tables one after
 * the other, each on all threads.
 */
loyd_err
heuristic_build(void *owner, unsigned threads, struct monitor *m)
{
    struct heuristic *h = owner;
    bool is_apart = h->bytes < BUILT_APART_BYTES;
    struct building b = {
        .h = h, .threads = is_apart ? 1 : threads, .monitor = m};
    loyd_err err = team_run(is_apart ? threads : 1, build_tables, &b);

    if (err == LOYD_OK)
        err = (loyd_err)atomic_load(&b.err);
    if (err != LOYD_OK)
        return err;
    for (unsigned g = 0; g < h->n_groups; g++)
        if (h->is_shared[1][g])
            h->table[1][g].bits = h->table[0][g].bits;
    heuristic_ready(h);
    return LOYD_OK;
}

void
heuristic_ready(struct heuristic *h)
{
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const struct pdb *t = &h->table[v][g];

            h->lookup[v][g] = (struct lookup){
                t->bits, t->ranks, t->space->index, t->space, t->row_bits};
        }
}

void
heuristic_free(void *owner)
{
    struct heuristic *h = owner;

    for (unsigned v = 0; v < VIEWS && h->mapping == NULL; v++)
        for (unsigned g = 0; g < GROUPS_MAX; g++)
            if (!h->is_shared[v][g])
                memory_free(h->table[v][g].bits);
    if (h->mapping != NULL)
        munmap(h->mapping, h->mapping_bytes);
    for (unsigned k = 0; k <= PATTERN_TILES_MAX; k++) {
        region_space_free(&h->space[k]);
        free(h->ranks[k]);
    }
    memset(h, 0, sizeof(*h));
}
