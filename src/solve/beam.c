/* SPDX-License-Identifier: MIT */
/*
 * Beam search. After each move the boards reached are sorted by their key, and
 * the first ones that were not seen before are kept. What a board was reached
 * by is one word: the number of its parent among the boards of the level
 * before, and a direction.
 */
#include "solve/beam.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "solve/manhattan.h"
#include "solve/slot.h"

#define KEYS 65536
#define WIDTH_MIN 8 /* a narrower beam finds nothing */
#define WIDTH_MAX (1u << 20)
/* For each board kept and each move of the known path; measured. */
#define NODES_PER_MOVE 2
#define SEEN_BITS_MAX 22 /* 32 MB */

/* A board reached, not yet made. */
struct reached {
    uint64_t hash;
    uint32_t link; /* parent << 2 | direction */
    uint32_t key;
};

/* A board kept. What it has per view and group follows in `patterns`. */
struct state {
    struct permuted board;
    uint64_t hash;
    uint32_t key;
    uint32_t distance;               /* taxicab, of all tiles */
    uint8_t last;                    /* direction, or CELL_NONE */
    uint8_t extra[2][LOYD_SIDE_MAX]; /* conflicts of columns and rows */
};

struct beam {
    const struct heuristic *h; /* or NULL */
    struct search_job *job;
    struct monitor *monitor;
    uint64_t *nodes;
    unsigned width, n_cells, n_patterns;
    size_t most;                            /* boards kept */
    uint8_t group[VIEWS][REGION_CELLS_MAX]; /* of a tile by its home */
    struct state *states[2];                /* now and next */
    pattern *patterns[2];
    struct reached *children;
    uint32_t *order; /* children sorted by key */
    uint32_t *count; /* [KEYS] */
    uint64_t *seen;
    uint64_t seen_mask;
    size_t n_now;
    uint32_t *links; /* of all levels */
    size_t n_links, links_room;
    size_t *level; /* first link of each level */
};

static uint64_t
mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The hash of a tile, by its home, in a cell. Boards xor those of all tiles.
 */
static uint64_t
hash_of(unsigned home, unsigned cell)
{
    return mix(((uint64_t)home << 8 | cell) * UINT64_C(0x9e3779b97f4a7c15));
}

static unsigned
pattern_value(pattern p)
{
    return (unsigned)(p >> PATTERN_VALUE_SHIFT);
}

/* The pattern that the tile belongs to, after its move from cell to cell. */
static pattern
moved_pattern(const struct beam *b, const pattern *patterns, unsigned view,
              unsigned home, unsigned from, unsigned to)
{
    const struct heuristic *h = b->h;
    unsigned g = b->group[view][home];
    const struct pdb *t = &h->table[view][g];
    unsigned v_from = h->cell[view][from], v_to = h->cell[view][to];
    pattern old = patterns[view * h->n_groups + g];
    pattern p = pattern_move(old, v_from, v_to);
    uint32_t region = region_number(t->space, pattern_cells(p), v_from);
    uint64_t entry =
        pdb_entry(t->ranks, t->row_bits, pattern_sequence(p), region);

    return pattern_add(p, pattern_step(old, pdb_bit(t->bits, entry)));
}

/* What a move changes. */
struct effect {
    uint64_t hash;
    uint32_t key;
    uint32_t distance;
    pattern patterns[VIEWS]; /* of the tile's groups */
    uint8_t extra[2];        /* of the line that it leaves, and enters */
};

/* Judges a move of a state; the board is the same afterwards. */
static void
judge(const struct beam *b, struct state *s, const pattern *patterns,
      unsigned dir, struct effect *e)
{
    unsigned to = s->board.blank, w = b->width;
    unsigned from = cell_of_tile(w, s->board.height, to, (loyd_dir)dir);
    unsigned home = s->board.home[from];
    bool is_row = dir == LOYD_DIR_UP || dir == LOYD_DIR_DOWN;

    e->hash = s->hash ^ hash_of(home, from) ^ hash_of(home, to);
    e->distance =
        s->distance + cell_taxicab(home, to, w) - cell_taxicab(home, from, w);
    e->key = s->key;
    if (b->h != NULL) {
        for (unsigned v = 0; v < VIEWS; v++) {
            unsigned i = v * b->h->n_groups + b->group[v][home];

            e->patterns[v] = moved_pattern(b, patterns, v, home, from, to);
            e->key += pattern_value(e->patterns[v]);
            e->key -= pattern_value(patterns[i]);
        }
        return;
    }
    e->key += e->distance - s->distance;
    permuted_move(&s->board, (loyd_dir)dir);
    for (unsigned i = 0; i < 2; i++) {
        unsigned cell = i == 0 ? from : to;
        unsigned line = is_row ? cell / w : cell % w;

        e->extra[i] = (uint8_t)manhattan_line(&s->board, is_row, line);
        e->key += 2u * e->extra[i] - 2u * s->extra[is_row][line];
    }
    permuted_move(&s->board, (loyd_dir)(dir ^ 2));
}

/* Plays a move and takes over its effect. */
static void
play(const struct beam *b, struct state *s, pattern *patterns, unsigned dir)
{
    unsigned to = s->board.blank, w = b->width;
    unsigned from = cell_of_tile(w, s->board.height, to, (loyd_dir)dir);
    unsigned home = s->board.home[from];
    bool is_row = dir == LOYD_DIR_UP || dir == LOYD_DIR_DOWN;
    struct effect e;

    judge(b, s, patterns, dir, &e);
    permuted_move(&s->board, (loyd_dir)dir);
    s->hash = e.hash;
    s->key = e.key;
    s->distance = e.distance;
    s->last = (uint8_t)dir;
    for (unsigned v = 0; v < VIEWS && b->h != NULL; v++)
        patterns[v * b->h->n_groups + b->group[v][home]] = e.patterns[v];
    for (unsigned i = 0; i < 2 && b->h == NULL; i++) {
        unsigned cell = i == 0 ? from : to;

        s->extra[is_row][is_row ? cell / w : cell % w] = e.extra[i];
    }
}

/* Sets the first board of the search. */
static loyd_err
begin(struct beam *b)
{
    struct state *s = &b->states[0][0];
    unsigned w = b->width, height = b->job->board.height;

    memset(s, 0, sizeof(*s));
    s->board = b->job->board;
    s->last = CELL_NONE;
    for (unsigned c = 0; c < b->n_cells; c++)
        if (c != s->board.blank) {
            s->hash ^= hash_of(s->board.home[c], c);
            s->distance += cell_taxicab(c, s->board.home[c], w);
        }
    b->seen[s->hash & b->seen_mask] = s->hash;
    b->n_now = 1;
    if (b->h != NULL) {
        if (!slot_patterns(b->h, &s->board, b->patterns[0]))
            return LOYD_E_CORRUPT;
        for (unsigned i = 0; i < b->n_patterns; i++)
            s->key += pattern_value(b->patterns[0][i]);
        return LOYD_OK;
    }
    s->key = s->distance;
    for (unsigned y = 0; y < height; y++) {
        s->extra[1][y] = (uint8_t)manhattan_line(&s->board, true, y);
        s->key += 2u * s->extra[1][y];
    }
    for (unsigned x = 0; x < w; x++) {
        s->extra[0][x] = (uint8_t)manhattan_line(&s->board, false, x);
        s->key += 2u * s->extra[0][x];
    }
    return LOYD_OK;
}

/* Makes the board that a link leads to. */
static void
make(const struct beam *b, uint32_t link, struct state *s, pattern *patterns)
{
    size_t parent = link >> 2;

    *s = b->states[0][parent];
    memcpy(patterns, b->patterns[0] + parent * b->n_patterns,
           b->n_patterns * sizeof(*patterns));
    play(b, s, patterns, link & 3);
}

/*
 * Lists the children of all boards, and counts them by key. *goal is set if
 * one is solved.
 */
static size_t
expand(struct beam *b, uint32_t *goal)
{
    size_t n = 0;

    memset(b->count, 0, KEYS * sizeof(*b->count));
    for (uint32_t i = 0; i < b->n_now; i++)
        for (uint32_t d = 0; d < 4; d++) {
            struct state *from = &b->states[0][i];
            struct reached *c = &b->children[n];
            struct effect e;

            if (d == (from->last ^ 2u) ||
                cell_of_tile(b->width, from->board.height, from->board.blank,
                             (loyd_dir)d) == CELL_NONE)
                continue;
            c->link = i << 2 | d;
            judge(b, from, b->patterns[0] + i * b->n_patterns, d, &e);
            if (e.distance == 0) {
                *goal = c->link;
                return n;
            }
            if (b->seen[e.hash & b->seen_mask] == e.hash)
                continue;
            c->hash = e.hash;
            c->key = e.key;
            b->count[c->key]++;
            n++;
        }
    return n;
}

/* Keeps the best children, in the order of their keys. */
static void
choose(struct beam *b, size_t n)
{
    struct state *made = b->states[1];
    pattern *patterns = b->patterns[1];
    size_t n_kept = 0;

    for (uint32_t key = 0, sum = 0; key < KEYS; key++) {
        uint32_t here = b->count[key];

        b->count[key] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < n; i++)
        b->order[b->count[b->children[i].key]++] = i;
    for (size_t i = 0; i < n && n_kept < b->most; i++) {
        const struct reached *c = &b->children[b->order[i]];
        uint64_t *seen = &b->seen[c->hash & b->seen_mask];

        if (*seen == c->hash)
            continue;
        *seen = c->hash;
        make(b, c->link, &made[n_kept], patterns + n_kept * b->n_patterns);
        b->links[b->n_links++] = c->link;
        n_kept++;
    }
    b->states[1] = b->states[0];
    b->states[0] = made;
    b->patterns[1] = b->patterns[0];
    b->patterns[0] = patterns;
    b->n_now = n_kept;
}

/* Replaces the job's path by the one that ends with `link` after `depth`. */
static void
keep_path(struct beam *b, uint32_t link, size_t depth)
{
    loyd_moves *path = &b->job->path;

    path->n = depth + 1;
    for (size_t i = depth; i > 0; i--) {
        path->dir[i] = (uint8_t)(link & 3);
        link = b->links[b->level[i] + (link >> 2)];
    }
    path->dir[0] = (uint8_t)(link & 3);
}

static loyd_err
run(struct beam *b)
{
    const uint32_t none = UINT32_MAX;
    loyd_err err = begin(b);

    for (size_t depth = 0;
         err == LOYD_OK && b->n_now > 0 && depth + 1 < b->job->path.n;
         depth++) {
        uint32_t goal = none;
        size_t n;

        if (*b->nodes < 4 * b->n_now ||
            !monitor_tell(b->monitor, "shortening", 0, 0))
            break;
        b->level[depth] = b->n_links - (depth > 0 ? b->n_now : 0);
        n = expand(b, &goal);
        *b->nodes -= n;
        if (goal != none) {
            keep_path(b, goal, depth);
            break;
        }
        if (!ARRAY_ROOM(b->links, b->links_room, b->n_links + b->most))
            return LOYD_E_NOMEM;
        choose(b, n);
    }
    return err;
}

static loyd_err
beam_make(struct beam *b)
{
    unsigned bits = 10;
    bool has_all = true;

    while (bits < SEEN_BITS_MAX && *b->nodes >> bits != 0)
        bits++;
    b->seen_mask = (UINT64_C(1) << bits) - 1;
    for (unsigned i = 0; i < 2; i++) {
        b->states[i] = malloc(b->most * sizeof(*b->states[i]));
        b->patterns[i] =
            malloc(b->most * (b->n_patterns + 1u) * sizeof(*b->patterns[i]));
        has_all &= b->states[i] != NULL && b->patterns[i] != NULL;
    }
    b->children = malloc(4 * b->most * sizeof(*b->children));
    b->order = malloc(4 * b->most * sizeof(*b->order));
    b->count = malloc(KEYS * sizeof(*b->count));
    b->seen = calloc(b->seen_mask + 1, sizeof(*b->seen));
    b->level = malloc((b->job->path.n + 1) * sizeof(*b->level));
    has_all &= b->children != NULL && b->order != NULL && b->count != NULL &&
               b->seen != NULL && b->level != NULL;
    return has_all ? LOYD_OK : LOYD_E_NOMEM;
}

static void
beam_free(struct beam *b)
{
    for (unsigned i = 0; i < 2; i++) {
        free(b->states[i]);
        free(b->patterns[i]);
    }
    free(b->children);
    free(b->order);
    free(b->count);
    free(b->seen);
    free(b->links);
    free(b->level);
}

loyd_err
beam_run(const struct heuristic *h, struct search_job *job, uint64_t *nodes,
         struct monitor *m)
{
    struct beam b = {.h = h,
                     .job = job,
                     .monitor = m,
                     .nodes = nodes,
                     .width = job->board.width,
                     .n_cells = (unsigned)job->board.width * job->board.height,
                     .n_patterns = h != NULL ? VIEWS * h->n_groups : 0,
                     .most = WIDTH_MAX};
    uint8_t group[REGION_CELLS_MAX];
    loyd_err err;

    if (*nodes / NODES_PER_MOVE / (job->path.n + 1) < b.most)
        b.most = (size_t)(*nodes / NODES_PER_MOVE / (job->path.n + 1));
    if (b.most < WIDTH_MIN)
        return LOYD_OK;
    if (h != NULL)
        (void)partition_groups(h->partition, group);
    for (unsigned v = 0; v < VIEWS && h != NULL; v++)
        for (unsigned c = 0; c < b.n_cells; c++)
            b.group[v][c] = group[h->cell[v][c]];
    if ((err = beam_make(&b)) == LOYD_OK)
        err = run(&b);
    beam_free(&b);
    return err;
}
