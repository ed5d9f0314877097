/* SPDX-License-Identifier: MIT */
/*
 * Tests pattern databases against a breadth-first search that uses no regions,
 * ranks or words: every position of the pattern's tiles and the blank, where
 * moves of other tiles are free.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/board.h"
#include "solve/table/memory.h"
#include "solve/table/orders.h"
#include "solve/table/pdb.h"

#define UNSEEN 0xFF

/* All states of a pattern: cells of the blank and the tiles, in base n. */
struct flood {
    unsigned w, h, n, k;
    size_t n_states;
    uint8_t *depth;
};

static size_t
pack(const struct flood *f, const unsigned *cell)
{
    size_t s = 0;

    for (unsigned i = 0; i <= f->k; i++)
        s = s * f->n + cell[i];
    return s;
}

static void
unpack(const struct flood *f, size_t s, unsigned *cell)
{
    for (unsigned i = f->k + 1; i-- > 0; s /= f->n)
        cell[i] = (unsigned)(s % f->n);
}

/* Assigns a depth to the state after the blank moves to `to`, if it is new. */
static bool
visit(struct flood *f, const unsigned *cell, unsigned to, unsigned depth,
      size_t *state, bool *paid)
{
    unsigned next[9];

    memcpy(next, cell, sizeof(next));
    *paid = false;
    for (unsigned i = 1; i <= f->k; i++)
        if (cell[i] == to) {
            next[i] = cell[0];
            *paid = true;
        }
    next[0] = to;
    *state = pack(f, next);
    if (f->depth[*state] <= depth + *paid)
        return false;
    f->depth[*state] = (uint8_t)(depth + *paid);
    return true;
}

/* Level by level; states reached by free moves join the current level. */
static void
flood_make(struct flood *f, unsigned w, unsigned h, uint32_t home,
           unsigned blank)
{
    size_t *level, *after, n_level = 1, n_after;
    unsigned cell[9] = {blank}, depth = 0;

    *f = (struct flood){.w = w, .h = h, .n = w * h, .n_states = w * h};
    for (unsigned c = 0; c < f->n; c++)
        if (home >> c & 1) {
            cell[++f->k] = c;
            f->n_states *= f->n;
        }
    f->depth = malloc(f->n_states);
    level = malloc(f->n_states * sizeof(*level) * 2);
    after = malloc(f->n_states * sizeof(*after) * 2);
    assert_true(f->depth != NULL && level != NULL && after != NULL);
    memset(f->depth, UNSEEN, f->n_states);
    level[0] = pack(f, cell);
    f->depth[level[0]] = 0;
    for (; n_level > 0; depth++) {
        size_t *swap = level;

        n_after = 0;
        for (size_t i = 0; i < n_level; i++) {
            unpack(f, level[i], cell);
            for (unsigned d = 0; f->depth[level[i]] == depth && d < 4; d++) {
                unsigned to = cell_of_tile(w, h, cell[0], (loyd_dir)d);
                size_t s;
                bool paid;

                if (to == CELL_NONE || !visit(f, cell, to, depth, &s, &paid))
                    continue;
                if (paid)
                    after[n_after++] = s;
                else
                    level[n_level++] = s;
            }
        }
        level = after;
        after = swap;
        n_level = n_after;
    }
    free(level);
    free(after);
}

/* Tables of one size are built in the same memory and with the same edges, as
 * those of a class are. */
static struct orders orders;
static unsigned orders_width, orders_height;

static void
table_make(struct pdb *table, struct region_space *space,
           struct perm_ranks *ranks, unsigned w, unsigned h, uint32_t home,
           unsigned blank, unsigned threads)
{
    unsigned k = (unsigned)__builtin_popcount(home);
    struct monitor m = {.progress = NULL};

    assert_int_equal(region_space_make(space, w, h, k), LOYD_OK);
    perm_ranks_make(ranks, k);
    if (w != orders_width || h != orders_height) {
        orders_free(&orders);
        orders = (struct orders){.n_nodes = 0};
        orders_width = w;
        orders_height = h;
    }
    orders.levels.monitor = &m;
    pdb_plan(table, space, ranks, home, blank);
    table->bits = memory_new(table->n_words * sizeof(*table->bits));
    assert_non_null(table->bits);
    assert_int_equal(pdb_build(table, threads, &orders), LOYD_OK);
}

static pattern
pattern_of(const struct flood *f, const unsigned *cell)
{
    uint64_t sequence = 0;
    uint32_t mask = 0;
    unsigned shift = 0;

    for (unsigned c = 0; c < f->n; c++)
        for (unsigned i = 1; i <= f->k; i++)
            if (cell[i] == c) {
                mask |= 1u << c;
                sequence |= (uint64_t)(i - 1) << shift;
                shift += 3;
            }
    return sequence << 32 | mask;
}

/* Every entry is bit 1 of the depth; every pattern_move is correct. */
static void
check_table(unsigned w, unsigned h, uint32_t home, unsigned blank)
{
    static struct perm_ranks ranks;
    struct region_space space;
    struct flood f;
    struct pdb table;
    size_t n_checked = 0;

    table_make(&table, &space, &ranks, w, h, home, blank, 1);
    flood_make(&f, w, h, home, blank);
    for (size_t s = 0; s < f.n_states; s++) {
        unsigned cell[9];
        pattern p;
        uint32_t region;

        if (f.depth[s] == UNSEEN)
            continue;
        unpack(&f, s, cell);
        p = pattern_of(&f, cell);
        region = region_number(&space, pattern_cells(p), cell[0]);
        if (space.index != NULL)
            assert_int_equal(
                region,
                region_number_small(space.index, pattern_cells(p), cell[0]));
        if (pdb_bit(table.bits, pdb_entry(&ranks, table.row_bits,
                                          pattern_sequence(p), region)) !=
            (f.depth[s] >> 1 & 1))
            fail_msg("%ux%u home %x: wrong bit for state %zu of depth %u", w,
                     h, (unsigned)home, s, f.depth[s]);
        n_checked++;
        for (unsigned i = 1; i <= f.k; i++) {
            unsigned moved[9], from = cell[i];
            unsigned dx = from % w > cell[0] % w ? from % w - cell[0] % w
                                                 : cell[0] % w - from % w;
            unsigned dy = from / w > cell[0] / w ? from / w - cell[0] / w
                                                 : cell[0] / w - from / w;

            if (dx + dy != 1)
                continue;
            memcpy(moved, cell, sizeof(moved));
            moved[0] = from;
            moved[i] = cell[0];
            assert_true(pattern_move(p, from, cell[0]) ==
                        pattern_of(&f, moved));
        }
    }
    assert_true(n_checked > 100);
    free(f.depth);
    memory_free(table.bits);
    region_space_free(&space);
}

static void
test_entries_are_bfs_distances(void **state)
{
    (void)state;
    check_table(3, 3, 0x1FE, 0); /* 8 tiles: the whole state */
    check_table(3, 3, 0x00E, 0);
    check_table(3, 3, 0x1EF, 4);
    check_table(4, 2, 0x07F, 7);
    check_table(4, 2, 0x03E, 6);
    check_table(4, 3, 0x03E, 6);
    check_table(4, 3, 0x0C0, 0);
    check_table(4, 4, 0x3C0, 0);
    check_table(4, 4, 0x002, 0);
    check_table(6, 3, 0x00E, 5);
    check_table(8, 4, 0x00E, 31); /* 32 cells: masks fill a word */
}

/* The value in the top byte of a pattern follows the bits up and down. */
static void
test_step(void **state)
{
    (void)state;
    for (unsigned d = 1; d < 254; d++) {
        pattern p = pattern_home(7) + d * PATTERN_VALUE_ONE;

        assert_int_equal(pattern_step(p, (d + 1) >> 1 & 1), 1);
        assert_int_equal(pattern_step(p, (d - 1) >> 1 & 1), -1);
        assert_int_equal(pattern_add(p, -1) >> PATTERN_VALUE_SHIFT, d - 1);
        assert_int_equal(pattern_cells(pattern_add(p, -1)), 7);
    }
}

static void
test_bits_do_not_depend_on_threads(void **state)
{
    static struct perm_ranks ranks;
    struct region_space a_space, b_space;
    struct pdb a, b;

    (void)state;
    table_make(&a, &a_space, &ranks, 4, 4, 0x0F30, 0, 1);
    table_make(&b, &b_space, &ranks, 4, 4, 0x0F30, 0, 3);
    assert_int_equal(a.n_words, b.n_words);
    assert_memory_equal(a.bits, b.bits, a.n_words * sizeof(*a.bits));
    memory_free(a.bits);
    memory_free(b.bits);
    region_space_free(&a_space);
    region_space_free(&b_space);
}

static void
fill(uint32_t *words, size_t n, uint32_t seed)
{
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525 + 1013904223; /* any generator is fine */
        words[i] = (seed ^ seed >> 13) & 0xFFFFFF;
    }
}

/* The vectorised loops and the portable ones agree. */
static void
test_kernels_agree(void **state)
{
    enum { N = 210 };
    const struct word_kernel *plain = word_kernel_get(true);
    const struct word_kernel *fast = word_kernel_get(false);
    uint32_t in[N], a[N], b[N], c[N], d[N], left_a, left_b;
    uint16_t map[N];

    (void)state;
    fill(in, N, 1);
    for (unsigned i = 0; i < N; i++)
        map[i] = (uint16_t)(i * 11 % N);
    plain->gather(a, in, map, N);
    fast->gather(b, in, map, N);
    assert_memory_equal(a, b, sizeof(a));
    plain->boundary(a, in, N / 5);
    fast->boundary(b, in, N / 5);
    assert_memory_equal(a, b, sizeof(a));
    plain->fives(a, in, N / 5);
    fast->fives(b, in, N / 5);
    assert_memory_equal(a, b, sizeof(a));
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < 4; j++) {
            if (i == j)
                continue;
            plain->low[i][j](a, in, N);
            fast->low[i][j](b, in, N);
            assert_memory_equal(a, b, sizeof(a));
        }
    for (unsigned mark = 0; mark < 2; mark++) {
        fill(a, N, 2);
        fill(b, N, 2);
        fill(c, N, 3);
        fill(d, N, 3);
        assert_int_equal(plain->settle(in, a, c, N, mark, &left_a),
                         fast->settle(in, b, d, N, mark, &left_b));
        assert_int_equal(left_a, left_b);
        assert_memory_equal(a, b, sizeof(a));
        assert_memory_equal(c, d, sizeof(c));
    }
    plain->merge(a, in, N);
    fast->merge(b, in, N);
    assert_memory_equal(a, b, sizeof(a));
}

static bool
stop_at_once(void *context, const loyd_progress *progress)
{
    (void)context;
    (void)progress;
    return false;
}

static void
test_building_can_be_stopped(void **state)
{
    static struct perm_ranks ranks;
    struct region_space space;
    struct monitor m = {.progress = stop_at_once};
    struct orders stopped = {.levels.monitor = &m};
    struct pdb table;

    (void)state;
    assert_int_equal(pthread_mutex_init(&m.lock, NULL), 0);
    assert_int_equal(region_space_make(&space, 4, 4, 4), LOYD_OK);
    perm_ranks_make(&ranks, 4);
    pdb_plan(&table, &space, &ranks, 0xF0, 0);
    table.bits = memory_new(table.n_words * sizeof(*table.bits));
    assert_non_null(table.bits);
    assert_int_equal(pdb_build(&table, 2, &stopped), LOYD_E_CANCELLED);
    memory_free(table.bits);
    region_space_free(&space);
    pthread_mutex_destroy(&m.lock);
    orders_free(&stopped);
    orders_free(&orders);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_are_bfs_distances),
        cmocka_unit_test(test_step),
        cmocka_unit_test(test_bits_do_not_depend_on_threads),
        cmocka_unit_test(test_kernels_agree),
        cmocka_unit_test(test_building_can_be_stopped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
