/* SPDX-License-Identifier: MIT */
/* Builds a whole-state table in MTM, bit-parallel (whole_maps.h). */
#include <stdlib.h>
#include <string.h>

#include "solve/memory.h"
#include "solve/mtm_whole.h"
#include "solve/whole_maps.h"

#define NEVER UINT16_MAX
#define LINES_MAX (2 * WHOLE_CELLS_MAX)
#define BUFFERS 3 /* of each thread */

struct builder {
    struct whole_maps maps;
    struct mtm_whole *table;
    struct monitor *monitor;
    uint32_t *reached; /* [axis of the last line][line][n_words] */
    uint32_t *scratch; /* [members][BUFFERS][n_words] */
    uint16_t changed[AXES][LINES_MAX]; /* level of the last new ones */
    unsigned level;    /* the value of the lines being reached */
    uint64_t n_before; /* boards counted up to the last level */
    bool is_done;
    bool has_failed;
    atomic_uint_fast64_t n_boards;
    atomic_bool has_new;
    atomic_uint next;
};

static unsigned
n_lines(const struct mtm_whole *w)
{
    return (unsigned)w->plan.cls.width + w->plan.cls.height;
}

static uint32_t *
reached(const struct builder *b, unsigned end, unsigned line)
{
    return b->reached +
           ((size_t)end * n_lines(b->table) + line) * b->table->plan.n_words;
}

/*
 * Orders being moved along a column. The result of a rotation is in one of two
 * buffers, and the next one must not write to where it reads.
 */
struct chain {
    const struct builder *b;
    uint32_t *one, *two;
    uint32_t *at; /* the buffer that has the orders */
};

static struct chain
chain_of(const struct builder *b, uint32_t *scratch)
{
    struct chain c = {b, scratch, scratch + b->table->plan.n_words, NULL};

    c.at = c.one;
    return c;
}

/* Moves the tile at place `from` to place `to` in every order. */
static void
chain_turn(struct chain *c, unsigned from, unsigned to)
{
    uint32_t *other = c->at == c->one ? c->two : c->one;
    const uint32_t *in;

    in = word_rotate(&c->b->maps.order, c->at, from, to, other, c->at);
    c->at = in == c->one ? c->one : c->two;
}

/* Adds new orders to a line. */
static void
settle(struct builder *b, unsigned end, unsigned line, const uint32_t *sum)
{
    uint32_t n = b->table->plan.n_words, fresh = 0;
    uint32_t *known = reached(b, end, line);
    uint32_t *second = b->table->second + (size_t)2 * line * n + end;
    uint32_t mark = b->level >> 1 & 1 ? UINT32_MAX : 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t new_bits = sum[i] & ~known[i];

        fresh |= new_bits;
        known[i] |= new_bits;
        second[(size_t)2 * i] |= new_bits & mark;
    }
    if (fresh != 0) {
        b->changed[end][line] = (uint16_t)b->level;
        atomic_store(&b->has_new, true);
    }
}

static bool
is_fresh(const struct builder *b, unsigned end, unsigned line)
{
    return b->changed[end][line] + 1U == b->level;
}

/* Reaches the line of column x from the rows. */
static void
reach_column(struct builder *b, unsigned end, unsigned x, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;
    uint32_t n = b->table->plan.n_words;
    struct chain c = chain_of(b, scratch);
    bool is_any = false;

    for (unsigned y = 0; y < cls->height; y++)
        is_any = is_any || is_fresh(b, end, y);
    if (!is_any)
        return;
    memcpy(c.at, reached(b, end, cls->height - 1U), n * sizeof(*c.at));
    for (unsigned y = cls->height - 1U; y > 0; y--) {
        unsigned cell = y * cls->width + x;

        chain_turn(&c, cell - cls->width, cell - 1);
        b->maps.order.kernel->merge(c.at, reached(b, end, y - 1), n);
    }
    settle(b, end, cls->height + x, c.at);
}

/* Moves orders with the blank at the top of column x down to row y. */
static void
go_down(struct chain *c, unsigned x, unsigned y)
{
    unsigned w = c->b->table->plan.cls.width;

    for (unsigned r = 0; r < y; r++)
        chain_turn(c, (r + 1) * w + x - 1, r * w + x);
}

/* Reaches the line of row y from the columns. */
static void
reach_row(struct builder *b, unsigned end, unsigned y, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;
    uint32_t n = b->table->plan.n_words;

    for (unsigned x = 0; x < cls->width; x++) {
        struct chain c = chain_of(b, scratch);

        if (!is_fresh(b, end, cls->height + x))
            continue;
        memcpy(c.at, reached(b, end, cls->height + x), n * sizeof(*c.at));
        go_down(&c, x, y);
        settle(b, end, y, c.at);
    }
}

/* Reaches the lines that this level can reach, for both last lines. */
static void
do_level(struct builder *b, uint32_t *scratch)
{
    const loyd_class *cls = &b->table->plan.cls;
    unsigned i, n = n_lines(b->table);

    /* Each number is a row for one last line and a column for the other. */
    while ((i = atomic_fetch_add(&b->next, 1u)) < n) {
        bool is_row = i < cls->height;
        unsigned axis = is_row ? AXIS_ROW : AXIS_COLUMN;
        unsigned end = b->level & 1 ? axis ^ 1 : axis;

        if (is_row)
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

    while ((x = atomic_fetch_add(&b->next, 1u)) < cls->width) {
        struct chain c = chain_of(b, scratch);
        uint64_t sum = 0;

        memcpy(c.at, reached(b, 0, cls->height + x), n * sizeof(*c.at));
        b->maps.order.kernel->merge(c.at, reached(b, 1, cls->height + x), n);
        for (unsigned y = 0; y < cls->height; y++) {
            sum += count_bits(c.at, reached(b, 0, y), reached(b, 1, y), n);
            if (y + 1U < cls->height)
                chain_turn(&c, (y + 1) * cls->width + x - 1,
                           y * cls->width + x);
        }
        atomic_fetch_add(&b->n_boards, sum);
    }
}

/* A board is one slide farther than the nearer of its lines. */
static void
keep_count(struct builder *b)
{
    uint64_t n = atomic_exchange(&b->n_boards, 0);

    if (b->level + 1 < WHOLE_LEVELS_MAX)
        b->table->levels[b->level + 1] = n - b->n_before;
    b->n_before = n;
}

static void
end_level(struct builder *b)
{
    b->level++;
    b->has_failed = !monitor_tell(b->monitor, "building tables", b->level, 0);
    b->is_done = !atomic_exchange(&b->has_new, false) || b->has_failed;
}

static void
build_member(struct team *t, unsigned member, void *context)
{
    struct builder *b = context;
    uint32_t *scratch =
        b->scratch + (size_t)BUFFERS * member * b->table->plan.n_words;

    for (;;) {
        if (b->table->levels != NULL) {
            count(b, scratch);
            team_meet(t);
            if (member == 0) {
                keep_count(b);
                atomic_store(&b->next, 0);
            }
            team_meet(t);
        }
        if (member == 0)
            end_level(b);
        team_meet(t);
        if (b->is_done)
            return;
        do_level(b, scratch);
        team_meet(t);
        if (member == 0)
            atomic_store(&b->next, 0);
        team_meet(t);
    }
}

/* Sets both last lines, whose value is 0. */
static void
begin(struct builder *b)
{
    const struct whole *p = &b->table->plan;
    uint32_t *scratch = b->scratch;
    struct chain c = chain_of(b, scratch);
    unsigned x = p->cls.blank % p->cls.width, y = p->cls.blank / p->cls.width;

    memset(b->changed, 0xFF, sizeof(b->changed));
    reached(b, AXIS_ROW, y)[0] = 1; /* the first order */
    b->changed[AXIS_ROW][y] = 0;
    memset(c.at, 0, p->n_words * sizeof(*c.at));
    c.at[0] = 1;
    for (; y > 0; y--) {
        unsigned cell = y * p->cls.width + x;

        chain_turn(&c, cell - p->cls.width, cell - 1);
    }
    memcpy(reached(b, AXIS_COLUMN, p->cls.height + x), c.at,
           p->n_words * sizeof(*c.at));
    b->changed[AXIS_COLUMN][p->cls.height + x] = 0;
    atomic_store(&b->has_new, true);
    b->n_before = 1; /* the goal */
    if (b->table->levels != NULL)
        b->table->levels[0] = 1;
}

loyd_err
mtm_whole_build(struct mtm_whole *w, unsigned threads, struct monitor *m)
{
    struct builder b = {.table = w, .monitor = m};
    uint64_t bytes = w->plan.n_words * sizeof(uint32_t);
    loyd_err err = LOYD_E_NOMEM;

    if (threads > n_lines(w))
        threads = n_lines(w);
    w->second = memory_zero(mtm_whole_bytes(w));
    b.reached = memory_zero(AXES * n_lines(w) * bytes);
    b.scratch = memory_new(threads * BUFFERS * bytes);
    if (w->second == NULL || b.reached == NULL || b.scratch == NULL ||
        (err = whole_maps_make(&b.maps, &w->plan)) != LOYD_OK)
        goto fail;
    begin(&b);
    err = team_run(threads, build_member, &b);
    if (err == LOYD_OK && b.has_failed)
        err = LOYD_E_CANCELLED;
fail:
    memory_free(b.reached);
    memory_free(b.scratch);
    whole_maps_free(&b.maps);
    return err;
}
