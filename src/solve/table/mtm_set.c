/* SPDX-License-Identifier: MIT */
/* Chooses and builds the tables of lower bounds of a class in MTM. */
#include "solve/table/mtm_set.h"

#include <string.h>

#include "solve/table/orders.h"

#define SYMMETRIES 8

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

/*
 * Plans one table of k tiles, and adds every symmetry that keeps its goal's
 * blank as a sight.
 */
static loyd_err
add_table(struct mtm_set *set, unsigned symmetry, unsigned k, bool is_last)
{
    unsigned w = set->sights.cls.width, h = set->sights.cls.height;
    struct mtm_table *t = &set->tables[set->n_tables++];
    unsigned blank = symmetry_cell(symmetry, w, h, set->sights.cls.blank);
    uint32_t home = cells_of(w, h, blank, k, is_last);
    loyd_err err = mtm_table_plan(t, w, h, blank, home);

    for (unsigned s = 0; err == LOYD_OK && s < SYMMETRIES; s++) {
        /* The first one is that of the table. */
        unsigned other = s ^ symmetry;

        if (set->sights.n < SIGHTS_MAX && (!(other & SWAP) || w == h) &&
            symmetry_cell(other, w, h, set->sights.cls.blank) == blank &&
            set->sights.n < 2 * set->n_tables)
            mtm_sight_add(&set->sights, t, other);
    }
    return err;
}

/*
 * Plans the tables of the first and of the last k tiles. A square whose
 * goal's blank is not on its diagonal also has tables for the board with rows
 * and columns swapped, but large ones only of the first tiles.
 */
loyd_err
mtm_set_plan(struct mtm_set *set, const loyd_class *cls, unsigned k)
{
    unsigned n_tiles = (unsigned)cls->width * cls->height - 1;
    bool is_crossed, takes_last;
    loyd_err err;

    if (n_tiles <= PATTERN_TILES_MAX)
        k = n_tiles;
    memset(set, 0, sizeof(*set));
    set->sights.cls = *cls;
    err = add_table(set, 0, k, false);
    is_crossed = cls->width == cls->height && set->sights.n == 1;
    takes_last = !is_crossed || k < TILES_LARGE;
    if (err == LOYD_OK && k < n_tiles && is_crossed)
        err = add_table(set, SWAP, k, false);
    if (err == LOYD_OK && k < n_tiles && is_crossed && takes_last)
        err = add_table(set, SWAP, k, true);
    if (err == LOYD_OK && k < n_tiles && takes_last)
        err = add_table(set, 0, k, true);
    if (err != LOYD_OK)
        mtm_set_free(set);
    return err;
}

loyd_err
mtm_set_build(void *owner, unsigned threads, struct monitor *m)
{
    struct mtm_set *set = owner;
    struct orders orders = {.levels.monitor = m};
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < set->n_tables; i++)
        err = mtm_table_build(&set->tables[i], threads, &orders);
    orders_free(&orders);
    if (err == LOYD_OK)
        mtm_sights_ready(&set->sights);
    return err;
}

void
mtm_set_free(void *owner)
{
    struct mtm_set *set = owner;

    for (unsigned i = 0; i < MTM_TABLES_MAX; i++)
        mtm_table_free(&set->tables[i]);
    memset(set, 0, sizeof(*set));
}
