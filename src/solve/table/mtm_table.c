/* SPDX-License-Identifier: MIT */
/* Builds tables of lower bounds in MTM, bit-parallel (perm_words.h). */
#include "solve/table/mtm_table.h"

#include <stdlib.h>
#include <string.h>

#include "solve/table/levels.h"
#include "solve/table/memory.h"
#include "solve/table/perm_words.h"

#define LOOK_CHAINS 16 /* between two looks: less than a millisecond */

struct builder {
    struct levels levels; /* the level is the lines' value */
    struct mtm_table *table;
    struct perm_words words;
    uint32_t *reached[AXES]; /* [lines][n_sets][n_words] */
    uint32_t *second[AXES];  /* bit 1 of the value */
    uint16_t *changed[AXES]; /* [lines][n_sets] last level with new ones */
    uint8_t *complete[AXES]; /* [lines][n_sets] all are reached */
    unsigned axis;           /* of the lines that this level reaches */
};

/* Buffers of one thread. */
struct scratch {
    uint32_t sum[WORDS_MAX];
    uint32_t a[WORDS_MAX];
    uint32_t b[WORDS_MAX];
};

static unsigned
n_lines(const struct mtm_space *s, unsigned axis)
{
    return axis == AXIS_ROW ? s->height : s->width;
}

uint64_t
mtm_axis_bytes(const struct mtm_space *s, unsigned axis)
{
    return (uint64_t)n_lines(s, axis) * mtm_line_bytes(s);
}

uint64_t
mtm_table_bytes(const struct mtm_table *t)
{
    return AXES * (mtm_axis_bytes(&t->space, AXIS_ROW) +
                   mtm_axis_bytes(&t->space, AXIS_COLUMN));
}

pattern
mtm_home(const struct mtm_table *t)
{
    uint32_t below = (1u << t->blank) - 1;

    return pattern_home((t->home & below) | (t->home >> 1 & ~below));
}

loyd_err
mtm_table_plan(struct mtm_table *t, unsigned width, unsigned height,
               unsigned blank, uint32_t home)
{
    struct mtm_space *s = &t->space;
    uint32_t n = 0;

    memset(t, 0, sizeof(*t));
    t->blank = (uint8_t)blank;
    t->home = home;
    s->width = (uint8_t)width;
    s->height = (uint8_t)height;
    s->k = (uint8_t)__builtin_popcount(home);
    s->n_places = width * height - 1;
    s->set_bytes = 3;
    for (unsigned i = 5; i <= s->k; i++)
        s->set_bytes *= i;
    s->first = malloc(sizeof(*s->first) << s->n_places);
    s->set = malloc(sizeof(*s->set) << s->n_places);
    if (s->first == NULL || s->set == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t m = 0; m < 1u << s->n_places; m++) {
        bool is_set = __builtin_popcount(m) == s->k;

        s->first[m] = is_set ? n * s->set_bytes : SET_NONE;
        if (is_set)
            s->set[n++] = (uint16_t)m;
    }
    s->n_sets = n;
    perm_ranks_make(&s->ranks, s->k);
    return LOYD_OK;
}

void
mtm_table_free(struct mtm_table *t)
{
    for (unsigned end = 0; end < AXES; end++)
        for (unsigned axis = 0; axis < AXES; axis++)
            memory_free(t->bits[end][axis]);
    free(t->space.first);
    free(t->space.set);
    memset(t, 0, sizeof(*t));
}

/* Returns the number of a line's set among all of its axis. */
static size_t
place_of(const struct builder *b, unsigned line, uint32_t mask)
{
    const struct mtm_space *s = &b->table->space;

    return (size_t)line * s->n_sets + s->first[mask] / s->set_bytes;
}

/* Adds new states to lines[at] of the level's axis. */
static void
settle(struct builder *b, size_t at, const uint32_t *sum)
{
    unsigned n = b->words.order.n_words;
    uint32_t left,
        fresh = b->words.order.kernel->settle(
            sum, b->reached[b->axis] + at * n, b->second[b->axis] + at * n, n,
            b->levels.level >> 1 & 1, &left);

    b->complete[b->axis][at] = (left & b->words.full) == 0;
    if (fresh == 0)
        return;
    b->changed[b->axis][at] = (uint16_t)b->levels.level;
    if (!atomic_load(&b->levels.has_new))
        atomic_store(&b->levels.has_new, true);
}

/*
 * Returns the permutations of `in` after a tile moved from place `from` to
 * `to`; `mask` is the set before.
 */
static const uint32_t *
turn(const struct builder *b, const uint32_t *in, uint32_t mask, unsigned from,
     unsigned to, struct scratch *s)
{
    uint32_t all = (2u << (from < to ? to - from : from - to)) - 1;
    unsigned low = from < to ? from : to;
    unsigned a = (unsigned)__builtin_popcount(mask & ((1u << low) - 1));
    unsigned last = a + (unsigned)__builtin_popcount(mask >> low & all) - 1;

    if (!(mask >> from & 1) || a == last)
        return in;
    return from < to ? word_rotate(&b->words.order, in, a, last, s->a, s->b)
                     : word_rotate(&b->words.order, in, last, a, s->a, s->b);
}

/*
 * The sets along a column: set[r] are the tiles' places when the blank is in
 * row r, and at[r] the number of the row line's set.
 */
struct chain {
    unsigned x;
    uint32_t set[PLACES_MAX + 1];
    size_t at[PLACES_MAX + 1];
    size_t top; /* the number of the column line's set */
};

static void
chain_make(const struct builder *b, unsigned x, uint32_t mask, struct chain *c)
{
    const struct mtm_space *s = &b->table->space;

    c->x = x;
    c->top = place_of(b, x, mask);
    for (unsigned y = 0;; y++) {
        c->set[y] = mask;
        c->at[y] = place_of(b, y, mask);
        if (y + 1U == s->height)
            break;
        mask = pattern_cells(mtm_down(mask, y * s->width + x, s->width));
    }
}

/* Reaches the column line of a chain from its row lines. */
static void
pull(struct builder *b, const struct chain *c, struct scratch *s)
{
    unsigned w = b->table->space.width, n = b->words.order.n_words;
    const uint32_t *in = NULL;
    size_t bytes = n * sizeof(*in);

    if (b->complete[AXIS_COLUMN][c->top])
        return;
    for (unsigned y = b->table->space.height; y-- > 0;) {
        const uint32_t *row = b->reached[AXIS_ROW] + c->at[y] * n;
        bool is_new = b->changed[AXIS_ROW][c->at[y]] + 1U == b->levels.level;

        if (in == NULL && is_new) {
            memcpy(s->sum, row, bytes);
            in = s->sum;
        } else if (in != NULL && is_new) {
            b->words.order.kernel->merge(s->sum, row, n);
        }
        if (in == NULL || y == 0)
            continue;
        in = turn(b, s->sum, c->set[y], (y - 1) * w + c->x, y * w + c->x - 1,
                  s);
        if (in != s->sum)
            memcpy(s->sum, in, bytes);
        in = s->sum;
    }
    if (in != NULL)
        settle(b, c->top, in);
}

/* Reaches the row lines of a chain from its column line. */
static void
push(struct builder *b, const struct chain *c, struct scratch *s)
{
    unsigned w = b->table->space.width, h = b->table->space.height;
    unsigned n = b->words.order.n_words;
    const uint32_t *in = b->reached[AXIS_COLUMN] + c->top * n;

    if (b->changed[AXIS_COLUMN][c->top] + 1U != b->levels.level)
        return;
    for (unsigned y = 0;; y++) {
        if (!b->complete[AXIS_ROW][c->at[y]])
            settle(b, c->at[y], in);
        if (y + 1 == h)
            return;
        in = turn(b, in, c->set[y], (y + 1) * w + c->x - 1, y * w + c->x, s);
        if (in != s->sum)
            memcpy(s->sum, in, n * sizeof(*in));
        in = s->sum;
    }
}

/*
 * One thread's share of a level. For one column, the chains of different
 * sets have no lines in common.
 */
static void
search(struct levels *l, struct team *t, unsigned member, void *scratch)
{
    struct builder *b = (struct builder *)l;
    const struct mtm_space *space = &b->table->space;
    unsigned n_done = 0;

    for (unsigned x = 0; x < space->width; x++) {
        for (uint32_t i = member; i < space->n_sets; i += t->n) {
            struct chain c;

            if (n_done++ % LOOK_CHAINS == 0 &&
                !monitor_look(b->levels.monitor))
                break;
            chain_make(b, x, space->set[i], &c);
            if (b->axis == AXIS_COLUMN)
                pull(b, &c, scratch);
            else
                push(b, &c, scratch);
        }
        team_meet(t);
    }
}

static void
turn_axis(struct levels *l)
{
    struct builder *b = (struct builder *)l;

    b->axis ^= 1;
}

/*
 * Writes the bits of an axis into the table, 24 of each word. Returns false if
 * stopped.
 */
static bool
pack(const struct builder *b, unsigned axis, uint8_t *out)
{
    const struct mtm_space *s = &b->table->space;
    size_t n = (size_t)n_lines(s, axis) * s->n_sets;
    const uint32_t *word = b->second[axis];

    for (size_t i = 0; i < n; i++, out += s->set_bytes) {
        if (!monitor_look(b->levels.monitor))
            return false;
        for (unsigned j = 0; j < b->words.order.n_words; j++, word++) {
            uint8_t *at = out + perm_words_rank(&b->words, j) / 8;

            for (unsigned byte = 0; byte < 3; byte++)
                at[byte] = (uint8_t)(*word >> 8 * byte);
        }
    }
    return true;
}

static void
builder_free(struct builder *b)
{
    for (unsigned axis = 0; axis < AXES; axis++) {
        free(b->changed[axis]);
        free(b->complete[axis]);
    }
    perm_words_free(&b->words);
}

static loyd_err
builder_make(struct builder *b, struct workspace *workspace)
{
    const struct mtm_space *s = &b->table->space;
    size_t n_words = (size_t)(n_lines(s, AXIS_ROW) + n_lines(s, AXIS_COLUMN)) *
                     s->n_sets * b->words.order.n_words;
    uint32_t *at = workspace_zero(workspace, b->levels.monitor,
                                  2 * n_words * sizeof(*at));

    if (at == NULL)
        return monitor_lack(b->levels.monitor);
    for (unsigned axis = 0; axis < AXES; axis++) {
        size_t n = (size_t)n_lines(s, axis) * s->n_sets;

        b->reached[axis] = at;
        b->second[axis] = at += n * b->words.order.n_words;
        at += n * b->words.order.n_words;
        b->changed[axis] = malloc(n * sizeof(*b->changed[axis]));
        b->complete[axis] = calloc(n, 1);
        if (b->changed[axis] == NULL || b->complete[axis] == NULL)
            return LOYD_E_NOMEM;
        for (size_t i = 0; i < n; i++)
            b->changed[axis][i] = LEVEL_NEVER;
    }
    return LOYD_OK;
}

/* Sets the last line, whose value is 0. */
static void
set_last_line(struct builder *b, unsigned end)
{
    const struct mtm_table *t = b->table;
    unsigned w = t->space.width, line = t->blank / w;
    pattern p = mtm_home(t);
    struct word_order *order = &b->words.order;
    uint32_t rank, word = 0;
    size_t at;

    if (end == AXIS_COLUMN) {
        p = mtm_top(p, t->blank, w);
        line = t->blank % w;
    }
    at = place_of(b, line, pattern_cells(p));
    rank = mtm_rank(&t->space, p);
    while (perm_words_rank(&b->words, word) !=
           rank / WORD_ORDERS * WORD_ORDERS)
        word++;
    b->reached[end][at * order->n_words + word] = 1u << rank % WORD_ORDERS;
    b->changed[end][at] = 0;
    b->axis = end ^ 1;
}

/* Computes the values for one last line. */
static loyd_err
build_end(struct mtm_table *t, unsigned end, unsigned threads,
          struct monitor *m, struct workspace *workspace)
{
    static const struct level_kind kind = {.scratch_bytes =
                                               sizeof(struct scratch),
                                           .search = search,
                                           .end = turn_axis};
    struct builder b = {.levels.monitor = m, .table = t};
    loyd_err err = perm_words_make(&b.words, t->space.k);

    if (err != LOYD_OK || (err = builder_make(&b, workspace)) != LOYD_OK)
        goto fail;
    set_last_line(&b, end);
    err = levels_run(&b.levels, &kind, threads);
    for (unsigned axis = 0; err == LOYD_OK && axis < AXES; axis++) {
        t->bits[end][axis] = memory_new(mtm_axis_bytes(&t->space, axis));
        if (t->bits[end][axis] == NULL)
            err = LOYD_E_NOMEM;
        else if (!pack(&b, axis, t->bits[end][axis]))
            err = LOYD_E_CANCELLED;
    }
fail:
    builder_free(&b);
    return err;
}

loyd_err
mtm_table_build(struct mtm_table *t, unsigned threads, struct monitor *m,
                struct workspace *workspace)
{
    loyd_err err = LOYD_OK;

    for (unsigned end = 0; err == LOYD_OK && end < AXES; end++)
        err = build_end(t, end, threads, m, workspace);
    return err;
}
