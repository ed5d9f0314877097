/* SPDX-License-Identifier: MIT */
/* Descends in pattern databases, several states at once. */
#include "solve/table/descent.h"

#define CANDIDATES_MAX (4 * PATTERN_TILES_MAX)

/* A neighbour: one tile has moved to a cell that the blank can reach. */
struct candidate {
    pattern pattern;
    unsigned blank;
    uint64_t entry;
};

struct climber {
    struct descent *state;
    uint64_t home_entry;
    uint64_t entry;
    unsigned modulo;
    unsigned n;
    struct candidate candidate[CANDIDATES_MAX];
};

static uint64_t
entry_of(const struct pdb *t, pattern p, unsigned blank)
{
    uint32_t mask = pattern_cells(p);
    uint32_t region = t->space->index != NULL
                          ? region_number_small(t->space->index, mask, blank)
                          : region_number(t->space, mask, blank);

    return pdb_entry(t->ranks, t->row_bits, pattern_sequence(p), region);
}

static void
climber_make(struct climber *c, struct descent *state)
{
    const struct pdb *t = state->table;
    pattern home = pattern_home(t->home);

    c->state = state;
    c->entry = entry_of(t, state->pattern, state->blank);
    c->home_entry = entry_of(t, home, t->blank);
    c->modulo = 2 * pdb_bit(t->bits, c->entry) +
                (region_colour(t->space, pattern_cells(state->pattern)) ^
                 region_colour(t->space, t->home));
    state->value = 0;
}

/* Adds the neighbours in which a tile of `cells` moves by `delta`. */
static void
propose(struct climber *c, uint32_t cells, int delta)
{
    const struct pdb *t = c->state->table;

    for (; cells != 0; cells &= cells - 1) {
        unsigned from = (unsigned)__builtin_ctz(cells);
        struct candidate *to = &c->candidate[c->n++];

        to->pattern = pattern_move(c->state->pattern, from,
                                   (unsigned)((int)from + delta));
        to->blank = from;
        to->entry = entry_of(t, to->pattern, from);
        __builtin_prefetch(&t->bits[to->entry >> 5]);
    }
}

static void
look_around(struct climber *c)
{
    const struct region_space *s = c->state->table->space;
    uint32_t tiles = pattern_cells(c->state->pattern), row = s->width;
    uint32_t free = s->region[region_number(s, tiles, c->state->blank)];

    c->n = 0;
    propose(c, tiles & ~s->right & free >> 1, 1);
    propose(c, tiles & ~s->left & free << 1, -1);
    propose(c, tiles & free >> row, (int)row);
    propose(c, tiles & free << row, -(int)row);
}

/* Moves to a neighbour whose value is one less, modulo 4. */
static bool
go_down(struct climber *c)
{
    unsigned wanted = (c->modulo + 3) & 3;

    for (unsigned i = 0; i < c->n; i++) {
        const struct candidate *to = &c->candidate[i];

        if (pdb_bit(c->state->table->bits, to->entry) != wanted >> 1)
            continue;
        c->state->pattern = to->pattern;
        c->state->blank = to->blank;
        c->entry = to->entry;
        c->modulo = wanted;
        return ++c->state->value <= UINT8_MAX;
    }
    return false;
}

bool
descent_run(struct descent *d, unsigned n)
{
    struct climber climbers[DESCENTS_MAX];
    bool is_moving = true;

    for (unsigned i = 0; i < n; i++)
        climber_make(&climbers[i], &d[i]);
    while (is_moving) {
        is_moving = false;
        for (unsigned i = 0; i < n; i++)
            if (climbers[i].entry != climbers[i].home_entry)
                look_around(&climbers[i]);
        for (unsigned i = 0; i < n; i++) {
            if (climbers[i].entry == climbers[i].home_entry)
                continue;
            if (!go_down(&climbers[i]))
                return false;
            is_moving = true;
        }
    }
    for (unsigned i = 0; i < n; i++)
        if (climbers[i].modulo != 0)
            return false;
    return true;
}

/* Returns the k tiles in the order of permutation `number`. */
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
descent_sample(const struct pdb *table, uint64_t n)
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
