/* SPDX-License-Identifier: MIT */
/* Plans and builds a whole-state table in MTM, bit-parallel (whole_maps.h). */
#include <stdlib.h>
#include <string.h>

#include "solve/table/levels.h"
#include "solve/table/memory.h"
#include "solve/table/mtm_whole.h"
#include "solve/table/whole_maps.h"

#define BUFFERS 3        /* of each thread */
#define GRAIN_WORDS 1000 /* a few such groups fit into the cache */

void
mtm_whole_plan(struct mtm_whole *w, const loyd_class *cls)
{
    memset(w, 0, sizeof(*w));
    whole_plan(&w->plan, cls);
}

uint64_t
mtm_whole_bytes(const struct mtm_whole *w)
{
    uint64_t lines = (uint64_t)w->plan.cls.width + w->plan.cls.height;

    return AXES * lines * w->plan.n_words * sizeof(*w->second);
}

void
mtm_whole_free(void *owner)
{
    struct mtm_whole *w = owner;

    memory_free(w->second);
    memset(w, 0, sizeof(*w));
}

struct builder {
    struct levels levels; /* the level is the value of the lines reached */
    struct whole_maps maps;
    struct mtm_whole *table;
    uint32_t *reached; /* [axis of the last line][line][n_words] */
    uint32_t *second;  /* the same: bit 1 of the value */
    uint32_t *scratch; /* [members][BUFFERS][n_words] */
    uint32_t grain;    /* words of a grain, a group of about GRAIN_WORDS */
    uint32_t n_grains; /* of a line */
    uint16_t *changed; /* [axis of the last line][line][n_grains]: level of the
                          last new ones */
    uint64_t n_before; /* boards counted up to the last level */
    atomic_uint_fast64_t n_boards;
};

static unsigned
n_lines(const struct mtm_whole *w)
{
    return (unsigned)w->plan.cls.width + w->plan.cls.height;
}

/* Returns where a line's words begin. */
static size_t
words_of(const struct builder *b, unsigned end, unsigned line)
{
    return ((size_t)end * n_lines(b->table) + line) * b->table->plan.n_words;
}

static uint32_t *
reached(const struct builder *b, unsigned end, unsigned line)
{
    return b->reached + words_of(b, end, line);
}

static uint16_t *
changed(const struct builder *b, unsigned end, unsigned line)
{
    return b->changed + words_of(b, end, line) / b->grain;
}

/*
 * Orders being moved along a column: those of one group of a line, so that
 * they stay in the cache from step to step.
 */
struct chain {
    const struct builder *b;
    uint32_t at; /* the group's first word in a line, and its words */
    uint32_t n;
    const uint32_t *in; /* the orders: in a line, or in `sum` */
    uint32_t *sum, *other, *spare; /* buffers */
};

static void
chain_begin(struct chain *c, const uint32_t *line)
{
    c->in = line + c->at;
}

/* Adds the orders of a line. */
static void
chain_merge(struct chain *c, const uint32_t *line)
{
    if (c->in != c->sum)
        memcpy(c->sum, c->in, c->n * sizeof(*c->sum));
    c->in = c->sum;
    c->b->maps.order.kernel->merge(c->sum, line + c->at, c->n);
}

/* Moves the tile at place `from` to place `to` in every order. */
static void
chain_turn(struct chain *c, unsigned from, unsigned to)
{
    const struct whole_maps *maps = &c->b->maps;
    uint32_t n = whole_maps_group(maps, from < to ? from : to, GRAIN_WORDS);
    uint32_t *out = c->other;
    bool is_even = false; /* the number of passes */

    for (uint32_t i = 0; i < c->n; i += n) {
        uint32_t *a = is_even ? c->spare : out + i;
        uint32_t *b = is_even ? out + i : c->spare;
        const uint32_t *turned = word_rotate_part(&maps->order, n, c->in + i,
                                                  from, to, a, b);

        if (turned == c->spare) { /* in the first group only */
            is_even = true;
            memcpy(out + i, turned, n * sizeof(*out));
        }
    }
    c->other = c->sum;
    c->in = c->sum = out;
}

/*
 * Returns a chain for all orders, or for the first group that moves along a
 * column from its top row on do not leave.
 */
static struct chain
chain_of(const struct builder *b, uint32_t *scratch)
{
    uint32_t n = b->table->plan.n_words;

    return (struct chain){.b = b,
                          .n = n,
                          .sum = scratch,
                          .other = scratch + n,
                          .spare = scratch + (size_t)2 * n};
}

static struct chain
chain_of_column(const struct builder *b, unsigned x, uint32_t *scratch)
{
    struct chain c = chain_of(b, scratch);

    c.n = whole_maps_group(&b->maps, x, b->grain);
    return c;
}

/* Adds new orders to a line. */
static void
settle(struct builder *b, unsigned end, unsigned line, const struct chain *c)
{
    size_t at = words_of(b, end, line) + c->at;
    uint32_t mark = b->levels.level >> 1 & 1, left;
    bool has_new = false;

    for (uint32_t i = 0; i < c->n; i += b->grain)
        if (b->maps.order.kernel->settle(c->in + i, b->reached + at + i,
                                         b->second + at + i, b->grain, mark,
                                         &left) != 0) {
            b->changed[(at + i) / b->grain] = (uint16_t)b->levels.level;
            has_new = true;
        }
    if (has_new)
        atomic_store(&b->levels.has_new, true);
}

/* Returns whether the last level added to a line, in the chain's group. */
static bool
is_fresh(const struct chain *c, unsigned end, unsigned line)
{
    const struct builder *b = c->b;
    const uint16_t *level = changed(b, end, line) + c->at / b->grain;

    for (uint32_t i = 0; i < c->n / b->grain; i++)
        if (level[i] + 1U == b->levels.level)
            return true;
    return false;
}

/* Reaches the line of column x from the rows. */
static void
reach_column(struct builder *b, unsigned end, unsigned x, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;
    struct chain c = chain_of_column(b, x, scratch);

    for (; c.at < b->table->plan.n_words && monitor_look(b->levels.monitor);
         c.at += c.n) {
        bool is_any = false;

        for (unsigned y = cls->height; y-- > 0;) {
            bool is_new = is_fresh(&c, end, y);
            unsigned cell = y * cls->width + x;

            if (is_new && is_any)
                chain_merge(&c, reached(b, end, y));
            else if (is_new)
                chain_begin(&c, reached(b, end, y));
            is_any = is_any || is_new;
            if (is_any && y > 0)
                chain_turn(&c, cell - cls->width, cell - 1);
        }
        if (is_any)
            settle(b, end, cls->height + x, &c);
    }
}

/* Moves orders with the blank at the top of column x down to row y. */
static void
go_down(struct chain *c, unsigned x, unsigned y)
{
    unsigned w = c->b->table->plan.cls.width;

    for (unsigned r = 0; r < y; r++)
        chain_turn(c, (r + 1) * w + x - 1, r * w + x);
}

/* Reaches the line of the top row from the columns. */
static void
reach_top(struct builder *b, unsigned end, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;
    struct chain c = chain_of(b, scratch);

    for (c.n = b->grain;
         c.at < b->table->plan.n_words && monitor_look(b->levels.monitor);
         c.at += c.n) {
        bool is_any = false;

        for (unsigned x = 0; x < cls->width; x++) {
            const uint32_t *column = reached(b, end, cls->height + x);

            if (!is_fresh(&c, end, cls->height + x))
                continue;
            if (is_any)
                chain_merge(&c, column);
            else
                chain_begin(&c, column);
            is_any = true;
        }
        if (is_any)
            settle(b, end, 0, &c);
    }
}

/* Reaches the line of row y from the columns. */
static void
reach_row(struct builder *b, unsigned end, unsigned y, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;

    for (unsigned x = 0; x < cls->width; x++) {
        struct chain c = chain_of_column(b, x, scratch);

        for (;
             c.at < b->table->plan.n_words && monitor_look(b->levels.monitor);
             c.at += c.n)
            if (is_fresh(&c, end, cls->height + x)) {
                chain_begin(&c, reached(b, end, cls->height + x));
                go_down(&c, x, y);
                settle(b, end, y, &c);
            }
    }
}

/* Reaches the lines that this level can reach, for both last lines. */
static void
do_level(struct builder *b, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;
    unsigned i, n = n_lines(b->table);

    /* Each number is a row for one last line and a column for the other. */
    while ((i = atomic_fetch_add(&b->levels.next, 1u)) < n) {
        bool is_row = i < cls->height;
        unsigned axis = is_row ? AXIS_ROW : AXIS_COLUMN;
        unsigned end = b->levels.level & 1 ? axis ^ 1 : axis;

        if (i == 0)
            reach_top(b, end, scratch);
        else if (is_row)
            reach_row(b, end, i, scratch);
        else
            reach_column(b, end, i - cls->height, scratch);
    }
}

static uint64_t
count_bits(const uint32_t *a, const uint32_t *b, const uint32_t *c, uint32_t n)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += (unsigned)__builtin_popcount(a[i] | b[i] | c[i]);
    return sum;
}

/* Counts the boards on lines reached so far, column by column. */
static void
count(struct builder *b, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;
    uint32_t n = b->table->plan.n_words;
    unsigned x;

    while ((x = atomic_fetch_add(&b->levels.next, 1u)) < cls->width) {
        struct chain c = chain_of(b, scratch);
        uint64_t sum = 0;

        chain_begin(&c, reached(b, 0, cls->height + x));
        chain_merge(&c, reached(b, 1, cls->height + x));
        for (unsigned y = 0; y < cls->height; y++) {
            sum += count_bits(c.in, reached(b, 0, y), reached(b, 1, y), n);
            if (y + 1U < cls->height)
                chain_turn(&c, (y + 1) * cls->width + x - 1,
                           y * cls->width + x);
        }
        atomic_fetch_add(&b->n_boards, sum);
    }
}

/* Puts the bits for both last lines side by side, where `reached` was. */
static void
join(struct levels *l)
{
    struct builder *b = (struct builder *)l;
    uint32_t n = b->table->plan.n_words, line;

    while ((line = atomic_fetch_add(&b->levels.next, 1u)) <
           n_lines(b->table)) {
        const uint32_t *row = b->second + words_of(b, AXIS_ROW, line);
        const uint32_t *column = b->second + words_of(b, AXIS_COLUMN, line);
        uint32_t *out = b->reached + (size_t)2 * line * n;

        for (uint32_t i = 0; i < n; i++) {
            out[(size_t)2 * i + AXIS_ROW] = row[i];
            out[(size_t)2 * i + AXIS_COLUMN] = column[i];
        }
    }
}

static void
search(struct levels *l, struct team *t, unsigned member, void *scratch)
{
    struct builder *b = (struct builder *)l;
    uint32_t *buffers =
        b->scratch + (size_t)BUFFERS * member * b->table->plan.n_words;

    (void)scratch;
    if (b->table->levels != NULL) {
        count(b, buffers);
        team_meet(t);
        if (member == 0) {
            uint64_t n = atomic_exchange(&b->n_boards, 0);

            /* A board is one slide farther than the nearer of its lines. */
            if (l->level < WHOLE_LEVELS_MAX)
                b->table->levels[l->level] = n - b->n_before;
            b->n_before = n;
            atomic_store(&l->next, 0);
        }
        team_meet(t);
    }
    do_level(b, buffers);
}

/* Sets both last lines, whose value is 0. */
static void
set_last_lines(struct builder *b)
{
    const struct whole *p = &b->table->plan;
    uint32_t *scratch = b->scratch;
    struct chain c = chain_of(b, scratch);
    unsigned x = p->cls.blank % p->cls.width, y = p->cls.blank / p->cls.width;

    reached(b, AXIS_ROW, y)[0] = 1; /* the first order */
    changed(b, AXIS_ROW, y)[0] = 0;
    chain_begin(&c, reached(b, AXIS_ROW, y));
    for (; y > 0; y--) {
        unsigned cell = y * p->cls.width + x;

        chain_turn(&c, cell - p->cls.width, cell - 1);
    }
    memcpy(reached(b, AXIS_COLUMN, p->cls.height + x), c.in,
           p->n_words * sizeof(*c.in));
    memset(changed(b, AXIS_COLUMN, p->cls.height + x), 0,
           b->n_grains * sizeof(*b->changed));
    b->n_before = 1; /* the goal */
    if (b->table->levels != NULL)
        b->table->levels[0] = 1;
}

static loyd_err
builder_make(struct builder *b, unsigned threads)
{
    const struct whole *p = &b->table->plan;
    uint64_t bytes = mtm_whole_bytes(b->table);
    size_t n_changed;
    loyd_err err = whole_maps_make(&b->maps, p);

    if (err != LOYD_OK)
        return err;
    b->grain = whole_maps_group(&b->maps, b->maps.order.high, GRAIN_WORDS);
    b->n_grains = p->n_words / b->grain;
    n_changed = (size_t)AXES * n_lines(b->table) * b->n_grains;
    b->reached = monitor_zero(b->levels.monitor, bytes);
    b->second = monitor_zero(b->levels.monitor, bytes);
    b->scratch =
        memory_new(threads * BUFFERS * sizeof(*b->scratch) * p->n_words);
    b->changed = malloc(n_changed * sizeof(*b->changed));
    if (b->reached == NULL || b->second == NULL || b->scratch == NULL ||
        b->changed == NULL)
        return monitor_lack(b->levels.monitor);
    memset(b->changed, 0xFF, n_changed * sizeof(*b->changed)); /* never */
    return LOYD_OK;
}

static void
builder_free(struct builder *b)
{
    memory_free(b->reached);
    memory_free(b->second);
    memory_free(b->scratch);
    free(b->changed);
    whole_maps_free(&b->maps);
}

loyd_err
mtm_whole_build(void *owner, unsigned threads, struct monitor *m)
{
    struct mtm_whole *w = owner;
    static const struct level_kind kind = {.search = search, .finish = join};
    struct builder b = {.levels.monitor = m, .table = w};
    loyd_err err;

    if (threads > n_lines(w))
        threads = n_lines(w);
    if ((err = builder_make(&b, threads)) != LOYD_OK)
        goto fail;
    set_last_lines(&b);
    err = levels_run(&b.levels, &kind, threads);
    if (err == LOYD_OK) {
        w->second = b.reached;
        b.reached = NULL;
    }
fail:
    builder_free(&b);
    return err;
}
