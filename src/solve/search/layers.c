/* SPDX-License-Identifier: MIT */
/* Breadth-first search from a board, for its first moves. */
#include "solve/search/layers.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/board.h"

#define NONE UINT32_MAX

/* The boards so far, by hash: an open table of indices. */
struct index {
    uint32_t *at;
    size_t mask;
};

static size_t
cells_of(const struct permuted *board)
{
    return (size_t)board->width * board->height;
}

/* Returns the place of a board in the index, or the free one for it. */
static uint32_t *
place_of(const struct index *index, const struct layers *l,
         const struct permuted *board)
{
    uint64_t hash = 0;
    size_t i;

    for (size_t c = 0; c < cells_of(board); c++)
        hash = (hash ^ board->home[c]) * UINT64_C(0x9E3779B97F4A7C15) ^
               hash >> 29;
    i = (size_t)(hash ^ hash >> 32) & index->mask;
    while (index->at[i] != NONE &&
           memcmp(l->at[index->at[i]].board.home, board->home,
                  cells_of(board)) != 0)
        i = (i + 1) & index->mask;
    return &index->at[i];
}

/* Adds a board that is new. */
static loyd_err
add(struct layers *l, const struct index *index,
    const struct layer_board *added)
{
    uint32_t *place = place_of(index, l, &added->board);

    if (*place != NONE)
        return LOYD_OK;
    if (!ARRAY_ROOM(l->at, l->room, l->n + 1))
        return LOYD_E_NOMEM;
    *place = (uint32_t)l->n;
    l->at[l->n++] = *added;
    return LOYD_OK;
}

/* Adds the boards one move after board `from`, in canonical order. */
static loyd_err
add_children(struct layers *l, const struct index *index, size_t from,
             const uint8_t order[4])
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < 4; i++) {
        struct layer_board next = {.board = l->at[from].board,
                                   .from = (uint32_t)from,
                                   .dir = order[i]};

        if (cell_of_tile(next.board.width, next.board.height,
                         next.board.blank, (loyd_dir)order[i]) == CELL_NONE)
            continue;
        permuted_move(&next.board, (loyd_dir)order[i]);
        err = add(l, index, &next);
    }
    return err;
}

/* Finds the boards of the last layer that come from each: a range, as the
   layers are in order. Boards without any have an empty one. */
static void
count_ends(struct layers *l)
{
    for (size_t i = l->n; i-- > 0;) {
        struct layer_board *b = &l->at[i], *from = &l->at[b->from];

        if (i >= l->first) {
            b->first = (uint32_t)i;
            b->end = (uint32_t)i + 1;
        }
        if (i == 0 || b->end == 0)
            continue;
        from->first = b->first;
        from->end = from->end == 0 ? b->end : from->end;
    }
}

loyd_err
layers_make(struct layers *l, const struct permuted *start,
            const uint8_t rank[4], size_t wanted, unsigned most)
{
    struct index index = {.mask = 63};
    uint8_t order[4];
    loyd_err err;

    *l = (struct layers){.at = NULL};
    for (unsigned d = 0; d < 4; d++)
        order[rank[d]] = (uint8_t)d;
    /* A layer has at most three times as many boards as the one before, and
       all layers together less than three times as many as the last but
       one. */
    while (index.mask < 16 * wanted)
        index.mask = 2 * index.mask + 1;
    index.at = malloc((index.mask + 1) * sizeof(*index.at));
    if (index.at == NULL)
        return LOYD_E_NOMEM;
    memset(index.at, 0xFF, (index.mask + 1) * sizeof(*index.at)); /* NONE */
    err = add(l, &index, &(struct layer_board){.board = *start});
    while (err == LOYD_OK && l->n - l->first < wanted && l->depth < most) {
        size_t end = l->n;

        for (size_t i = l->first; err == LOYD_OK && i < end; i++)
            err = add_children(l, &index, i, order);
        l->first = end;
        l->depth++;
    }
    free(index.at);
    if (err == LOYD_OK)
        count_ends(l);
    return err;
}

void
layers_free(struct layers *l)
{
    free(l->at);
}

loyd_err
layers_path(const struct layers *l, size_t i, loyd_moves *path)
{
    loyd_err err = LOYD_OK;

    if (i > 0 && (err = layers_path(l, l->at[i].from, path)) == LOYD_OK)
        err = moves_push(path, (loyd_dir)l->at[i].dir);
    return err;
}
