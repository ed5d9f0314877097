/* SPDX-License-Identifier: MIT */
/* Builds the tables of the fast lower bound. */
#include "solve/table/estimate.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"

enum { N_DIRS = 4, UNREACHED = UINT8_MAX };

/*
 * A search over the states of one group. A state has 4 bits for the cell of
 * each tile of the group, then 4 for the blank's. Only moves of the group's
 * tiles count.
 */
struct hunt {
    const struct estimate *e;
    uint8_t *table;
    unsigned n_tiles;
    uint8_t next[ESTIMATE_CELLS_MAX][N_DIRS];
    uint64_t *seen;   /* one bit per state: has been in `now` */
    uint64_t *queued; /* has been in `later` */
    uint32_t *now;    /* states of this value, not yet expanded */
    uint32_t *later;  /* candidates for the next value */
    size_t n_now;
    size_t n_later;
};

/* Sets a bit. Returns false if it was already set. */
static bool
mark(uint64_t *bits, uint32_t state)
{
    uint64_t bit = UINT64_C(1) << state % 64;
    bool was_set = (bits[state / 64] & bit) != 0;

    bits[state / 64] |= bit;
    return !was_set;
}

static void
look_around(struct hunt *h, uint32_t state)
{
    unsigned blank = state >> 4 * h->n_tiles;

    for (unsigned d = 0; d < N_DIRS; d++) {
        unsigned cell = h->next[blank][d], i = 0;

        if (cell == CELL_NONE)
            continue;
        while (i < h->n_tiles && (state >> 4 * i & 15) != cell)
            i++;
        uint32_t moved = state ^ (cell ^ blank) << 4 * h->n_tiles;
        if (i == h->n_tiles) {
            if (mark(h->seen, moved))
                h->now[h->n_now++] = moved;
        } else {
            moved ^= (cell ^ blank) << 4 * i;
            if (mark(h->queued, moved))
                h->later[h->n_later++] = moved;
        }
    }
}

/* Assigns the values in ascending order, starting from the home state. */
static void
assign_values(struct hunt *h, uint32_t home)
{
    uint32_t tiles = (UINT32_C(1) << 4 * h->n_tiles) - 1;

    h->later[h->n_later++] = home;
    for (uint8_t value = 0; h->n_later > 0; value++) {
        uint32_t *spare = h->now;

        h->now = h->later;
        h->later = spare;
        h->n_now = 0;
        size_t n = h->n_later;
        h->n_later = 0;
        /* Some were reached at the previous value after they were queued. */
        for (size_t i = 0; i < n; i++)
            if (mark(h->seen, h->now[i]))
                h->now[h->n_now++] = h->now[i];
        while (h->n_now > 0) {
            uint32_t state = h->now[--h->n_now];
            uint8_t *entry = &h->table[state & tiles];

            *entry = *entry < value ? *entry : value;
            look_around(h, state);
        }
    }
}

static void
hunt_free(struct hunt *h)
{
    free(h->seen);
    free(h->queued);
    free(h->now);
    free(h->later);
}

static loyd_err
hunt_make(struct hunt *h, const struct estimate *e, unsigned group)
{
    unsigned n = (unsigned)e->width * e->height;
    size_t states = n; /* the blank's cells, times those of the tiles */

    memset(h, 0, sizeof(*h));
    h->e = e;
    for (unsigned c = 0; c < n; c++)
        h->n_tiles += c != e->blank && e->group[c] == group;
    for (unsigned i = 0; i < h->n_tiles; i++)
        states *= n - 1 - i;
    for (unsigned c = 0; c < n; c++)
        for (unsigned d = 0; d < N_DIRS; d++)
            h->next[c][d] = cell_of_tile(e->width, e->height, c, (loyd_dir)d);
    h->table = e->table[group];
    memset(h->table, UNREACHED, (size_t)1 << 4 * h->n_tiles);
    h->seen = calloc(((size_t)16 << 4 * h->n_tiles) / 64 + 1, 8);
    h->queued = calloc(((size_t)16 << 4 * h->n_tiles) / 64 + 1, 8);
    h->now = malloc(states * sizeof(*h->now));
    h->later = malloc(states * sizeof(*h->later));
    return h->seen != NULL && h->queued != NULL && h->now != NULL &&
                   h->later != NULL
               ? LOYD_OK
               : LOYD_E_NOMEM;
}

struct build {
    const struct estimate *e;
    loyd_err err[ESTIMATE_GROUPS];
};

static void
build_groups(struct team *t, unsigned member, void *context)
{
    struct build *b = context;
    const struct estimate *e = b->e;

    for (unsigned g = member; g < e->n_groups; g += t->n) {
        unsigned n = (unsigned)e->width * e->height;
        uint32_t home;
        struct hunt h;

        b->err[g] = hunt_make(&h, e, g);
        home = (uint32_t)e->blank << 4 * h.n_tiles;
        for (unsigned c = 0; c < n; c++)
            if (c != e->blank && e->group[c] == g)
                home |= c << e->shift[c];
        if (b->err[g] == LOYD_OK)
            assign_values(&h, home);
        hunt_free(&h);
    }
}

/* Groups tiles that are adjacent in row-major order. */
static void
group_tiles(struct estimate *e)
{
    unsigned n = (unsigned)e->width * e->height, tile = 0;

    for (unsigned c = 0; c < n; c++) {
        if (c == e->blank)
            continue;
        e->group[c] = (uint8_t)(tile / ESTIMATE_TILES);
        e->shift[c] = (uint8_t)(4 * (tile % ESTIMATE_TILES));
        tile++;
    }
    e->n_groups = (tile + ESTIMATE_TILES - 1) / ESTIMATE_TILES;
    e->group[e->blank] = (uint8_t)e->n_groups;
}

loyd_err
estimate_build(struct estimate *e, unsigned width, unsigned height,
               unsigned blank, unsigned threads)
{
    struct build b = {e, {LOYD_OK}};
    loyd_err err;

    memset(e, 0, sizeof(*e));
    e->width = (uint8_t)width;
    e->height = (uint8_t)height;
    e->blank = (uint8_t)blank;
    group_tiles(e);
    for (unsigned g = 0; g < e->n_groups; g++) {
        e->table[g] = malloc((size_t)1 << 4 * ESTIMATE_TILES);
        if (e->table[g] == NULL)
            return LOYD_E_NOMEM;
    }
    threads = threads < e->n_groups ? threads : e->n_groups;
    err = team_run(threads, build_groups, &b);
    for (unsigned g = 0; err == LOYD_OK && g < e->n_groups; g++)
        err = b.err[g];
    return err;
}

void
estimate_free(struct estimate *e)
{
    for (unsigned g = 0; g < ESTIMATE_GROUPS; g++)
        free(e->table[g]);
    memset(e, 0, sizeof(*e));
}
