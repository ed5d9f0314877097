/* SPDX-License-Identifier: MIT */
/*
 * The search with many views against the one with two, which shares neither
 * its nodes nor its table of states: the same lengths and canonical paths, of
 * boards drawn by walks.
 */
#include "draws.h"
#include "oracle.h"

#include "solve/views_seen.h"

enum { BOARDS = 400 };

static size_t
wanted(void)
{
    size_t n = oracle_effort(40);

    return n < BOARDS ? n : BOARDS;
}

static void
compare(const loyd_puzzle *puzzles, size_t n, bool is_length_only)
{
    loyd_solver *small = oracle_solver(LOYD_TABLES_SMALL, 2);
    loyd_solver *large = oracle_solver(LOYD_TABLES_LARGE, 2);
    loyd_solve_options options = {.is_length_only = is_length_only};
    loyd_solution *two = oracle_solve(small, puzzles, n, NULL);
    loyd_solution *many = oracle_solve(large, puzzles, n, &options);

    for (size_t i = 0; i < n; i++) {
        assert_int_equal(many[i].lower, many[i].upper);
        if (many[i].upper != oracle_proven(&two[i]))
            fail_msg("board %zu: many views give %u, two %u", i,
                     many[i].upper, two[i].upper);
        if (!is_length_only && two[i].upper > 0)
            assert_memory_equal(many[i].path.dir, two[i].path.dir,
                                two[i].upper);
    }
    oracle_free(two, n);
    oracle_free(many, n);
    loyd_solver_free(&small);
    loyd_solver_free(&large);
}

static void
test_many_views_are_two(void **state)
{
    static loyd_puzzle puzzles[BOARDS];
    loyd_generator *generator;
    size_t n = wanted();

    (void)state;
    if (oracle_is_watched())
        skip(); /* these tables would take minutes to build */
    generator = generator_of("5x5/rows~g1:walk:160~views~0");
    for (size_t i = 0; i < n; i++)
        puzzles[i] = draw(generator, i);
    loyd_generator_free(&generator);
    compare(puzzles, n, false);
    compare(puzzles, n, true);
}

/* Different boards have different keys, and mixing loses none of the bits. */
static void
test_keys_are_exact(void **state)
{
    uint8_t at[24], other[24];
    uint64_t random = 3;

    (void)state;
    for (unsigned k = 0; k < 24; k++)
        at[k] = (uint8_t)k;
    for (unsigned round = 0; round < 1000; round++) {
        unsigned i = (unsigned)oracle_below(&random, 24);
        uint64_t packed;

        at[i] = (uint8_t)oracle_below(&random, 32);
        packed = views_pack(at + i / 8 * 8);
        for (unsigned k = 0; k < 8; k++)
            assert_int_equal(packed >> 5 * k & 31, at[i / 8 * 8 + k]);
        for (unsigned bit = 0; bit < 5; bit++) {
            struct views_key a = views_key_of(at), b;

            memcpy(other, at, sizeof(at));
            other[i] ^= (uint8_t)(1u << bit);
            b = views_key_of(other);
            assert_false(a.a == b.a && a.b == b.b);
            assert_int_equal((a.a | a.b | b.a | b.b) >> 60, 0);
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_are_exact),
        cmocka_unit_test(test_many_views_are_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
