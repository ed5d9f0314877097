/* SPDX-License-Identifier: MIT */
/* Builds the tables of cores by breadth-first search, and follows them. */
#include "solve/upper/core.h"

#include <stdlib.h>
#include <string.h>

#define CELL_BITS 4 /* of a cell in a queue */

/* The states reached, in order of their distance. */
struct flood {
    struct core *core;
    uint8_t home[CORE_CELLS_MAX]; /* of each tile that counts, the blank's */
    unsigned k;                   /* how many */
    uint32_t *queue;              /* their cells */
    size_t n;
};

static unsigned
moves_of(const struct core *c, uint32_t state)
{
    return c->moves[state / 2] >> state % 2 * 4 & 15;
}

/*
 * Reaches the neighbours of a state. Those that its own moves lead to are
 * nearer; all others are one move farther.
 */
static void
spread(struct flood *f, uint32_t packed)
{
    struct core *c = f->core;
    uint8_t at[CORE_CELLS_MAX], tile_in[CORE_CELLS_MAX];
    uint32_t state = 0;
    unsigned blank;

    memset(tile_in, UINT8_MAX, sizeof(tile_in));
    for (unsigned i = 0; i < f->k; i++) {
        at[i] = packed >> i * CELL_BITS & ((1u << CELL_BITS) - 1);
        tile_in[at[i]] = (uint8_t)i;
        state += at[i] * c->weight[f->home[i]];
    }
    blank = at[f->k - 1];
    for (unsigned d = 0; d < 4; d++) {
        unsigned from = c->next[blank][d], change = from ^ blank, i;
        uint32_t there = packed, number = state;

        if (from == CELL_NONE || (moves_of(c, state) >> d & 1) != 0)
            continue;
        there ^= change << (f->k - 1) * CELL_BITS;
        number += (from - blank) * c->weight[c->blank];
        if ((i = tile_in[from]) != UINT8_MAX) {
            there ^= change << i * CELL_BITS;
            number -= (from - blank) * c->weight[f->home[i]];
        }
        if (moves_of(c, number) == 0)
            f->queue[f->n++] = there;
        c->moves[number / 2] |= (uint8_t)(1u << (d ^ 2) << number % 2 * 4);
    }
}

/* Numbers the tiles that count and the blank. Returns how many numbers. */
static uint32_t
number_cells(struct flood *f)
{
    struct core *c = f->core;
    uint32_t weight = 1;

    for (unsigned home = 0; home < c->n && f->k < c->n - 3; home++)
        if (home != c->blank)
            f->home[f->k++] = (uint8_t)home;
    f->home[f->k++] = c->blank;
    for (unsigned i = 0; i < f->k; i++, weight *= c->n) {
        c->weight[f->home[i]] = weight;
        c->solved += f->home[i] * weight;
    }
    return weight;
}

loyd_err
core_make(struct core *core, unsigned width, unsigned height, unsigned blank)
{
    struct flood f = {.core = core};
    size_t n_states = 1;
    uint32_t n_numbers;

    *core = (struct core){.n = width * height, .blank = (uint8_t)blank};
    for (unsigned c = 0; c < core->n; c++)
        for (unsigned d = 0; d < 4; d++)
            core->next[c][d] = cell_of_tile(width, height, c, (loyd_dir)d);
    n_numbers = number_cells(&f);
    for (unsigned i = core->n; i > 2; i--)
        n_states *= i;
    core->moves = calloc(n_numbers / 2 + 1, 1);
    f.queue = malloc((n_states + 1) * sizeof(*f.queue));
    if (core->moves != NULL && f.queue != NULL) {
        f.queue[f.n++] = 0;
        for (unsigned i = 0; i < f.k; i++)
            f.queue[0] |= (uint32_t)f.home[i] << i * CELL_BITS;
        for (size_t head = 0; head < f.n; head++)
            spread(&f, f.queue[head]);
    }
    free(f.queue);
    return f.n > 0 ? LOYD_OK : LOYD_E_NOMEM;
}

void
core_free(struct core *core)
{
    free(core->moves);
    core->moves = NULL;
}

/* Sets pick[moves] to the direction that comes first in the order. */
static void
order_moves(const uint8_t rank[4], uint8_t pick[16])
{
    for (unsigned moves = 1; moves < 16; moves++) {
        unsigned first = 4;

        for (unsigned d = 0; d < 4; d++)
            if ((moves >> d & 1) != 0 && (first == 4 || rank[d] < rank[first]))
                first = d;
        pick[moves] = (uint8_t)first;
    }
}

loyd_err
core_solve(const struct core *core, const struct permuted *board,
           const uint8_t rank[4], uint8_t *dirs, unsigned *n)
{
    uint32_t state = board->blank * core->weight[core->blank];
    uint32_t of_blank = core->weight[core->blank];
    unsigned blank = board->blank, length = 0;
    uint8_t home[CORE_CELLS_MAX], pick[16];

    order_moves(rank, pick);
    memcpy(home, board->home, core->n);
    for (unsigned c = 0; c < core->n; c++)
        if (c != blank)
            state += c * core->weight[home[c]];
    while (state != core->solved) {
        unsigned moves = moves_of(core, state), dir = pick[moves], from;

        if (moves == 0 || length == CORE_MOVES_MAX)
            return LOYD_E_UNSOLVABLE;
        from = core->next[blank][dir];
        state += (from - blank) * (of_blank - core->weight[home[from]]);
        home[blank] = home[from];
        dirs[length++] = (uint8_t)dir;
        blank = from;
    }
    for (unsigned c = 0; c < core->n; c++)
        if (c != core->blank && home[c] != c)
            return LOYD_E_UNSOLVABLE; /* the last two tiles are exchanged */
    *n = length;
    return LOYD_OK;
}
