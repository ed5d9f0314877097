/* SPDX-License-Identifier: MIT */
/* Numbers the pairs (set of cells, region of the blank) of a size and k. */
#include "solve/table/region.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* choose[n][k]: binomial coefficients, by Pascal's triangle. */
typedef uint32_t triangle[REGION_CELLS_MAX + 1][PATTERN_TILES_MAX + 1];

static void
triangle_make(triangle choose)
{
    memset(choose, 0, sizeof(triangle));
    for (unsigned n = 0; n <= REGION_CELLS_MAX; n++) {
        choose[n][0] = 1;
        for (unsigned k = 1; n > 0 && k <= PATTERN_TILES_MAX; k++)
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
}

/* Returns the cells of `area` that can be reached from `seed`. */
static uint32_t
flood(const struct region_space *space, uint32_t seed, uint32_t area)
{
    unsigned w = space->width;
    uint32_t reached = seed;

    for (;;) {
        uint32_t more = reached | (reached & ~space->right) << 1 |
                        (reached & ~space->left) >> 1 | reached << w |
                        reached >> w;

        more &= area;
        if (more == reached)
            return reached;
        reached = more;
    }
}

/* Splits the free cells of a set into regions, largest first. */
static unsigned
split(const struct region_space *space, uint32_t mask, uint32_t *regions)
{
    uint32_t area = ~mask & (uint32_t)((UINT64_C(1) << space->cells) - 1);
    unsigned n = 0;

    while (area != 0) {
        uint32_t r = flood(space, area & -area, area);
        unsigned i = n++;

        area &= ~r;
        for (; i > 0 &&
               __builtin_popcount(regions[i - 1]) < __builtin_popcount(r);
             i--)
            regions[i] = regions[i - 1];
        regions[i] = r;
    }
    return n;
}

/*
 * Fills one chunk for masks with `below` bits in lower chunks; masks with more
 * than k bits in all are not needed.
 */
static void
fill_ranks(const struct region_space *space, triangle choose, unsigned base,
           unsigned below, uint32_t *rank)
{
    for (uint32_t m = 1; m < 1u << RANK_CHUNK_BITS; m++) {
        unsigned top = 31 - (unsigned)__builtin_clz(m);
        unsigned nth = below + (unsigned)__builtin_popcount(m);

        if (base + top < space->cells && nth <= space->k)
            rank[m] = rank[m ^ 1u << top] + choose[base + top][nth];
    }
}

static loyd_err
make_ranks(struct region_space *space, triangle choose)
{
    for (unsigned chunk = 0; chunk < RANK_CHUNKS; chunk++) {
        unsigned base = chunk * RANK_CHUNK_BITS;

        /* k + 1 rows: no mask in use has more bits below. */
        space->rank[chunk] =
            calloc(space->k + 1u, sizeof(*space->rank[chunk]));
        if (space->rank[chunk] == NULL)
            return LOYD_E_NOMEM;
        for (unsigned below = 0; below <= space->k && base < space->cells;
             below++)
            fill_ranks(space, choose, base, below, space->rank[chunk][below]);
    }
    return LOYD_OK;
}

/* Returns the next mask with the same number of bits (Gosper's hack). */
static uint32_t
next_mask(uint32_t mask)
{
    uint64_t m = mask, low = m & -m, sum = m + low;

    return (uint32_t)(((sum ^ m) >> 2) / low | sum);
}

static loyd_err
make_regions(struct region_space *space)
{
    uint32_t mask = (1u << space->k) - 1, n = 0;
    size_t room = 0;

    space->set = malloc(space->n_sets * sizeof(*space->set));
    space->first = malloc((space->n_sets + 1) * sizeof(*space->first));
    space->head = malloc(space->n_sets * sizeof(*space->head));
    if (space->set == NULL || space->first == NULL || space->head == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t s = 0; s < space->n_sets; s++) {
        if (!ARRAY_ROOM(space->region, room, n + REGION_CELLS_MAX))
            return LOYD_E_NOMEM;
        space->set[s] = mask;
        space->first[s] = n;
        n += split(space, mask, space->region + n);
        space->head[s] =
            (uint64_t)space->first[s] << 32 | space->region[space->first[s]];
        if (s + 1 < space->n_sets)
            mask = next_mask(mask);
    }
    space->first[space->n_sets] = n;
    space->n_regions = n;
    return LOYD_OK;
}

static uint64_t
set_entry(const struct region_space *space, uint32_t s)
{
    uint64_t entry = (uint64_t)space->first[s] << 48;

    for (uint32_t r = space->first[s] + 1; r < space->first[s + 1]; r++)
        for (uint32_t left = space->region[r]; left != 0; left &= left - 1)
            entry |= (uint64_t)(r - space->first[s])
                     << 3 * (unsigned)__builtin_ctz(left);
    return entry;
}

static loyd_err
make_index(struct region_space *space)
{
    struct region_index *index;
    uint8_t n[9] = {0}; /* bytes per number of bits */

    if (space->cells > 16 || space->n_regions > UINT16_MAX)
        return LOYD_OK;
    index = calloc(1, sizeof(*index) + space->n_sets * sizeof(index->set[0]));
    if ((space->index = index) == NULL)
        return LOYD_E_NOMEM;
    for (unsigned byte = 0; byte < 1u << 8; byte++)
        index->rank[byte] = n[__builtin_popcount(byte)]++;
    for (uint32_t s = space->n_sets; s-- > 0;) {
        index->set[s] = set_entry(space, s);
        index->first[space->set[s] >> 8] = (uint16_t)s;
    }
    return LOYD_OK;
}

loyd_err
region_space_make(struct region_space *space, unsigned width, unsigned height,
                  unsigned k)
{
    triangle choose;
    loyd_err err;

    triangle_make(choose);
    memset(space, 0, sizeof(*space));
    space->width = (uint8_t)width;
    space->height = (uint8_t)height;
    space->cells = (uint8_t)(width * height);
    space->k = (uint8_t)k;
    for (unsigned c = 0; c < space->cells; c += width)
        space->left |= 1u << c;
    space->right = space->left << (width - 1);
    for (unsigned c = 0; c < space->cells; c++)
        space->odd |= ((c % width + c / width) & 1u) << c;
    space->n_sets = choose[space->cells][k];
    if ((err = make_ranks(space, choose)) != LOYD_OK ||
        (err = make_regions(space)) != LOYD_OK ||
        (err = make_index(space)) != LOYD_OK)
        region_space_free(space);
    return err;
}

void
region_space_free(struct region_space *space)
{
    free(space->set);
    free(space->first);
    free(space->region);
    free(space->head);
    for (unsigned chunk = 0; chunk < RANK_CHUNKS; chunk++)
        free(space->rank[chunk]);
    free(space->index);
    memset(space, 0, sizeof(*space));
}
