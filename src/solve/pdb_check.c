/* SPDX-License-Identifier: MIT */
/* Goes down from a sample of a pattern database's states. */
#include "solve/pdb_check.h"

#include "core/cells.h"

/* A state: the pattern's tiles, and a cell of the blank's region. */
typedef struct position {
    pattern pattern;
    unsigned blank;
} position;

static unsigned
colour(const region_space *space, uint32_t mask)
{
    unsigned n = 0;

    for (; mask != 0; mask &= mask - 1) {
        unsigned c = (unsigned)__builtin_ctz(mask);

        n += c % space->width + c / space->width;
    }
    return n & 1;
}

/* The depth modulo 4. */
static unsigned
depth(const pdb *t, const position *p)
{
    uint32_t mask = pattern_cells(p->pattern);
    uint32_t region = region_number(t->space, mask, p->blank);
    uint64_t entry =
        pdb_entry(t->ranks, t->row_bits, pattern_sequence(p->pattern), region);

    return 2 * pdb_bit(t->bits, entry) +
           (colour(t->space, mask) ^ colour(t->space, t->home));
}

static bool
is_home(const pdb *t, const position *p)
{
    return p->pattern == pattern_home(t->home) &&
           region_number(t->space, t->home, p->blank) ==
               region_number(t->space, t->home, t->blank);
}

/* Any neighbour one less deep, modulo 4. */
static bool
go_down(const pdb *t, position *p)
{
    unsigned wanted = (depth(t, p) + 3) & 3;
    uint32_t mask = pattern_cells(p->pattern);
    uint32_t region =
        t->space->region[region_number(t->space, mask, p->blank)];

    for (uint32_t tiles = mask; tiles != 0; tiles &= tiles - 1) {
        unsigned here = (unsigned)__builtin_ctz(tiles);

        for (unsigned d = 0; d < 4; d++) {
            uint8_t there = cell_of_tile(t->space->width, t->space->height,
                                         here, (loyd_dir)d);
            position next;

            if (there == CELL_NONE || !(region >> there & 1))
                continue;
            next.pattern = pattern_move(p->pattern, here, there);
            next.blank = here;
            if (depth(t, &next) == wanted) {
                *p = next;
                return true;
            }
        }
    }
    return false;
}

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
pdb_check(const pdb *table, uint64_t n)
{
    const region_space *space = table->space;
    uint32_t set = 0;

    for (uint64_t i = 0; i < n; i++) {
        uint32_t region = (uint32_t)(i * space->n_regions / n);
        position p;
        unsigned steps = 0;

        while (space->first[set + 1] <= region)
            set++;
        p.pattern = sequence(space->k, i * UINT64_C(0x9E3779B97F4A7C15) >> 32)
                        << 32 |
                    space->set[set];
        p.blank = (unsigned)__builtin_ctz(space->region[region]);
        while (!is_home(table, &p))
            if (!go_down(table, &p) || ++steps > UINT8_MAX)
                return false;
        if (depth(table, &p) != 0)
            return false;
    }
    return true;
}
