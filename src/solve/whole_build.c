/* SPDX-License-Identifier: MIT */
/*
 * Builds a whole-state table, bit-parallel.
 *
 * For each cell of the blank, the orders reached are a bit vector. A sideways
 * move of a tile leaves the order unchanged; a vertical move takes a tile from
 * one place in the order to another, width - 1 places away, and rotates the
 * tiles in between. In the Lehmer code only the digits of these places change,
 * in the same way for any digits before and after them. A rotation among the
 * first k-4 places is a map of blocks of words; one among the last four is a
 * permutation of the bits of every word (perm_words.h); a swap of place k-5
 * with its neighbour k-4 stays within five words. As with patterns, even and
 * odd levels belong to different cells.
 */
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/memory.h"
#include "solve/perm_words.h"
#include "solve/whole.h"

#define NEVER UINT16_MAX

/* How blocks of words move when a tile goes from place `from` to `to`. */
struct block_map {
    uint32_t n_before; /* groups of blocks */
    uint32_t n_blocks;
    uint32_t n_words; /* per block */
    uint32_t *source; /* [n_blocks] */
};

struct builder {
    struct word_order order;
    struct whole *table;
    struct monitor *monitor;
    uint32_t *reached; /* [n][n_words] */
    uint32_t *scratch; /* [members][3][n_words] */
    struct block_map map[WHOLE_CELLS_MAX][WHOLE_CELLS_MAX];
    uint16_t changed[WHOLE_CELLS_MAX];
    uint64_t n_reached[WHOLE_CELLS_MAX]; /* if levels are counted */
    uint64_t n_before;
    unsigned level;
    bool is_done;
    bool has_failed;
    atomic_bool has_new;
    atomic_uint next;
};

static void
map_blocks(const struct word_order *order, uint32_t *out, const uint32_t *in,
           unsigned from, unsigned to)
{
    const struct builder *builder = (const struct builder *)order;
    const struct block_map *map = &builder->map[from][to];
    uint32_t n = map->n_words;

    for (uint32_t a = 0; a < map->n_before; a++) {
        const uint32_t *blocks = in + (size_t)a * map->n_blocks * n;

        for (uint32_t b = 0; b < map->n_blocks; b++, out += n) {
            const uint32_t *block = blocks + (size_t)map->source[b] * n;

            if (n == 1)
                *out = *block;
            else
                memcpy(out, block, n * sizeof(*out));
        }
    }
}

/* Returns what a neighbour has reached, seen with the blank in `cell`. */
static const uint32_t *
seen_from(const struct builder *b, unsigned cell, unsigned neighbour,
          uint32_t *scratch)
{
    const struct whole *w = b->table;
    const uint32_t *in = b->reached + (size_t)neighbour * w->n_words;
    unsigned across = w->cls.width;

    if (neighbour + across == cell)
        return word_rotate(&b->order, in, cell - 1, neighbour, scratch,
                           scratch + w->n_words);
    if (cell + across == neighbour)
        return word_rotate(&b->order, in, cell, neighbour - 1, scratch,
                           scratch + w->n_words);
    return in;
}

/*
 * Adds the new states with the blank in `cell`. Returns true if there are any.
 */
static bool
pull(struct builder *b, unsigned cell, uint32_t *scratch)
{
    const struct whole *w = b->table;
    uint32_t *sum = scratch + (size_t)2 * w->n_words, left;
    size_t bytes = w->n_words * sizeof(*sum);
    bool has_any = false;

    for (unsigned d = 0; d < 4; d++) {
        uint8_t neighbour =
            cell_of_tile(w->cls.width, w->cls.height, cell, (loyd_dir)d);
        const uint32_t *in;

        if (neighbour == CELL_NONE || b->changed[neighbour] != b->level)
            continue;
        in = seen_from(b, cell, neighbour, scratch);
        if (has_any)
            b->order.kernel->merge(sum, in, w->n_words);
        else
            memcpy(sum, in, bytes);
        has_any = true;
    }
    return has_any && b->order.kernel->settle(
                          sum, b->reached + (size_t)cell * w->n_words,
                          w->second + (size_t)cell * w->n_words, w->n_words,
                          (b->level + 1) >> 1 & 1, &left) != 0;
}

/* Counts the states reached with the blank in `cell`. */
static void
count_reached(struct builder *b, unsigned cell)
{
    const uint32_t *word = b->reached + (size_t)cell * b->table->n_words;
    uint64_t n = 0;

    for (uint32_t i = 0; i < b->table->n_words; i++)
        n += (unsigned)__builtin_popcount(word[i]);
    b->n_reached[cell] = n;
}

/* Counts the states of a level: all reached, minus those of earlier levels. */
static void
count_level(struct builder *b)
{
    uint64_t n = 0;

    for (unsigned c = 0; c < b->table->n; c++)
        n += b->n_reached[c];
    b->table->levels[b->level] = n - b->n_before;
    b->n_before = n;
}

/* Returns the parity of the levels at which the blank is in `cell`. */
static unsigned
parity(const struct whole *w, unsigned cell)
{
    return cell_taxicab(cell, w->cls.blank, w->cls.width) & 1;
}

static void
build_member(struct team *t, unsigned member, void *context)
{
    struct builder *b = context;
    uint32_t *scratch = b->scratch + (size_t)3 * member * b->table->n_words;

    while (!b->is_done) {
        unsigned cell;

        while ((cell = atomic_fetch_add(&b->next, 1u)) < b->table->n)
            if (parity(b->table, cell) == ((b->level + 1) & 1) &&
                pull(b, cell, scratch)) {
                b->changed[cell] = (uint16_t)(b->level + 1);
                if (b->table->levels != NULL)
                    count_reached(b, cell);
                atomic_store(&b->has_new, true);
            }
        team_meet(t);
        if (member == 0) {
            b->level++;
            if (b->table->levels != NULL && b->level < WHOLE_LEVELS_MAX)
                count_level(b);
            b->has_failed =
                !monitor_tell(b->monitor, "building tables", b->level, 0);
            b->is_done = !atomic_exchange(&b->has_new, false) || b->has_failed;
            atomic_store(&b->next, 0);
        }
        team_meet(t);
    }
}

static loyd_err
make_map(struct builder *b, unsigned from, unsigned to)
{
    unsigned first = from < to ? from : to, last = from < to ? to : from;
    unsigned k = b->table->k;
    struct block_map *map = &b->map[from][to];

    if (map->source != NULL || from == to)
        return LOYD_OK;
    map->n_before = map->n_blocks = map->n_words = 1;
    for (unsigned i = 0; i < b->order.high; i++) {
        uint32_t *n = i < first   ? &map->n_before
                      : i <= last ? &map->n_blocks
                                  : &map->n_words;

        *n *= k - i;
    }
    map->source = malloc(map->n_blocks * sizeof(*map->source));
    if (map->source == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t i = 0; i < map->n_blocks; i++)
        map->source[i] =
            perm_digits_rotate(i, k, first, last - first + 1, from, to);
    return LOYD_OK;
}

/* Makes the maps of all vertical moves that affect words. */
static loyd_err
make_maps(struct builder *b)
{
    unsigned across = b->table->cls.width, h = b->order.high;
    loyd_err err = LOYD_OK;

    for (unsigned p = 0; err == LOYD_OK && p + across < b->table->n; p++) {
        unsigned q = p + across - 1; /* a move affects places p to q */
        unsigned end = q < h ? q : h - 1;

        if (p >= h)
            break;
        err = make_map(b, p, end);
        if (err == LOYD_OK)
            err = make_map(b, end, p);
    }
    return err;
}

static void
builder_free(struct builder *b)
{
    memory_free(b->reached);
    memory_free(b->scratch);
    for (unsigned i = 0; i < WHOLE_CELLS_MAX; i++)
        for (unsigned j = 0; j < WHOLE_CELLS_MAX; j++)
            free(b->map[i][j].source);
}

loyd_err
whole_build(struct whole *w, unsigned threads, struct monitor *m)
{
    struct builder b = {
        .table = w,
        .monitor = m,
        .order = {.kernel = word_kernel_get(false),
                  .k = w->k,
                  .high = w->k > LOW_TILES ? w->k - LOW_TILES : 0,
                  .n_words = w->n_words,
                  .pass_high = map_blocks}};
    size_t bytes = w->n_words * sizeof(uint32_t);
    loyd_err err = LOYD_E_NOMEM;

    b.order.pass_across = b.order.kernel->fives;
    if (threads > w->n / 2)
        threads = w->n / 2; /* cells per level */
    w->second = memory_zero(w->n * bytes);
    b.reached = memory_zero(w->n * bytes);
    b.scratch = memory_new(threads * 3 * bytes);
    if (w->second == NULL || b.reached == NULL || b.scratch == NULL ||
        (err = make_maps(&b)) != LOYD_OK)
        goto fail;
    for (unsigned c = 0; c < w->n; c++)
        b.changed[c] = NEVER;
    b.reached[(size_t)w->cls.blank * w->n_words] = 1;
    b.changed[w->cls.blank] = 0;
    b.n_reached[w->cls.blank] = 1;
    if (w->levels != NULL)
        count_level(&b);
    err = team_run(threads, build_member, &b);
    if (err == LOYD_OK && b.has_failed)
        err = LOYD_E_CANCELLED;
fail:
    builder_free(&b);
    return err;
}
