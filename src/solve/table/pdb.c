/* SPDX-License-Identifier: MIT */
/* Pattern databases: their layout and their computation. */
#include "solve/table/pdb.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/board.h"
#include "solve/table/levels.h"
#include "solve/table/memory.h"
#include "solve/table/perm_words.h"

static uint32_t
factorial(unsigned k)
{
    uint32_t f = 1;

    while (k > 1)
        f *= k--;
    return f;
}

/*
 * Returns the contribution of the first n numbers of a permutation of k to its
 * lexicographic rank: for each number, the count of smaller numbers not used
 * earlier times the permutations of the rest.
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

/*
 * Returns the contribution of the last n numbers; only their relative order
 * matters.
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

/*
 * Builds a pattern database, bit-parallel.
 *
 * A state is (region, permutation of the tiles over their cells); perm_words.h
 * describes how the permutations reached in a region are stored as bits. A
 * move of a pattern tile leads from one region to another and takes the tile
 * from rank a to rank b among the pattern's tiles; sideways moves keep the
 * rank. All permutations of a region are processed at once.
 *
 * Every move changes the colour of the pattern's cells (as on a chessboard).
 * States at even and odd depth are therefore in different regions, and
 * alternate levels can be updated in place, without a frontier and without
 * locks. A region pulls from those neighbours that changed at the last level.
 */

/* A neighbouring region, and the tile's rank there and here. */
struct edge {
    uint32_t source;
    uint8_t from;
    uint8_t to;
};

/* Buffers of one thread: new states, and two for a rotation. */
#define LOOK_REGIONS 4096 /* between two looks: about a millisecond */

struct word_scratch {
    uint32_t sum[WORDS_MAX];
    uint32_t a[WORDS_MAX];
    uint32_t b[WORDS_MAX];
};

struct builder {
    struct levels levels;
    struct pdb *table;
    const struct region_space *space;
    struct perm_words words;
    uint32_t *reached;    /* [n_regions][n_words], in the workspace */
    uint32_t *second;     /* [n_regions][n_words] bit 1 of the depth, too */
    uint32_t *first_edge; /* [n_regions + 1] */
    struct edge *edges;
    uint16_t *changed; /* [n_regions] last level with new states */
    uint8_t *odd;      /* [n_regions] states have odd depth */
    uint8_t *complete; /* [n_regions] all states are reached */
};

/*
 * Adds the states of region r at this level. Returns true if any are new.
 */
static bool
pull(struct builder *b, uint32_t r, struct word_scratch *s)
{
    unsigned n = b->words.order.n_words;
    uint32_t *reached = b->reached + (size_t)r * n;
    uint32_t *second = b->second + (size_t)r * n;
    uint32_t mark = b->levels.level >> 1 & 1, fresh, left;
    bool has_any = false;

    for (uint32_t e = b->first_edge[r]; e < b->first_edge[r + 1]; e++) {
        const struct edge *g = &b->edges[e];
        const uint32_t *in = b->reached + (size_t)g->source * n;

        if (b->changed[g->source] + 1U != b->levels.level)
            continue;
        if (g->from != g->to)
            in = word_rotate(&b->words.order, in, g->from, g->to, s->a, s->b);
        if (!has_any)
            memcpy(s->sum, in, n * sizeof(*in));
        else
            b->words.order.kernel->merge(s->sum, in, n);
        has_any = true;
    }
    if (!has_any)
        return false;
    fresh =
        b->words.order.kernel->settle(s->sum, reached, second, n, mark, &left);
    b->complete[r] = (left & b->words.full) == 0;
    return fresh != 0;
}

/* Processes one thread's share of a level; regions are taken in blocks. */
static void
search(struct levels *l, struct team *t, unsigned member, void *scratch)
{
    struct builder *b = (struct builder *)l;
    uint32_t piece = b->space->n_regions / 512 + 1;
    bool has_any = false;

    (void)t;
    (void)member;
    for (;;) {
        uint32_t r = atomic_fetch_add(&l->next, 1u) * piece;
        uint32_t end = r + piece;

        if (r >= b->space->n_regions || !monitor_look(l->monitor))
            break;
        if (end > b->space->n_regions)
            end = b->space->n_regions;
        for (; r < end; r++)
            if (b->odd[r] == (l->level & 1) && !b->complete[r] &&
                pull(b, r, scratch)) {
                b->changed[r] = (uint16_t)l->level;
                has_any = true;
            }
    }
    if (has_any)
        atomic_store(&l->has_new, true);
}

/*
 * Writes TRANSPOSE_WORDS words of every region into rows of the table. Returns
 * false if stopped.
 */
static bool
pack_words(const struct builder *b, unsigned word)
{
    uint32_t x[32][TRANSPOSE_WORDS], *row[TRANSPOSE_WORDS];
    unsigned n = b->words.order.n_words - word,
             n_bits = b->words.order.k < LOW_TILES ? 6 : 24;
    uint64_t row_words = b->table->row_bits / 32;

    if (n > TRANSPOSE_WORDS)
        n = TRANSPOSE_WORDS;
    if (b->words.order.k < 3)
        n_bits = b->words.order.k;
    for (unsigned l = 0; l < n; l++)
        row[l] =
            b->table->bits + perm_words_rank(&b->words, word + l) * row_words;
    for (uint32_t r = 0; r < b->space->n_regions; r += 32) {
        memset(x, 0, sizeof(x));
        for (uint32_t i = 0; i < 32 && r + i < b->space->n_regions; i++)
            memcpy(x[i],
                   b->second + (size_t)(r + i) * b->words.order.n_words + word,
                   n * sizeof(x[0][0]));
        bits_transpose(x);
        for (unsigned l = 0; l < n; l++) {
            if (r % LOOK_REGIONS == 0 && !monitor_look(b->levels.monitor))
                return false;
            for (unsigned bit = 0; bit < n_bits; bit++)
                row[l][bit * row_words + r / 32] = x[bit][l];
        }
    }
    return true;
}

static void
pack(struct levels *l)
{
    const struct builder *b = (const struct builder *)l;

    while (!atomic_load(&l->has_failed)) {
        unsigned word = atomic_fetch_add(&l->next, 1u) * TRANSPOSE_WORDS;

        if (word >= b->words.order.n_words)
            break;
        if (!pack_words(b, word))
            atomic_store(&l->has_failed, true);
    }
}

/* Set-up before the search. */

/* Returns the rank of `there` in a set that has it in place of `here`, which
   has the rank `rank`. */
static unsigned
rank_there(uint32_t mask, unsigned rank, unsigned here, unsigned there)
{
    unsigned low = there < here ? there : here, high = there ^ here ^ low;
    unsigned between =
        (unsigned)__builtin_popcount(mask & ((1u << high) - (2u << low)));

    return there > here ? rank + between : rank - between;
}

/* Lists the neighbours of region r of the set `mask`; returns their number. */
static unsigned
list_edges(const struct region_space *space, uint32_t mask, uint32_t r,
           struct edge *out)
{
    unsigned n = 0, rank = 0;

    for (uint32_t tiles = mask; tiles != 0; tiles &= tiles - 1, rank++) {
        unsigned here = (unsigned)__builtin_ctz(tiles);

        for (unsigned d = 0; d < 4; d++) {
            uint8_t there =
                cell_of_tile(space->width, space->height, here, (loyd_dir)d);
            uint32_t other, source;

            if (there == CELL_NONE || !(space->region[r] >> there & 1))
                continue;
            other = mask ^ (1u << here | 1u << there);
            source = space->index != NULL
                         ? region_number_small(space->index, other, here)
                         : region_number(space, other, here);
            out[n++] = (struct edge){
                source, (uint8_t)rank_there(mask, rank, here, there),
                (uint8_t)rank};
        }
    }
    return n;
}

static loyd_err
make_edges(struct builder *b)
{
    const struct region_space *space = b->space;
    size_t room = 0;
    uint32_t n = 0;

    b->first_edge = malloc((space->n_regions + 1) * sizeof(*b->first_edge));
    if (b->first_edge == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t s = 0; s < space->n_sets; s++)
        for (uint32_t r = space->first[s]; r < space->first[s + 1]; r++) {
            if (!ARRAY_ROOM(b->edges, room, n + 4 * PATTERN_TILES_MAX))
                return LOYD_E_NOMEM;
            if (r % LOOK_REGIONS == 0 && !monitor_look(b->levels.monitor))
                return LOYD_E_CANCELLED;
            b->first_edge[r] = n;
            n += list_edges(space, space->set[s], r, b->edges + n);
        }
    b->first_edge[space->n_regions] = n;
    return LOYD_OK;
}

static void
builder_free(struct builder *b)
{
    free(b->first_edge);
    free(b->edges);
    free(b->changed);
    free(b->odd);
    free(b->complete);
    perm_words_free(&b->words);
}

static loyd_err
builder_make(struct builder *b, struct workspace *workspace)
{
    const struct region_space *space = b->space;
    size_t n = space->n_regions, n_words;
    unsigned home_colour = region_colour(space, b->table->home);
    loyd_err err = perm_words_make(&b->words, space->k);

    if (err != LOYD_OK)
        return err;
    n_words = n * b->words.order.n_words;
    b->reached = workspace_zero(workspace, b->levels.monitor,
                                2 * n_words * sizeof(*b->reached));
    if (b->reached == NULL)
        return monitor_lack(b->levels.monitor);
    b->second = b->reached + n_words;
    b->changed = malloc(n * sizeof(*b->changed));
    b->odd = malloc(n);
    b->complete = calloc(n, 1);
    if (b->changed == NULL || b->odd == NULL || b->complete == NULL)
        return LOYD_E_NOMEM;
    for (size_t r = 0; r < n; r++)
        b->changed[r] = LEVEL_NEVER;
    for (uint32_t s = 0; s < space->n_sets; s++)
        for (uint32_t r = space->first[s]; r < space->first[s + 1]; r++)
            b->odd[r] = region_colour(space, space->set[s]) != home_colour;
    return make_edges(b);
}

loyd_err
pdb_build(struct pdb *table, unsigned threads, struct monitor *m,
          struct workspace *workspace)
{
    static const struct level_kind kind = {.scratch_bytes =
                                               sizeof(struct word_scratch),
                                           .search = search,
                                           .finish = pack};
    struct builder b = {
        .levels.monitor = m, .table = table, .space = table->space};
    uint32_t home;
    loyd_err err = builder_make(&b, workspace);

    if (err != LOYD_OK)
        goto fail;
    home = region_number(b.space, table->home, table->blank);
    b.reached[(size_t)home * b.words.order.n_words] = 1;
    b.changed[home] = 0;
    err = levels_run(&b.levels, &kind, threads);
fail:
    builder_free(&b);
    return err;
}
