/* SPDX-License-Identifier: MIT */
/* The tables of one partition, and how two views look into them. */
#include "solve/table/heuristic.h"

#include <string.h>

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
plan_table(struct heuristic *h, const uint8_t *group_of_cell, unsigned view,
           unsigned group)
{
    uint32_t home = group_home(h, group_of_cell, view, group);
    unsigned k = (unsigned)__builtin_popcount(home);
    loyd_err err = pdb_set_need(&h->set, k);

    if (err != LOYD_OK)
        return err;
    h->number[view][group] =
        (uint8_t)pdb_set_add(&h->set, home, h->cell[view][h->cls.blank]);
    h->has_small_index &= h->set.space[k].index != NULL;
    return LOYD_OK;
}

static void
make_ready(void *owner)
{
    struct heuristic *h = owner;

    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            const struct pdb *t = &h->set.table[h->number[v][g]];

            h->table[v][g] = *t;
            h->lookup[v][g] = (struct lookup){
                t->bits, t->ranks, t->space->index, t->space, t->row_bits};
        }
}

loyd_err
heuristic_plan(void *owner, const loyd_class *cls, loyd_tables size)
{
    struct heuristic *h = owner;
    uint8_t group_of_cell[REGION_CELLS_MAX];
    unsigned mirror, n = (unsigned)cls->width * cls->height;
    loyd_err err = LOYD_OK;

    memset(h, 0, sizeof(*h));
    h->cls = h->set.cls = *cls;
    h->partition = partition_find(cls, size);
    h->set.is_kept = partition_is_kept(h->partition);
    h->set.ready = make_ready;
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
    if (err == LOYD_OK)
        make_ready(h);
    else
        pdb_set_free(h);
    return err;
}

const struct table_kind pattern_kind =
    PDB_SET_KIND(sizeof(struct heuristic), heuristic_plan);
