/* SPDX-License-Identifier: MIT */
/* Goes down from a sample of a pattern database's states. */
#include "solve/pdb_check.h"
#include "solve/descent.h"

/* The k tiles in the order of the number'th permutation. */
static uint64_t
sequence(unsigned k, uint64_t number)
{
    uint8_t tiles[PATTERN_TILES_MAX];
    uint64_t out = 0;

    for (unsigned i = 0; i < k; i++)
        tiles[i] = (uint8_t)i;
    for (unsigned i = 0; i < k; i++) {
        unsigned at = (unsigned)(number % (k - i));

        number /= k - i;
        out |= (uint64_t)tiles[at] << 3 * i;
        tiles[at] = tiles[k - i - 1];
    }
    return out;
}

bool
pdb_check(const struct pdb *table, uint64_t n)
{
    const struct region_space *space = table->space;
    struct descent d[DESCENTS_MAX];
    unsigned n_waiting = 0;
    uint32_t set = 0;

    for (uint64_t i = 0; i < n; i++) {
        uint32_t region = (uint32_t)(i * space->n_regions / n);
        uint64_t tiles =
            sequence(space->k, i * UINT64_C(0x9E3779B97F4A7C15) >> 32);

        while (space->first[set + 1] <= region)
            set++;
        d[n_waiting++] = (struct descent){
            .table = table,
            .pattern = tiles << 32 | space->set[set],
            .blank = (unsigned)__builtin_ctz(space->region[region])};
        if (n_waiting < DESCENTS_MAX && i + 1 < n)
            continue;
        if (!descent_run(d, n_waiting))
            return false;
        n_waiting = 0;
    }
    return true;
}
