/* SPDX-License-Identifier: MIT */
/* Lower ends by counting, and shorter paths by short cuts between boards. */
#include "solve/mtm_wide.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "core/moves.h"

/* Up to two slides that lead to a board of the path. */
struct hop {
    uint32_t from;   /* index of the board before */
    uint32_t slides; /* from the start */
    uint8_t dir[2];
    uint8_t tiles[2]; /* 0: no slide */
};

/* The boards that a path passes. Board i is the one after i moves. */
struct trail {
    const struct search_job *job;
    size_t n;       /* boards */
    uint64_t *hash; /* [n] */
    struct hop *hop; /* [n] the best one found so far */
    uint32_t *slot; /* hash table of boards: index + 1, or 0 */
    size_t mask;
};

/* Returns a random number for a tile in a cell. [splitmix64] */
static uint64_t
mix(unsigned cell, unsigned home)
{
    uint64_t x = ((uint64_t)cell << 8 | home) * UINT64_C(0x9E3779B97F4A7C15);

    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

/* Returns what a move adds to the hash, which is of the tiles alone. */
static uint64_t
change(const struct permuted *b, unsigned from)
{
    return mix(b->blank, b->home[from]) - mix(from, b->home[from]);
}

static uint64_t
hash_of(const struct permuted *b)
{
    uint64_t sum = 0;

    for (unsigned c = 0; c < (unsigned)b->width * b->height; c++)
        if (c != b->blank)
            sum += mix(c, b->home[c]);
    return sum;
}

/* Returns the last board of the path with a hash, or n. */
static size_t
find(const struct trail *t, uint64_t hash)
{
    for (size_t i = hash & t->mask; t->slot[i] != 0; i = (i + 1) & t->mask)
        if (t->hash[t->slot[i] - 1] == hash)
            return t->slot[i] - 1;
    return t->n;
}

static void
insert(struct trail *t, size_t board)
{
    size_t i = t->hash[board] & t->mask;

    while (t->slot[i] != 0 && t->hash[t->slot[i] - 1] != t->hash[board])
        i = (i + 1) & t->mask;
    t->slot[i] = (uint32_t)board + 1;
}

/* Notes a way to a later board, if it is the shortest so far. */
static void
note(struct trail *t, uint64_t hash, const struct hop *hop)
{
    size_t i = find(t, hash);

    if (i < t->n && i > hop->from && hop->slides < t->hop[i].slides)
        t->hop[i] = *hop;
}

/*
 * Tries every slide from a board as slide number `k` of a hop, and after the
 * first one every second one across it.
 */
static void
try_slides(struct trail *t, struct permuted *b, uint64_t hash, struct hop *hop,
           unsigned k)
{
    for (unsigned dir = 0; dir < 4; dir++) {
        uint64_t now = hash;
        uint8_t tiles = 0, cell;

        if (k > 0 && ((dir ^ hop->dir[0]) & 1) == 0)
            continue;
        hop->dir[k] = (uint8_t)dir;
        while ((cell = cell_of_tile(b->width, b->height, b->blank,
                                    (loyd_dir)dir)) != CELL_NONE) {
            now += change(b, cell);
            permuted_move(b, (loyd_dir)dir);
            hop->tiles[k] = ++tiles;
            hop->slides++;
            note(t, now, hop);
            if (k == 0)
                try_slides(t, b, now, hop, 1);
            hop->slides--;
        }
        for (; tiles > 0; tiles--)
            permuted_move(b, (loyd_dir)(dir ^ 2));
        hop->tiles[k] = 0;
    }
}

static void
trail_free(struct trail *t)
{
    free(t->hash);
    free(t->hop);
    free(t->slot);
}

static loyd_err
trail_make(struct trail *t, const struct search_job *job)
{
    struct permuted b = job->board;
    size_t n_slots = 16;

    *t = (struct trail){.job = job, .n = job->path.n + 1};
    while (n_slots < 2 * t->n)
        n_slots *= 2;
    t->mask = n_slots - 1;
    t->hash = malloc(t->n * sizeof(*t->hash));
    t->hop = calloc(t->n, sizeof(*t->hop));
    t->slot = calloc(n_slots, sizeof(*t->slot));
    if (t->hash == NULL || t->hop == NULL || t->slot == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < t->n; i++) {
        if (i > 0)
            permuted_move(&b, (loyd_dir)job->path.dir[i - 1]);
        t->hash[i] = hash_of(&b);
        t->hop[i].slides = i == 0 ? 0 : UINT32_MAX;
        insert(t, i);
    }
    return LOYD_OK;
}

/* Replaces the path by the hops that lead to its last board. */
static loyd_err
rewrite(const struct trail *t, struct search_job *job)
{
    uint32_t *order = malloc(t->n * sizeof(*order));
    loyd_moves path = {NULL, 0, 0};
    loyd_err err = order != NULL ? LOYD_OK : LOYD_E_NOMEM;
    size_t n = 0;

    for (size_t i = t->n - 1; err == LOYD_OK && i > 0; i = t->hop[i].from)
        order[n++] = (uint32_t)i;
    while (err == LOYD_OK && n-- > 0) {
        const struct hop *hop = &t->hop[order[n]];

        for (unsigned k = 0; k < 2; k++)
            for (unsigned j = 0; err == LOYD_OK && j < hop->tiles[k]; j++)
                err = loyd_moves_push(&path, (loyd_dir)hop->dir[k]);
    }
    free(order);
    if (err != LOYD_OK) {
        loyd_moves_free(&path);
        return err;
    }
    loyd_moves_free(&job->path);
    job->path = path;
    return LOYD_OK;
}

loyd_err
mtm_shorten(struct search_job *job)
{
    struct permuted b = job->board;
    struct trail t;
    loyd_err err = trail_make(&t, job);

    for (size_t i = 0; err == LOYD_OK && i + 1 < t.n; i++) {
        struct hop hop = {.from = (uint32_t)i, .slides = t.hop[i].slides};

        /* A board that no hop reached lies inside a slide. */
        if (hop.slides != UINT32_MAX)
            try_slides(&t, &b, t.hash[i], &hop, 0);
        permuted_move(&b, (loyd_dir)job->path.dir[i]);
    }
    if (err == LOYD_OK)
        err = rewrite(&t, job);
    trail_free(&t);
    return err;
}

static unsigned
share(unsigned distance, unsigned most)
{
    return (distance + most - 1) / most;
}

static unsigned
apart(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/*
 * Returns a length in MTM that no solution is below: a sideways slide moves at
 * most width - 1 tiles by one column each, a slide up or down height - 1 by
 * one row, and the two kinds alternate.
 */
static unsigned
least_slides(const struct permuted *b)
{
    unsigned across = 0, down = 0, least;

    for (unsigned c = 0; c < (unsigned)b->width * b->height; c++)
        if (c != b->blank) {
            across += apart(c % b->width, b->home[c] % b->width);
            down += apart(c / b->width, b->home[c] / b->width);
        }
    across = share(across, b->width - 1U);
    down = share(down, b->height - 1U);
    least = 2 * (across > down ? across : down); /* one more than needed */
    return least > across + down ? least - 1 : across + down;
}

loyd_err
mtm_wide(struct search_job *job, unsigned lower)
{
    const struct permuted *b = &job->board;
    unsigned longer = b->width > b->height ? b->width : b->height;
    unsigned counted = least_slides(b), divided = share(job->lower, longer - 1);

    if (job->end == SEARCH_SOLVED && job->lower == 0)
        return LOYD_OK;
    lower = lower > counted ? lower : counted;
    lower = lower > divided ? lower : divided;
    job->lower = (uint16_t)lower;
    if (job->end == SEARCH_SOLVED)
        job->end = SEARCH_BUDGET;
    return job->path.n > 0 ? mtm_shorten(job) : LOYD_OK;
}
