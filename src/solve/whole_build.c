/* SPDX-License-Identifier: MIT */
/*
 * Builds a whole-state table, bit-parallel.
 *
 * For each cell of the blank the orders reached are a bit vector. A sideways
 * move of a tile leaves the order as it is; one up or down takes a tile from
 * one place to another in the order, width - 1 places on, and rotates those
 * between. In the Lehmer code of the order only the digits of these places
 * change, each set of them in the same way whatever stands before and
 * behind: a rotation among the first k-4 places is a map of blocks of words;
 * one among the last four is a permutation of the bits of every word
 * (perm_words.h); place k-5 and its neighbour k-4 change within each five
 * words. As with patterns, even and odd levels belong to different cells.
 */
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/memory.h"
#include "solve/perm_words.h"
#include "solve/whole.h"

#define LOW 4 /* places held in the bits of a word */
#define NEVER UINT16_MAX

/* How blocks of words move when place `from` goes to place `to`. */
struct block_map {
    uint32_t n_before; /* blocks of blocks */
    uint32_t n_blocks;
    uint32_t n_words; /* of a block */
    uint32_t *source; /* [n_blocks] */
};

struct builder {
    struct whole *table;
    const struct word_kernel *kernel;
    struct monitor *monitor;
    unsigned high;     /* places before the last four */
    uint32_t full;     /* a word with every order in it */
    uint32_t *reached; /* [n][n_words] */
    uint32_t *scratch; /* [members][3][n_words] */
    struct block_map map[WHOLE_CELLS_MAX][WHOLE_CELLS_MAX];
    uint16_t changed[WHOLE_CELLS_MAX];
    uint64_t n_reached[WHOLE_CELLS_MAX]; /* where levels are counted */
    uint64_t n_before;
    unsigned level;
    bool is_done;
    bool has_failed;
    atomic_bool has_new;
    atomic_uint next;
};

static void
map_blocks(const struct block_map *map, uint32_t *restrict out,
           const uint32_t *restrict in)
{
    uint32_t n = map->n_words;

    for (uint32_t a = 0; a < map->n_before; a++) {
        const uint32_t *from = in + (size_t)a * map->n_blocks * n;

        for (uint32_t b = 0; b < map->n_blocks; b++, out += n) {
            const uint32_t *block = from + (size_t)map->source[b] * n;

            if (n == 1)
                *out = *block;
            else
                memcpy(out, block, n * sizeof(*out));
        }
    }
}

/* Where the passes of a rotation have got to. */
struct rotation {
    const struct builder *b;
    const uint32_t *in;
    uint32_t *out;
    uint32_t *spare;
};

static void
turn_over(struct rotation *r)
{
    uint32_t *out = r->out;

    r->in = out;
    r->out = r->spare;
    r->spare = out;
}

static void
pass_high(struct rotation *r, unsigned from, unsigned to)
{
    if (from == to)
        return;
    map_blocks(&r->b->map[from][to], r->out, r->in);
    turn_over(r);
}

/* Places high - 1 and high change: five words at a time. */
static void
pass_cross(struct rotation *r)
{
    r->b->kernel->fives(r->out, r->in, r->b->table->n_words / 5);
    turn_over(r);
}

static void
pass_low(struct rotation *r, unsigned from, unsigned to)
{
    /* For k < 4 the orders are those that keep the first places. */
    unsigned k = r->b->table->k, base = k < LOW ? 0 : k - LOW;
    unsigned first = k < LOW ? LOW - k : 0;

    if (from == to)
        return;
    r->b->kernel->low[from - base + first][to - base + first](
        r->out, r->in, r->b->table->n_words);
    turn_over(r);
}

/* All orders after the tile at place `from` has gone to place `to`. */
static const uint32_t *
rotate(const struct builder *b, const uint32_t *in, unsigned from, unsigned to,
       uint32_t *scratch)
{
    struct rotation r = {b, in, scratch, scratch + b->table->n_words};
    unsigned h = b->high;

    if (from < h && to < h) {
        pass_high(&r, from, to);
    } else if (from < h) {
        pass_high(&r, from, h - 1);
        pass_cross(&r);
        pass_low(&r, h, to);
    } else if (to >= h) {
        pass_low(&r, from, to);
    } else {
        pass_low(&r, from, h);
        pass_cross(&r);
        pass_high(&r, h - 1, to);
    }
    return r.in;
}

/* What a neighbour has reached, as seen with the blank in `cell`. */
static const uint32_t *
seen_from(const struct builder *b, unsigned cell, unsigned neighbour,
          uint32_t *scratch)
{
    const struct whole *w = b->table;
    const uint32_t *in = b->reached + (size_t)neighbour * w->n_words;
    unsigned across = w->cls.width;

    if (neighbour + across == cell)
        return rotate(b, in, cell - 1, neighbour, scratch);
    if (cell + across == neighbour)
        return rotate(b, in, cell, neighbour - 1, scratch);
    return in;
}

/* Reaches what is new with the blank in `cell`; was there anything? */
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
            b->kernel->merge(sum, in, w->n_words);
        else
            memcpy(sum, in, bytes);
        has_any = true;
    }
    return has_any &&
           b->kernel->settle(sum, b->reached + (size_t)cell * w->n_words,
                             w->second + (size_t)cell * w->n_words, w->n_words,
                             (b->level + 1) >> 1 & 1, &left) != 0;
}

/* For whoever wants the levels: what is reached with the blank in `cell`. */
static void
count_reached(struct builder *b, unsigned cell)
{
    const uint32_t *word = b->reached + (size_t)cell * b->table->n_words;
    uint64_t n = 0;

    for (uint32_t i = 0; i < b->table->n_words; i++)
        n += (unsigned)__builtin_popcount(word[i]);
    b->n_reached[cell] = n;
}

/* What all have reached, less what they had at the levels before. */
static void
count_level(struct builder *b)
{
    uint64_t n = 0;

    for (unsigned c = 0; c < b->table->n; c++)
        n += b->n_reached[c];
    b->table->levels[b->level] = n - b->n_before;
    b->n_before = n;
}

static unsigned
blank_distance(const struct whole *w, unsigned cell)
{
    unsigned across = w->cls.width, home = w->cls.blank;

    return cell % across + cell / across + home % across + home / across;
}

static void
build_member(struct team *t, unsigned member, void *context)
{
    struct builder *b = context;
    uint32_t *scratch = b->scratch + (size_t)3 * member * b->table->n_words;

    while (!b->is_done) {
        unsigned cell;

        while ((cell = atomic_fetch_add(&b->next, 1u)) < b->table->n)
            if ((blank_distance(b->table, cell) & 1) == ((b->level + 1) & 1) &&
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

/* The digits of places first..last of an order, changed by from -> to. */
static uint32_t
moved_digits(uint32_t number, unsigned k, unsigned from, unsigned to)
{
    unsigned first = from < to ? from : to, last = from < to ? to : from;
    unsigned n = last - first + 1;
    uint8_t digit[WHOLE_CELLS_MAX], s[WHOLE_CELLS_MAX];
    uint8_t rest[WHOLE_CELLS_MAX], moved;
    uint32_t out = 0;

    for (unsigned i = n; i-- > 0; number /= k - first - i)
        digit[i] = (uint8_t)(number % (k - first - i));
    for (unsigned i = 0; i < k - first; i++)
        rest[i] = (uint8_t)i;
    for (unsigned i = 0; i < n; i++) {
        s[i] = rest[digit[i]];
        memmove(rest + digit[i], rest + digit[i] + 1,
                k - first - i - digit[i] - 1u);
    }
    /* Which order was this before the move? The tile goes back. */
    moved = s[to - first];
    if (from < to)
        memmove(s + 1, s, n - 1);
    else
        memmove(s, s + 1, n - 1);
    s[from - first] = moved;
    for (unsigned i = 0; i < n; i++) {
        unsigned d = s[i];

        for (unsigned j = 0; j < i; j++)
            d -= s[j] < s[i];
        out = out * (k - first - i) + d;
    }
    return out;
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
    for (unsigned i = 0; i < b->high; i++) {
        uint32_t *n = i < first   ? &map->n_before
                      : i <= last ? &map->n_blocks
                                  : &map->n_words;

        *n *= k - i;
    }
    map->source = malloc(map->n_blocks * sizeof(*map->source));
    if (map->source == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t i = 0; i < map->n_blocks; i++)
        map->source[i] = moved_digits(i, k, from, to);
    return LOYD_OK;
}

/* The maps of all moves up and down, as far as they are in the words. */
static loyd_err
make_maps(struct builder *b)
{
    unsigned across = b->table->cls.width, h = b->high;
    loyd_err err = LOYD_OK;

    for (unsigned p = 0; err == LOYD_OK && p + across < b->table->n; p++) {
        unsigned q = p + across - 1; /* places p and q change */
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
    struct builder b = {.table = w,
                        .monitor = m,
                        .kernel = word_kernel_get(false),
                        .high = w->k > LOW ? w->k - LOW : 0};
    size_t bytes = w->n_words * sizeof(uint32_t);
    loyd_err err = LOYD_E_NOMEM;

    if (threads > w->n / 2)
        threads = w->n / 2; /* no more cells of a colour than these */
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
