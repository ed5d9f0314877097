/* SPDX-License-Identifier: MIT */
/*
 * Expands one node. As in the search of a batch (expand.c), the view with the
 * larger estimate is looked up first, and the entries of all children are
 * fetched before the first is read.
 */
#include "solve/children.h"

#include <string.h>

#include "solve/processor.h"

void
child_cells_make(const loyd_class *cls, struct child_cells *cells)
{
    for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
        for (unsigned d = 0; d < 4; d++)
            cells->from[c][d] =
                cell_of_tile(cls->width, cls->height, c, (loyd_dir)d);
}

INLINE void
write_child(struct form f, const uint64_t *node, const struct child *c,
            unsigned first, unsigned other_sum, uint64_t *out)
{
    place p = node[BOARD_WORD(f) + 1];

    memcpy(out, node, BOARD_WORD(f) * sizeof(*out));
    for (unsigned v = 0; v < VIEWS; v++)
        out[v * f.groups + c->group[v]] = c->moved[v];
    out[BOARD_WORD(f)] = f.is_small ? nibbles_move(node[BOARD_WORD(f)],
                                                   c->cell, place_blank(p))
                                    : 0;
    out[BOARD_WORD(f) + 1] =
        place_make(place_depth(p) + 1, c->cell, c->dir) |
        (uint64_t)c->sum << 16 * first | (uint64_t)other_sum << 16 * !first;
}

INLINE void
ask(struct form f, const struct heuristic *h, const struct child_cells *cells,
    const uint64_t *node, struct family *family)
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned blank = place_blank(p), came = place_dir(p), n = 0;
    unsigned v = place_sum(p, 1) > place_sum(p, 0);

    for (unsigned d = 0; d < 4; d++) {
        struct child *c = &family->child[n];

        c->cell = cells->from[blank][d];
        c->dir = d;
        if (c->cell == CELL_NONE || (came != AT_ROOT && d == (came ^ 2)))
            continue;
        view_move(f, h, node, v, h->cell[v][c->cell], h->cell[v][blank], c);
        n++;
    }
    family->n = n;
    family->view = v;
}

INLINE unsigned
get(struct form f, const struct heuristic *h, const uint64_t *node,
    unsigned most, const struct family *family, uint64_t *out[4],
    uint8_t dir[4])
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned v = family->view, other = 1 - v, n_kept = 0, n = 0;
    unsigned blank = h->cell[other][place_blank(p)];
    struct child child[4];

    for (unsigned i = 0; i < family->n; i++) {
        struct child *c = &child[n_kept];

        *c = family->child[i];
        c->sum = view_read(v, place_sum(p, v), c);
        if (c->sum > most)
            continue;
        view_move(f, h, node, other, h->cell[other][c->cell], blank, c);
        n_kept++;
    }
    for (unsigned i = 0; i < n_kept; i++) {
        unsigned sum = view_read(other, place_sum(p, other), &child[i]);

        if (sum > most)
            continue;
        write_child(f, node, &child[i], v, sum, out[n]);
        dir[n++] = (uint8_t)child[i].dir;
    }
    return n;
}

/* One instance per shape of node, each compiled twice (processor.h). */
#define INSTANCE(name, suffix, target, groups, small)                         \
    target static void name##_ask##suffix(                                    \
        const struct heuristic *h, const struct child_cells *cells,           \
        const uint64_t *node, struct family *family)                          \
    {                                                                         \
        ask((struct form){groups, small}, h, cells, node, family);            \
    }                                                                         \
    target static unsigned name##_get##suffix(                                \
        const struct heuristic *h, const uint64_t *node, unsigned most,       \
        const struct family *family, uint64_t *child[4], uint8_t dir[4])      \
    {                                                                         \
        return get((struct form){groups, small}, h, node, most, family,       \
                   child, dir);                                               \
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
        {groups, small}, {name##_ask, name##_get},                            \
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
