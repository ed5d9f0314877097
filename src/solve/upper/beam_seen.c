/* SPDX-License-Identifier: MIT */
/* The boards that a beam has reached, by hash. */
#include "solve/upper/beam_seen.h"

#include <stdlib.h>

#define BITS_MIN 12
#define BITS_MAX 22 /* 16 MB */

static uint64_t
mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

loyd_err
beam_seen_make(struct beam_seen *s, unsigned n_cells, uint64_t nodes)
{
    unsigned bits = BITS_MIN;

    while (bits < BITS_MAX && nodes >> bits != 0)
        bits++;
    s->mask = (UINT64_C(1) << bits) - 1;
    s->rest = calloc((size_t)s->mask + 1, sizeof(*s->rest));
    s->hash = malloc(n_cells * sizeof(*s->hash));
    if (s->rest == NULL || s->hash == NULL)
        return LOYD_E_NOMEM;
    for (uint64_t home = 0; home < n_cells; home++)
        for (uint64_t c = 0; c < n_cells; c++)
            s->hash[home][c] =
                mix((home << 8 | c) * UINT64_C(0x9e3779b97f4a7c15));
    return LOYD_OK;
}

void
beam_seen_free(struct beam_seen *s)
{
    free(s->rest);
    free(s->hash);
}
