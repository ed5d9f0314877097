/* SPDX-License-Identifier: MIT */
/*
 * Expands one node. Other than in the search of a batch (expand.c), there is
 * no other board to work on while an entry is fetched, so the entries of all
 * children are fetched in both views before the first is read.
 */
#include "solve/search/children.h"

#include <string.h>

#include "solve/table/processor.h"

void
child_cells_make(const loyd_class *cls, struct child_cells *cells)
{
    for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
        for (unsigned d = 0; d < 4; d++)
            cells->from[c][d] =
                cell_of_tile(cls->width, cls->height, c, (loyd_dir)d);
}

INLINE void
ask(struct form f, const struct heuristic *h, const struct child_cells *cells,
    const uint64_t *node, struct family *family)
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned blank = place_blank(p), came = place_dir(p), n = 0;

    for (unsigned d = 0; d < 4; d++) {
        struct child *c = family->child[n];
        unsigned cell = cells->from[blank][d];

        if (cell == CELL_NONE || (came != AT_ROOT && d == (came ^ 2)))
            continue;
        for (unsigned v = 0; v < VIEWS; v++) {
            c[v].cell = cell;
            c[v].dir = d;
            view_move(f, h, node, v, h->cell[v][cell], h->cell[v][blank],
                      &c[v]);
        }
        n++;
    }
    family->n = n;
}

INLINE unsigned
get(struct form f, const uint64_t *node, unsigned most,
    const struct family *family, uint64_t *out[4], uint8_t dir[4])
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned n = 0;

    for (unsigned i = 0; i < family->n; i++) {
        struct child c[VIEWS] = {family->child[i][0], family->child[i][1]};
        unsigned a = view_read(0, place_sum(p, 0), &c[0]);
        unsigned b = view_read(1, place_sum(p, 1), &c[1]);
        uint64_t *child = out[n];

        if (a > most || b > most)
            continue;
        memcpy(child, node, BOARD_WORD(f) * sizeof(*child));
        for (unsigned v = 0; v < VIEWS; v++)
            child[v * f.groups + c[v].group[v]] = c[v].moved[v];
        child[BOARD_WORD(f)] =
            f.is_small
                ? nibbles_move(node[BOARD_WORD(f)], c[0].cell, place_blank(p))
                : 0;
        child[BOARD_WORD(f) + 1] =
            place_make(place_depth(p) + 1, c[0].cell, c[0].dir) |
            (uint64_t)b << 16 | a;
        dir[n++] = (uint8_t)c[0].dir;
    }
    return n;
}

/* One instance per shape of node, each compiled twice (processor.h). */
#define INSTANCE(name, suffix, target, groups, small)                         \
    target static void name##_ask##suffix(                                    \
        const struct heuristic *h, const struct child_cells *cells,           \
        const uint64_t *node, struct family *family)                          \
    {                                                                         \
        ask((struct form){groups, small, false, false}, h, cells, node,       \
            family);                                                          \
    }                                                                         \
    target static unsigned name##_get##suffix(                                \
        const uint64_t *node, unsigned most, const struct family *family,     \
        uint64_t *child[4], uint8_t dir[4])                                   \
    {                                                                         \
        return get((struct form){groups, small, false, false}, node, most,    \
                   family, child, dir);                                       \
    }

#define INSTANCES(name, groups, small)                                        \
    INSTANCE(name, , , groups, small)                                         \
    INSTANCE(name, _fast, PROCESSOR_FAST, groups, small)

INSTANCES(small_2, 2, true)
INSTANCES(small_3, 3, true)
INSTANCES(wide_3, 3, false)
INSTANCES(wide_4, 4, false)
INSTANCES(wide_5, 5, false)
INSTANCES(wide_6, 6, false)
INSTANCES(wide_7, 7, false)

#define ROW(name, groups, small)                                              \
    {                                                                         \
        {groups, small, false, false}, {name##_ask, name##_get},              \
        {                                                                     \
            name##_ask_fast, name##_get_fast                                  \
        }                                                                     \
    }

static const struct instance {
    struct form form;
    struct child_functions portable;
    struct child_functions fast;
} instances[] = {
    ROW(small_2, 2, true), ROW(small_3, 3, true), ROW(wide_3, 3, false),
    ROW(wide_4, 4, false), ROW(wide_5, 5, false), ROW(wide_6, 6, false),
    ROW(wide_7, 7, false),
};

const struct child_functions *
children_of(const struct heuristic *h)
{
    for (size_t i = 0; i < sizeof(instances) / sizeof(instances[0]); i++)
        if (instances[i].form.groups == h->n_groups &&
            instances[i].form.is_small == h->has_small_index)
            return processor_is_fast() ? &instances[i].fast
                                       : &instances[i].portable;
    return NULL;
}
