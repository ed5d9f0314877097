/* SPDX-License-Identifier: MIT */
/* Tests that g1 draws uniformly: words, starts and goals. */
#include "draws.h"
#include "flood.h"

#include "generate/generator.h"
#include "generate/methods.h"

/* Bounded draws reject low products, and fail when no word is left. */
static void
test_bounded_rejects_and_runs_out(void **state)
{
    static const uint32_t words[] = {0, 0x55555555, 0x55555556, 0xFFFFFFFF,
                                     0x89ABCDEF};
    struct stream s;
    uint32_t drawn = 77;

    (void)state;
    memset(&s, 0, sizeof(s));
    for (unsigned i = 0; i < COUNT(words); i++)
        for (unsigned k = 0; k < 4; k++)
            s.own[4 * i + k] = (uint8_t)(words[i] >> 8 * k);
    s.bytes = s.own;
    s.filled = sizeof(words);
    /* 3 * 0 is below 1: rejected. 3 * 0x55555555 = 0xFFFFFFFF: 0. */
    assert_true(stream_bounded(&s, 3, &drawn));
    assert_int_equal(drawn, 0);
    assert_int_equal(s.at, 8);
    /* 3 * 0x55555556 = 2^32 + 2: 1. */
    assert_true(stream_bounded(&s, 3, &drawn));
    assert_int_equal(drawn, 1);
    assert_true(stream_bounded(&s, 3, &drawn));
    assert_int_equal(drawn, 2);
    /* A word is four bytes, lowest first. */
    assert_true(stream_bounded(&s, UINT32_C(1) << 31, &drawn));
    assert_int_equal(drawn, 0x44D5E6F7);
    assert_false(stream_bounded(&s, 3, &drawn));
    assert_int_equal(drawn, 0x44D5E6F7);
}

/* A stream ends after the words planned, rounded up to whole blocks. */
static void
test_streams_end(void **state)
{
    static const unsigned draws[] = {1, 15, 16, 17, 224, 257, 1024, 65535};
    struct stream s;
    uint32_t drawn;

    (void)state;
    for (size_t i = 0; i < COUNT(draws); i++) {
        unsigned words = 0;
        stream_begin(&s, secret, 5, 0, draws[i]);
        while (stream_bounded(&s, 4, &drawn))
            words++;
        assert_int_equal(words, (draws[i] + 15) / 16 * 16);
    }
}

static void
test_planned_draws(void **state)
{
    (void)state;
    assert_int_equal(method_draws(LOYD_METHOD_UNIFORM, 0, 49), 48);
    assert_int_equal(method_draws(LOYD_METHOD_RETRY, 0, 225), 224);
    assert_int_equal(method_draws(LOYD_METHOD_SHUFFLE, 0, 4), 3);
    assert_int_equal(method_draws(LOYD_METHOD_WALK, 150, 16), 150);
    assert_int_equal(method_draws(LOYD_METHOD_JUMP, 65535, 16), 65535);
}

/* If the words run out, every method's attempt is void. */
static void
test_without_words_every_attempt_is_void(void **state)
{
    (void)state;
    for (int method = 0; method < LOYD_METHOD_COUNT_; method++) {
        loyd_board board = board_of("1 2 3/4 5 6/7 8 0");
        loyd_recipe recipe = {.method = (loyd_method)method, .steps = 1};
        struct stream s;
        stream_begin(&s, secret, 0, 0, 0);
        assert_false(method_draw(&recipe, &s, &board));
    }
}

/* Board i+1 continues where board i ends, also across a refill. */
static void
test_streams_join(void **state)
{
    struct stream run, one;
    uint32_t a, b;

    (void)state;
    stream_begin(&run, secret, 0, 3, 400 * 16);
    for (uint64_t index = 0; index < 10; index++) {
        stream_begin(&one, secret, index, 3, 40 * 16);
        for (unsigned k = 0; k < 40 * 16; k++) {
            assert_true(stream_bounded(&run, UINT32_C(1) << 31, &a));
            assert_true(stream_bounded(&one, UINT32_C(1) << 31, &b));
            assert_int_equal(a, b);
        }
    }
    assert_false(stream_bounded(&run, 4, &a));
}

/* Returns the chi-square of `n` counts with equal expectations. */
static double
chi_square(const unsigned *counts, size_t n)
{
    double sum = 0, chi = 0;

    for (size_t i = 0; i < n; i++)
        sum += counts[i];
    for (size_t i = 0; i < n; i++) {
        double off = counts[i] - sum / (double)n;
        chi += off * off / (sum / (double)n);
    }
    return chi;
}

/*
 * The seeds are fixed, so every run has the same result. The limits are the
 * 99.99 % points of chi-square with 10 and 358 degrees of freedom.
 */
static void
test_starts_are_equally_likely(void **state)
{
    static const struct {
        const char *recipe;
        unsigned states;
        double limit;
    } cases[] = {
        {"2x2/rows~g1~chi~0", 11, 35.6},
        {"2x2/rows~g1:retry~chi~0", 11, 35.6},
        {"2x2/goal=2 0/4 1~g1~chi~0", 11, 35.6},
        {"3x2/rows~g1~chi~0", 359, 464},
        {"3x2/rows~g1:retry~chi~0", 359, 464},
        {"2x3/spiral,missing=1~g1~chi~0", 359, 464},
    };
    static struct flood flood;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        loyd_generator *generator = generator_of(cases[i].recipe);
        unsigned counts[STATES_MAX] = {0}, n = 0;
        flood_from(&generator->recipe.layout.goal, &flood);
        for (uint64_t k = 0; k < 50ULL * cases[i].states; k++) {
            loyd_puzzle puzzle = draw(generator, k);
            counts[flood_find(&flood, &puzzle.start)]++;
        }
        for (unsigned s = 0; s < flood.n; s++) {
            bool is_goal =
                memcmp(flood.state[s].cell, generator->recipe.layout.goal.cell,
                       CELLS_MAX) == 0;
            if (!flood.is_reached[s] || is_goal)
                assert_int_equal(counts[s], 0);
            else
                counts[n++] = counts[s];
        }
        assert_int_equal(n, cases[i].states);
        double chi = chi_square(counts, n);
        if (chi > cases[i].limit)
            fail_msg("%s: chi-square %.1f", cases[i].recipe, chi);
        loyd_generator_free(&generator);
    }
}

/* 4x4: every label in every cell; the 99.99 % point of 225 degrees. */
static void
test_labels_are_in_every_cell_equally(void **state)
{
    loyd_generator *generator = generator_of("4x4/spiral~g1~cells~0");
    static unsigned counts[16 * 16];

    (void)state;
    for (uint64_t k = 0; k < 20000; k++) {
        loyd_puzzle puzzle = draw(generator, k);
        for (unsigned c = 0; c < 16; c++)
            counts[16 * puzzle.start.cell[c] + c]++;
    }
    double chi = chi_square(counts, COUNT(counts));
    if (chi > 310)
        fail_msg("chi-square %.1f", chi);
    loyd_generator_free(&generator);
}

/* 2x2 goals with any missing label: 4 * 24; the 99.99 % point is 154.9. */
static void
test_drawn_goals_are_equally_likely(void **state)
{
    loyd_generator *generator =
        generator_of("2x2/random,missing=random~g1~goals~0");
    static unsigned counts[625], used[96];
    unsigned n = 0;

    (void)state;
    for (uint64_t k = 0; k < 9600; k++) {
        loyd_puzzle puzzle = draw(generator, k);
        const uint8_t *cell = puzzle.goal.cell;
        counts[cell[0] + 5 * cell[1] + 25 * cell[2] + 125 * cell[3]]++;
    }
    for (size_t i = 0; i < COUNT(counts); i++) {
        if (counts[i] == 0)
            continue;
        assert_true(n < COUNT(used));
        used[n++] = counts[i];
    }
    assert_int_equal(n, 96);
    double chi = chi_square(used, n);
    if (chi > 154.9)
        fail_msg("chi-square %.1f", chi);
    loyd_generator_free(&generator);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounded_rejects_and_runs_out),
        cmocka_unit_test(test_streams_end),
        cmocka_unit_test(test_planned_draws),
        cmocka_unit_test(test_without_words_every_attempt_is_void),
        cmocka_unit_test(test_streams_join),
        cmocka_unit_test(test_starts_are_equally_likely),
        cmocka_unit_test(test_labels_are_in_every_cell_equally),
        cmocka_unit_test(test_drawn_goals_are_equally_likely),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
