/* SPDX-License-Identifier: MIT */
/*
 * Tests the packed views of a search (packed.h) against patterns read from the
 * board, and which states the entries of lower bounds cut.
 */
#include "draws.h"
#include "oracle.h"
#include "solve/search/seen.h"
#include "solve/table/packed.h"

/* A pattern as seen on the board: its cells, and its tiles in their order. */
static void
expect_pattern(const struct heuristic *h, const struct permuted *board,
               unsigned view, const struct packed_pattern *p)
{
    uint32_t home = h->table[view][p->group].home, mask = 0, sequence = 0;
    unsigned cells = (unsigned)h->cls.width * h->cls.height, n = 0;

    for (unsigned at = 0; at < cells; at++) {
        unsigned c = 0, to;

        while (h->cell[view][c] != at)
            c++;
        to = h->cell[view][board->home[c]];
        if (c == board->blank || !(home >> to & 1))
            continue;
        mask |= 1u << at;
        for (unsigned below = 0; below < to; below++)
            sequence += (home >> below & 1) << 3 * n;
        n++;
    }
    assert_int_equal(p->mask, mask);
    assert_int_equal(p->sequence, sequence);
}

/* Walks from the goal and follows both views by single moves. */
static void
follow_walk(uint8_t width, uint8_t height, unsigned blank, loyd_tables size)
{
    loyd_class cls = loyd_class_of(width, height, blank);
    struct permuted board = {cls.width, cls.height, cls.blank, {0}};
    uint64_t packed[VIEWS], random = blank + 1;
    struct heuristic h;

    assert_int_equal(heuristic_plan(&h, &cls, size), LOYD_OK);
    assert_true(packed_serves(&h));
    for (unsigned c = 0; c < (unsigned)width * height; c++)
        board.home[c] = (uint8_t)c;
    for (unsigned v = 0; v < VIEWS; v++)
        packed[v] = packed_board(&h, &board, v);
    for (unsigned i = 0; i < 2000; i++) {
        loyd_dir dir = (loyd_dir)oracle_below(&random, 4);
        unsigned to = board.blank,
                 from = cell_of_tile(cls.width, cls.height, to, dir);

        if (from == CELL_NONE)
            continue;
        permuted_move(&board, dir);
        for (unsigned v = 0; v < VIEWS; v++) {
            struct packed_pattern p;

            packed[v] = packed_move(packed[v], packed_cells(&cls),
                                    h.cell[v][from], h.cell[v][to], &p);
            assert_true(packed[v] == packed_board(&h, &board, v));
            expect_pattern(&h, &board, v, &p);
        }
    }
    heuristic_free(&h);
}

static void
test_moves_keep_both_views(void **state)
{
    (void)state;
    if (!processor_gathers())
        skip();
    for (unsigned blank = 0; blank < 16; blank++)
        follow_walk(4, 4, blank, LOYD_TABLES_LARGE);
    for (unsigned blank = 0; blank < 15; blank++)
        follow_walk(5, 3, blank, LOYD_TABLES_LARGE);
    follow_walk(6, 2, 2, LOYD_TABLES_SMALL);
    follow_walk(4, 3, 1, LOYD_TABLES_SMALL);
}

static void
test_gather_by_single_bits(void **state)
{
    uint64_t random = 3;

    (void)state;
    if (!processor_gathers())
        skip();
    for (unsigned i = 0; i < 1000; i++) {
        uint64_t word = oracle_word(&random), mask = oracle_word(&random);
        uint64_t bits = 0;
        unsigned n = 0;

        for (unsigned b = 0; b < 64; b++)
            if (mask >> b & 1)
                bits |= (word >> b & 1) << n++;
        assert_true(processor_gather(word, mask) == bits);
    }
}

/* The same bound cuts at an equal depth, a lower one only at a greater. */
static void
test_lower_bounds_cut_deeper_states(void **state)
{
    const uint64_t a = 0x0123456789ABCDE, b = 0x1023456789ABCDE;
    struct seen_table seen;
    uint32_t first;

    (void)state;
    assert_int_equal(seen_make(&seen, &seen_small, 13, 13), LOYD_OK);
    seen_stamps(&seen, 1);
    first = seen.stamp;
    assert_false(seen_before_small(&seen, a, 10));
    assert_true(seen_before_small(&seen, a, 10));
    seen_stamp_since(&seen, first);
    assert_true(seen_before_small(&seen, a, 12));
    assert_false(seen_before_small(&seen, a, 10));
    assert_true(seen_before_small(&seen, a, 10));
    seen_stamps(&seen, 1); /* another board */
    assert_false(seen_before_small(&seen, a, 12));
    first = seen.stamp;
    while (seen.stamp + 1 < 1u << SEEN_STAMP_BITS)
        seen_stamp_since(&seen, first);
    assert_true(seen_before_small(&seen, a, 14));
    seen_stamp_since(&seen, first); /* out of stamps: the table is cleared */
    assert_int_equal(seen.stamp, 1);
    assert_false(seen_before_small(&seen, a, 14));
    assert_false(seen_before_small(&seen, b, 14));
    seen_stamp_since(&seen, first);
    assert_true(seen_before_small(&seen, b, 16));
    assert_false(seen_before_small(&seen, b, 14));
    seen_free(&seen);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_keep_both_views),
        cmocka_unit_test(test_gather_by_single_bits),
        cmocka_unit_test(test_lower_bounds_cut_deeper_states),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
