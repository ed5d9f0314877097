/* SPDX-License-Identifier: MIT */
/* Tests ranges and lists of them: their texts, and what is inside, compared
 * with sets of numbers. */
#include "core.h"

#include "base/range.h"
#include "loyd/filter.h"

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
    enum range_kind kind;
    const char *in;
    loyd_err err;
    const char *out; /* or the message */
} lists[] = {
    {RANGE_LENGTHS, "3..7", LOYD_OK, "3..7"},
    {RANGE_LENGTHS, "7", LOYD_OK, "7..7"},
    {RANGE_LENGTHS, "..7", LOYD_OK, "0..7"},
    {RANGE_LENGTHS, "7..", LOYD_OK, "7.."},
    {RANGE_LENGTHS, "0..", LOYD_OK, "0.."},
    {RANGE_LENGTHS, "65535", LOYD_OK, "65535.."},
    {RANGE_LENGTHS, "..20,50..", LOYD_OK, "0..20,50.."},
    {RANGE_LENGTHS, "50..,..20", LOYD_OK, "0..20,50.."},
    {RANGE_LENGTHS, "5,3,4", LOYD_OK, "3..5"},
    {RANGE_LENGTHS, "3..4,6..7", LOYD_OK, "3..4,6..7"},
    {RANGE_LENGTHS, "3..9,4..5,9..12", LOYD_OK, "3..12"},
    {RANGE_LENGTHS, "3,3,3", LOYD_OK, "3..3"},
    {RANGE_LENGTHS, "50..40", LOYD_E_RANGE, "range 50..40 is reversed"},
    {RANGE_LENGTHS, "1,50..40", LOYD_E_RANGE, "range 50..40 is reversed"},
    {RANGE_LENGTHS, "0..65536", LOYD_E_RANGE,
     "65536 is out of range: expected 0..65535"},
    {RANGE_LENGTHS, "..", LOYD_E_SYNTAX,
     "invalid range '..': expected A, A..B, A.. or ..B"},
    {RANGE_LENGTHS, "3,..", LOYD_E_SYNTAX,
     "invalid range '..': expected A, A..B, A.. or ..B"},
    {RANGE_LENGTHS, "", LOYD_E_SYNTAX, "empty value in ''"},
    {RANGE_LENGTHS, "3,", LOYD_E_SYNTAX, "empty value in '3,'"},
    {RANGE_LENGTHS, ",3", LOYD_E_SYNTAX, "empty value in ',3'"},
    {RANGE_LENGTHS, "3,,4", LOYD_E_SYNTAX, "empty value in '3,,4'"},
    {RANGE_LENGTHS, "3, 4", LOYD_E_SYNTAX, "invalid number ' 4'"},
    {RANGE_LENGTHS, "1...3", LOYD_E_SYNTAX, "invalid number '.3'"},
    {RANGE_LENGTHS, "1..2..3", LOYD_E_SYNTAX, "invalid number '2..3'"},
    {RANGE_LENGTHS, "1.5..3", LOYD_E_SYNTAX, "invalid number '1.5'"},
    {RANGE_LENGTHS, "5,20-30", LOYD_E_SYNTAX, "range '20-30': try 20..30"},
    {RANGE_LENGTHS, "x", LOYD_E_SYNTAX, "invalid number 'x'"},
    {RANGE_PERCENTILES, "25..90.5", LOYD_OK, "25..90.5"},
    {RANGE_PERCENTILES, "90..", LOYD_OK, "90..100"},
    {RANGE_PERCENTILES, "..0.125", LOYD_OK, "0..0.125"},
    {RANGE_PERCENTILES, "..1,99..", LOYD_OK, "0..1,99..100"},
    {RANGE_PERCENTILES, "90", LOYD_OK, "90..91"},
    {RANGE_PERCENTILES, "12.5", LOYD_OK, "12.5..12.6"},
    {RANGE_PERCENTILES, "12.50", LOYD_OK, "12.5..12.51"},
    {RANGE_PERCENTILES, "99.999", LOYD_OK, "99.999..100"},
    {RANGE_PERCENTILES, "50..75,25..50", LOYD_OK, "25..75"},
    {RANGE_PERCENTILES, "50.001..75,25..50", LOYD_OK, "25..50,50.001..75"},
    {RANGE_PERCENTILES, "5..5", LOYD_E_RANGE,
     "invalid percentiles '5..5': expected A..B with A below B"},
    {RANGE_PERCENTILES, "6..5", LOYD_E_RANGE,
     "invalid percentiles '6..5': expected A..B with A below B"},
    {RANGE_PERCENTILES, "..0", LOYD_E_RANGE,
     "invalid percentiles '..0': expected A..B with A below B"},
    {RANGE_PERCENTILES, "100", LOYD_E_RANGE,
     "invalid percentiles '100': expected A..B with A below B"},
    {RANGE_PERCENTILES, "100..", LOYD_E_RANGE,
     "invalid percentiles '100..': expected A..B with A below B"},
    {RANGE_PERCENTILES, "0..100.001", LOYD_E_SYNTAX,
     "invalid percentile '100.001': expected 0..100 with at most three "
     "decimals"},
    {RANGE_REALS, "12.5..60", LOYD_OK, "12.5..60"},
    {RANGE_REALS, "100..", LOYD_OK, "100.."},
    {RANGE_REALS, "..0.125,200", LOYD_OK, "0..0.125,200..201"},
    {RANGE_REALS, "4294967.295", LOYD_E_RANGE,
     "invalid range '4294967.295': expected A..B with A below B"},
    {RANGE_REALS, "4294967.29", LOYD_OK, "4294967.29.."},
    {RANGE_REALS, "6..5", LOYD_E_RANGE,
     "invalid range '6..5': expected A..B with A below B"},
    {RANGE_REALS, "4294968..", LOYD_E_SYNTAX,
     "invalid number '4294968': expected 0..4294967 with at most three "
     "decimals"},
    {RANGE_PERCENTILES, "20-30", LOYD_E_SYNTAX, "range '20-30': try 20..30"},
    {RANGE_PERCENTILES, "..", LOYD_E_SYNTAX,
     "invalid range '..': expected A, A..B, A.. or ..B"},
    {RANGE_PERCENTILES, "1,", LOYD_E_SYNTAX, "empty value in '1,'"},
};

/* The ranges of the filter that reads lists of a kind. */
static const loyd_range *
ranges_of(const loyd_filter *filter, enum range_kind kind, size_t *n)
{
    switch (kind) {
    case RANGE_LENGTHS:
        *n = filter->n_stm;
        return filter->stm;
    case RANGE_PERCENTILES:
        *n = filter->n_percentiles;
        return filter->percentiles;
    default:
        *n = filter->n_difficulty;
        return filter->difficulty;
    }
}

static void
test_texts_of_lists(void **state)
{
    static const char *const filters[] = {[RANGE_LENGTHS] = "stm",
                                          [RANGE_PERCENTILES] = "percentile",
                                          [RANGE_REALS] = "difficulty"};

    (void)state;
    for (size_t i = 0; i < COUNT(lists); i++) {
        enum range_kind kind = lists[i].kind;
        loyd_filter_builder *builder = NULL;
        struct text text = {.at = NULL};
        const loyd_range *ranges;
        loyd_why why = {{0}};
        size_t n;
        loyd_err err;

        err = loyd_filter_builder_add(&builder, filters[kind], lists[i].in,
                                      strlen(lists[i].in), &why);
        assert_why(lists[i].in, err, &why, lists[i].err,
                   lists[i].err == LOYD_OK ? "" : lists[i].out);
        ranges = ranges_of(&builder->filter, kind, &n);
        for (size_t k = 0; err == LOYD_OK && k < n; k++) {
            text_put(&text, k > 0 ? "," : "");
            range_print(&text, kind, &ranges[k]);
        }
        if (err == LOYD_OK)
            assert_string_equal(text.at, lists[i].out);
        text_free(&text);
        loyd_filter_builder_free(&builder);
    }
}

#define NUMBERS 60 /* of the sets */

/* Is a number in ranges as the header defines them? */
static bool
is_inside(enum range_kind kind, const loyd_range *ranges, size_t n,
          uint32_t number)
{
    for (size_t i = 0; i < n; i++)
        if (ranges[i].low <= number &&
            (kind == RANGE_LENGTHS ? number <= ranges[i].high
                                   : number < ranges[i].high))
            return true;
    return false;
}

/* Is all from first to last in one of these lengths? */
static bool
is_in_one(const struct range_list *list, uint32_t first, uint32_t last)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].low <= first && last <= list->at[i].high)
            return true;
    return false;
}

/* Draws 0..5 ranges, and returns their number. */
static size_t
draw_ranges(enum range_kind kind, uint64_t *random, loyd_range ranges[5])
{
    size_t n = random_word(random) % 6;

    for (size_t i = 0; i < n; i++) {
        uint32_t low = (uint32_t)(random_word(random) % (NUMBERS - 12));

        ranges[i].low = low;
        ranges[i].high = low + (uint32_t)(random_word(random) % 11) +
                         (kind == RANGE_PERCENTILES);
    }
    return n;
}

/* A joined list has the numbers of its ranges, and each only once. */
static void
expect_joined(enum range_kind kind, const struct range_list *list,
              const loyd_range *ranges, size_t n)
{
    for (size_t i = 0; i < list->n; i++) {
        assert_true(range_is_valid(kind, &list->at[i]));
        /* At least one number is between two of them. */
        assert_true(i == 0 || list->at[i].low > list->at[i - 1].high +
                                                    (kind == RANGE_LENGTHS));
    }
    for (uint32_t k = 0; k < NUMBERS; k++)
        assert_int_equal(is_inside(kind, list->at, list->n, k),
                         is_inside(kind, ranges, n, k));
}

static void
test_lists_are_sets(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        enum range_kind kind = seed % 2 ? RANGE_LENGTHS : RANGE_PERCENTILES;
        uint64_t random = seed;
        loyd_range one[5], other[5];
        size_t n = draw_ranges(kind, &random, one);
        size_t n_other = draw_ranges(kind, &random, other);
        struct range_list a = {.n = 0}, b = {.n = 0}, met = {.n = 0};

        assert_int_equal(range_list_copy(&a, kind, one, n), LOYD_OK);
        assert_int_equal(range_list_copy(&b, kind, other, n_other), LOYD_OK);
        expect_joined(kind, &a, one, n);
        expect_joined(kind, &b, other, n_other);
        for (unsigned i = 0; i < 2; i++) /* again: what was there is gone */
            assert_int_equal(range_list_meet(&met, kind, &a, &b), LOYD_OK);
        for (size_t i = 0; i < met.n; i++)
            assert_true(range_is_valid(kind, &met.at[i]));
        for (uint32_t k = 0; k < NUMBERS; k++) {
            bool is_all = true;

            assert_int_equal(is_inside(kind, met.at, met.n, k),
                             is_inside(kind, one, n, k) &&
                                 is_inside(kind, other, n_other, k));
            for (uint32_t last = k; kind == RANGE_LENGTHS && last < NUMBERS;
                 last++) {
                is_all = is_all && is_inside(kind, one, n, last);
                assert_int_equal(is_in_one(&a, k, last), is_all);
            }
        }
        range_list_free(&a);
        range_list_free(&b);
        range_list_free(&met);
    }
}

static void
test_what_is_no_range(void **state)
{
    static const struct {
        enum range_kind kind;
        loyd_range range;
        bool yes;
    } rows[] = {
        {RANGE_LENGTHS, {0, 65535}, true},
        {RANGE_LENGTHS, {7, 7}, true},
        {RANGE_LENGTHS, {8, 7}, false},
        {RANGE_LENGTHS, {0, 65536}, false},
        {RANGE_PERCENTILES, {0, 100000}, true},
        {RANGE_PERCENTILES, {7, 7}, false},
        {RANGE_PERCENTILES, {8, 7}, false},
        {RANGE_PERCENTILES, {100000, 100000}, false},
        {RANGE_PERCENTILES, {0, 100001}, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(range_is_valid(rows[i].kind, &rows[i].range),
                         rows[i].yes);
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
        cmocka_unit_test(test_texts_of_lists),
        cmocka_unit_test(test_lists_are_sets),
        cmocka_unit_test(test_what_is_no_range),
        cmocka_unit_test(test_words_of_messages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
