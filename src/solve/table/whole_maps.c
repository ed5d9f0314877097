/* SPDX-License-Identifier: MIT */
/* Moves blocks of words for slides up and down. */
#include "solve/table/whole_maps.h"

#include <stdlib.h>
#include <string.h>

static void
map_blocks(const struct word_order *order, uint32_t *out, const uint32_t *in,
           uint32_t n_in, unsigned from, unsigned to)
{
    const struct whole_maps *maps = (const struct whole_maps *)order;
    const struct block_map *map = &maps->map[from][to];
    uint32_t n = map->n_words, group = map->n_blocks * n;

    for (uint32_t at = 0; at < n_in; at += group) {
        const uint32_t *blocks = in + at;

        for (uint32_t b = 0; b < map->n_blocks; b++, out += n) {
            const uint32_t *block = blocks + (size_t)map->source[b] * n;

            if (n == 1)
                *out = *block;
            else if (n == 5) /* without a call */
                memcpy(out, block, 5 * sizeof(*out));
            else
                memcpy(out, block, n * sizeof(*out));
        }
    }
}

static loyd_err
make_map(struct whole_maps *m, unsigned from, unsigned to)
{
    unsigned first = from < to ? from : to, last = from < to ? to : from;
    unsigned k = m->order.k;
    struct block_map *map = &m->map[from][to];

    if (map->source != NULL || from == to)
        return LOYD_OK;
    map->n_blocks = map->n_words = 1;
    for (unsigned i = first; i < m->order.high; i++)
        *(i <= last ? &map->n_blocks : &map->n_words) *= k - i;
    map->source = malloc(map->n_blocks * sizeof(*map->source));
    if (map->source == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t i = 0; i < map->n_blocks; i++)
        map->source[i] =
            perm_digits_rotate(i, k, first, last - first + 1, from, to);
    return LOYD_OK;
}

loyd_err
whole_maps_make(struct whole_maps *m, const struct whole *w)
{
    unsigned across = w->cls.width,
             h = w->k > LOW_TILES ? w->k - LOW_TILES : 0;
    loyd_err err = LOYD_OK;

    m->order = (struct word_order){.kernel = word_kernel_get(false),
                                   .k = w->k,
                                   .high = h,
                                   .n_words = w->n_words,
                                   .pass_high = map_blocks};
    m->order.pass_across = m->order.kernel->fives;

    for (unsigned p = 0; err == LOYD_OK && p + across < w->n; p++) {
        unsigned q = p + across - 1; /* a move affects places p to q */
        unsigned end = q < h ? q : h - 1;

        if (p >= h)
            break;
        err = make_map(m, p, end);
        if (err == LOYD_OK)
            err = make_map(m, end, p);
    }
    return err;
}

uint32_t
whole_maps_group(const struct whole_maps *m, unsigned place, uint32_t least)
{
    uint32_t n = 1;

    for (unsigned i = m->order.high; i-- > 0 && (i >= place || n < least);)
        n *= m->order.k - i;
    return n;
}

void
whole_maps_free(struct whole_maps *m)
{
    for (unsigned i = 0; i < WHOLE_CELLS_MAX; i++)
        for (unsigned j = 0; j < WHOLE_CELLS_MAX; j++)
            free(m->map[i][j].source);
}
