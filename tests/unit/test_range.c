/* SPDX-License-Identifier: MIT */
/* Tests ranges: their texts, and what is a range. */
#include "core.h"

#include "core/range.h"

static const struct {
    const char *in;
    loyd_err err;
    const char *why;
    uint64_t first, last;
} closed[] = {
    {"3..7", LOYD_OK, "", 3, 7},
    {"7..7", LOYD_OK, "", 7, 7},
    {"30", LOYD_OK, "", 30, 30},
    {"0..100", LOYD_OK, "", 0, 100},
    {"8..7", LOYD_E_RANGE, "range 8..7 is reversed", 0, 0},
    {"0..101", LOYD_E_RANGE, "101 is out of range: expected 0..100", 0, 0},
    {"1.2", LOYD_E_SYNTAX, "invalid number '1.2'", 0, 0},
    {"..", LOYD_E_SYNTAX, "invalid number ''", 0, 0},
    {"1..", LOYD_E_SYNTAX, "range '1..' has no end: expected A..B", 0, 0},
    {"..1", LOYD_E_SYNTAX, "range '..1' has no beginning: expected A..B", 0,
     0},
    {"1..2,5..7", LOYD_E_SYNTAX,
     "'1..2,5..7' is a list: expected one range A..B", 0, 0},
    {"1,2", LOYD_E_SYNTAX, "'1,2' is a list: expected one range A..B", 0, 0},
    {"20-30", LOYD_E_SYNTAX, "range '20-30': try 20..30", 0, 0},
    {"-30", LOYD_E_SYNTAX, "invalid number '-30'", 0, 0},
    {"1...2", LOYD_E_SYNTAX, "invalid number '.2'", 0, 0},
    {"1..2..3", LOYD_E_SYNTAX, "invalid number '2..3'", 0, 0},
    {"", LOYD_E_SYNTAX, "invalid number ''", 0, 0},
};

static void
test_closed_ranges(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(closed); i++) {
        loyd_why why = {{0}};
        uint64_t first = 77, last = 78;
        loyd_err err = range_parse(closed[i].in, strlen(closed[i].in), 0, 100,
                                   &first, &last, &why);
        assert_why(closed[i].in, err, &why, closed[i].err, closed[i].why);
        assert_int_equal(first, err == LOYD_OK ? closed[i].first : 77);
        assert_int_equal(last, err == LOYD_OK ? closed[i].last : 78);
    }
}

static const struct {
    const char *in;
    loyd_err err;
    const char *out; /* or the message */
} percentiles[] = {
    {"25..90.5", LOYD_OK, "25..90.5"},
    {"12.50..99.999", LOYD_OK, "12.5..99.999"},
    {"0..100", LOYD_OK, "0..100"},
    {"0.007..0.008", LOYD_OK, "0.007..0.008"},
    {"0.007..0.007", LOYD_E_RANGE,
     "invalid percentiles '0.007..0.007': expected A..B with A below B"},
    {"0.008..0.007", LOYD_E_RANGE,
     "invalid percentiles '0.008..0.007': expected A..B with A below B"},
    {"100..100", LOYD_E_RANGE,
     "invalid percentiles '100..100': expected A..B with A below B"},
    {"90..", LOYD_E_SYNTAX, "invalid percentiles '90..': expected A..B"},
    {"..1", LOYD_E_SYNTAX, "invalid percentiles '..1': expected A..B"},
    {"12.5", LOYD_E_SYNTAX, "invalid percentiles '12.5': expected A..B"},
    {"5..5", LOYD_E_RANGE,
     "invalid percentiles '5..5': expected A..B with A below B"},
    {"6..5", LOYD_E_RANGE,
     "invalid percentiles '6..5': expected A..B with A below B"},
    {"0..100.001", LOYD_E_SYNTAX,
     "invalid percentile '100.001': expected 0..100 with at most three "
     "decimals"},
    {"20-30", LOYD_E_SYNTAX, "invalid percentiles '20-30': expected A..B"},
    {"..", LOYD_E_SYNTAX, "invalid percentiles '..': expected A..B"},
};

static void
test_percentiles(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(percentiles); i++) {
        const char *in = percentiles[i].in, *out = percentiles[i].out;
        char text[PERCENTILES_TEXT];
        loyd_range range;
        loyd_why why = {{0}};
        loyd_err err = percentiles_parse(in, strlen(in), &range, &why);

        assert_why(in, err, &why, percentiles[i].err,
                   err == LOYD_OK ? "" : out);
        if (err != LOYD_OK)
            continue;
        percentiles_print(&range, text);
        assert_string_equal(text, out);
    }
}

static const struct {
    uint64_t low, high;
    const char *noun, *out;
} words[] = {
    {40, 47, "move", "40..47 moves"},
    {80, 80, "move", "80 moves"},
    {1, 1, "move", "1 move"},
    {0, 1, "move", "0..1 moves"},
    {0, 0, "move", "0 moves"},
    {1, 1, "", "1"},
    {0, UINT64_MAX, "", "0..18446744073709551615"},
};

static void
test_words_of_messages(void **state)
{
    char text[RANGE_WORDS];

    (void)state;
    for (size_t i = 0; i < COUNT(words); i++)
        assert_string_equal(range_words(words[i].low, words[i].high,
                                        words[i].noun, text),
                            words[i].out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_ranges),
        cmocka_unit_test(test_percentiles),
        cmocka_unit_test(test_words_of_messages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
