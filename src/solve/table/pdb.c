/* SPDX-License-Identifier: MIT */
/* Pattern databases: their layout and their computation. */
#include "solve/table/pdb.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/table/orders.h"

static uint32_t
factorial(unsigned k)
{
    uint32_t f = 1;

    while (k > 1)
        f *= k--;
    return f;
}

/*
 * Returns the contribution of n numbers, 3 bits each, to the lexicographic
 * rank of a permutation of the numbers in `left`: for each, the count of
 * smaller ones not used earlier times the permutations of the rest. 0 if one
 * is not in `left`, or twice.
 */
static uint16_t
share_of(uint32_t sequence, unsigned n, uint32_t left)
{
    uint32_t rank = 0;

    for (; n > 0; n--, sequence >>= 3) {
        uint32_t bit = 1u << (sequence & 7);

        if ((left & bit) == 0)
            return 0;
        left ^= bit;
        rank += (unsigned)__builtin_popcount(left & (bit - 1)) *
                factorial((unsigned)__builtin_popcount(left));
    }
    return (uint16_t)rank;
}

void
perm_ranks_make(struct perm_ranks *ranks, unsigned k)
{
    unsigned n_first = k < 4 ? k : 4, n_last = k - n_first;

    for (uint32_t bits = 0; bits < 1u << 12; bits++) {
        uint32_t last = 0;

        /* Of the last numbers only their relative order matters. */
        for (unsigned i = 0; i < n_last; i++)
            last |= 1u << (bits >> 3 * i & 7);
        ranks->first[bits] = share_of(bits, n_first, (1u << k) - 1);
        ranks->last[bits] = share_of(bits, n_last, last);
    }
}

pattern
pattern_home(uint32_t home)
{
    unsigned k = (unsigned)__builtin_popcount(home);
    uint64_t seq = 0;

    for (unsigned i = 0; i < k; i++)
        seq |= (uint64_t)i << 3 * i;
    return seq << 32 | home;
}

void
pdb_plan(struct pdb *table, const struct region_space *space,
         const struct perm_ranks *ranks, uint32_t home, unsigned blank)
{
    *table = (struct pdb){
        .space = space, .ranks = ranks, .home = home, .blank = (uint8_t)blank};
    table->row_bits = (space->n_regions + 31u) & ~31u;
    table->n_words = table->row_bits / 32 * factorial(space->k);
}

/* The search is that of orders.h: the nodes are the regions. */

/*
 * Writes TRANSPOSE_WORDS words of every region into rows of the table. Returns
 * false if stopped.
 */
static bool
pack_words(const struct orders *o, unsigned word)
{
    const struct perm_words *words = &o->words;
    uint32_t x[32][TRANSPOSE_WORDS], *row[TRANSPOSE_WORDS];
    unsigned n = words->order.n_words - word,
             n_bits = words->order.k < LOW_TILES ? 6 : 24;
    uint64_t row_words = (o->n_nodes + 31u) / 32;

    if (n > TRANSPOSE_WORDS)
        n = TRANSPOSE_WORDS;
    if (words->order.k < 3)
        n_bits = words->order.k;
    for (unsigned l = 0; l < n; l++)
        row[l] = o->out + perm_words_rank(words, word + l) * row_words;
    for (uint32_t r = 0; r < o->n_nodes; r += 32) {
        memset(x, 0, sizeof(x));
        for (uint32_t i = 0; i < 32 && r + i < o->n_nodes; i++)
            memcpy(x[i],
                   o->second + (size_t)(r + i) * words->order.n_words + word,
                   n * sizeof(x[0][0]));
        bits_transpose(x);
        for (unsigned l = 0; l < n; l++) {
            if (r % LOOK_NODES == 0 && !monitor_look(o->levels.monitor))
                return false;
            for (unsigned bit = 0; bit < n_bits; bit++)
                row[l][bit * row_words + r / 32] = x[bit][l];
        }
    }
    return true;
}

static void
pack(struct levels *l)
{
    const struct orders *o = (const struct orders *)l;

    while (!atomic_load(&l->has_failed)) {
        unsigned word = atomic_fetch_add(&l->next, 1u) * TRANSPOSE_WORDS;

        if (word >= o->words.order.n_words)
            break;
        if (!pack_words(o, word))
            atomic_store(&l->has_failed, true);
    }
}

/* Set-up before the search. */

/* Returns the rank of `there` in a set that has it in place of `here`, which
   has the rank `rank`. */
static unsigned
rank_there(uint32_t mask, unsigned rank, unsigned here, unsigned there)
{
    unsigned low = there < here ? there : here, high = there ^ here ^ low;
    unsigned between =
        (unsigned)__builtin_popcount(mask & ((1u << high) - (2u << low)));

    return there > here ? rank + between : rank - between;
}

/* Lists the neighbours of region r of the set `mask`; returns their number. */
static unsigned
list_edges(const struct region_space *space, uint32_t mask, uint32_t r,
           struct order_edge *out)
{
    unsigned n = 0, rank = 0;

    for (uint32_t tiles = mask; tiles != 0; tiles &= tiles - 1, rank++) {
        unsigned here = (unsigned)__builtin_ctz(tiles);

        for (unsigned d = 0; d < 4; d++) {
            uint8_t there =
                cell_of_tile(space->width, space->height, here, (loyd_dir)d);
            uint32_t other, source;

            if (there == CELL_NONE || !(space->region[r] >> there & 1))
                continue;
            other = mask ^ (1u << here | 1u << there);
            source = space->index != NULL
                         ? region_number_small(space->index, other, here)
                         : region_number(space, other, here);
            out[n] = (struct order_edge){.source = source};
            order_edge_add(&out[n++], rank_there(mask, rank, here, there),
                           rank);
        }
    }
    return n;
}

static loyd_err
list_regions(struct orders *o, const struct region_space *space)
{
    for (uint32_t s = 0; s < space->n_sets; s++)
        for (uint32_t r = space->first[s]; r < space->first[s + 1]; r++) {
            struct order_edge *edges =
                orders_node(o, region_colour(space, space->set[s]),
                            4 * PATTERN_TILES_MAX);

            if (edges == NULL)
                return monitor_lack(o->levels.monitor);
            orders_node_end(o, list_edges(space, space->set[s], r, edges));
        }
    return LOYD_OK;
}

loyd_err
pdb_build(struct pdb *table, unsigned threads, struct orders *orders)
{
    const struct region_space *space = table->space;
    loyd_err err = orders_begin(orders, space->n_regions, space->k);

    if (err == LOYD_OK && orders->n_listed == 0)
        err = list_regions(orders, space);
    orders->out = table->bits;
    return err == LOYD_OK
               ? orders_run(orders,
                            region_number(space, table->home, table->blank), 0,
                            threads, pack)
               : err;
}
