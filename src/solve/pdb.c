/* SPDX-License-Identifier: MIT */
/* What a pattern database looks like; pdb_build.c computes one. */
#include "solve/pdb.h"

#include <string.h>

static uint32_t
factorial(unsigned k)
{
    uint32_t f = 1;

    while (k > 1)
        f *= k--;
    return f;
}

/*
 * The share of the first n numbers of a permutation of k in its lexicographic
 * rank: each counts the smaller numbers not used before it, times the
 * permutations of what is left.
 */
static uint32_t
share_of_first(const uint8_t *s, unsigned n, unsigned k)
{
    uint32_t rank = 0;

    for (unsigned i = 0; i < n; i++) {
        uint32_t smaller = s[i];

        for (unsigned j = 0; j < i; j++)
            smaller -= s[j] < s[i];
        rank += smaller * factorial(k - 1 - i);
    }
    return rank;
}

/* The share of the last n numbers; only their order among themselves counts.
 */
static uint32_t
share_of_last(const uint8_t *s, unsigned n)
{
    uint32_t rank = 0;

    for (unsigned i = 0; i < n; i++) {
        uint32_t smaller = 0;

        for (unsigned j = i + 1; j < n; j++)
            smaller += s[j] < s[i];
        rank += smaller * factorial(n - 1 - i);
    }
    return rank;
}

static bool
distinct_below(const uint8_t *s, unsigned n, unsigned k)
{
    uint32_t seen = 0;

    for (unsigned i = 0; i < n; i++) {
        if (s[i] >= k || seen >> s[i] & 1)
            return false;
        seen |= 1u << s[i];
    }
    return true;
}

void
perm_ranks_make(struct perm_ranks *ranks, unsigned k)
{
    unsigned n_first = k < 4 ? k : 4;
    unsigned n_last = k - n_first < 4 ? k - n_first : 4;

    memset(ranks, 0, sizeof(*ranks));
    for (uint32_t bits = 0; bits < 1u << 12; bits++) {
        uint8_t s[4] = {0};

        for (unsigned i = 0; i < 4; i++)
            s[i] = (uint8_t)(bits >> 3 * i & 7);
        if (distinct_below(s, n_first, k))
            ranks->first[bits] = (uint16_t)share_of_first(s, n_first, k);
        if (distinct_below(s, n_last, k))
            ranks->last[bits] = (uint16_t)share_of_last(s, n_last);
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
