/* SPDX-License-Identifier: MIT */
/* Tests the words that g1 draws from; test_oracle_uniform has its boards. */
#include "draws.h"

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

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounded_rejects_and_runs_out),
        cmocka_unit_test(test_streams_end),
        cmocka_unit_test(test_planned_draws),
        cmocka_unit_test(test_without_words_every_attempt_is_void),
        cmocka_unit_test(test_streams_join),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
