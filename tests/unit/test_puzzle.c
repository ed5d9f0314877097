/* SPDX-License-Identifier: MIT */
/* Tests ids of puzzles, and checks of puzzles. */
#include "core.h"

/* O is read as 0, I and L as 1, and capitals as small letters. */
static void
test_ids_are_parsed_in_any_case(void **state)
{
    static const char *const pairs[][2] = {
        {"oOiIlL", "001111"},
        {"ABCDEFGHJKMNPQRS", "abcdefghjkmnpqrs"},
        {"TVWXYZ", "tvwxyz"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        loyd_id a[2], b[2];
        for (int k = 0; k < 2; k++)
            assert_int_equal(loyd_id_parse(pairs[i][k], strlen(pairs[i][k]),
                                           &a[k], &b[k], NULL),
                             LOYD_OK);
        assert_memory_equal(&a[0], &a[1], sizeof(a[0]));
        assert_memory_equal(&b[0], &b[1], sizeof(b[0]));
    }
}

static const struct {
    const char *in;
    size_t len;
    const char *why;
} bad[] = {
    {BYTES(""), "id '' has 0 characters: expected 1..16"},
    {BYTES("00000000000000000"),
     "id '00000000000000000' has 17 characters: expected 1..16"},
    {BYTES("abu"), "invalid id 'abu': character 3 is not base32 "
                   "(0-9 a-z without i, l, o, u)"},
    {BYTES("a-b"), "invalid id 'a-b': character 2 is not base32 "
                   "(0-9 a-z without i, l, o, u)"},
    {BYTES("\0"), "invalid id '\\x00': character 1 is not base32 "
                  "(0-9 a-z without i, l, o, u)"},
    {BYTES("\xff"), "invalid id '\\xff': character 1 is not base32 "
                    "(0-9 a-z without i, l, o, u)"},
};

static void
test_invalid_ids_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        loyd_id first = {{7}}, last = {{8}};
        loyd_why why = {{0}};
        assert_why(bad[i].in,
                   loyd_id_parse(bad[i].in, bad[i].len, &first, &last, &why),
                   &why, LOYD_E_SYNTAX, bad[i].why);
        assert_int_equal(first.byte[0], 7);
        assert_int_equal(last.byte[0], 8);
    }
}

/* An id is in the range of each of its prefixes, and the ranges nest. */
static void
test_id_is_in_the_ranges_of_its_prefixes(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int k = 0; k < 1000; k++) {
        char text[LOYD_ID_CHARS + 1];
        loyd_id id, first, last;
        for (int i = 0; i < LOYD_ID_BYTES; i++)
            id.byte[i] = (uint8_t)random_word(&seed);
        loyd_id_print(&id, text);
        for (size_t len = 1; len <= LOYD_ID_CHARS; len++) {
            assert_int_equal(loyd_id_parse(text, len, &first, &last, NULL),
                             LOYD_OK);
            assert_true(memcmp(&first, &id, sizeof(id)) <= 0);
            assert_true(memcmp(&last, &id, sizeof(id)) >= 0);
            /* The bits of the prefix are equal; the others are 0 and 1. */
            for (size_t bit = 0; bit < LOYD_ID_BYTES * 8; bit++) {
                unsigned at = 7 - bit % 8;
                unsigned a = (unsigned)first.byte[bit / 8] >> at & 1U;
                unsigned b = (unsigned)last.byte[bit / 8] >> at & 1U;
                unsigned c = (unsigned)id.byte[bit / 8] >> at & 1U;
                assert_int_equal(a, bit < len * 5 ? c : 0);
                assert_int_equal(b, bit < len * 5 ? c : 1);
            }
        }
    }
}

static void
test_puzzle_check(void **state)
{
    loyd_puzzle loyd = {board_of("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"),
                        board_of("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")};
    loyd_puzzle same = {loyd.goal, loyd.goal};
    loyd_puzzle mixed = {loyd.start, board_of("1 2/3 0")};
    loyd_why why = {{0}};

    (void)state;
    assert_why("Loyd's", loyd_puzzle_check(&loyd, &why), &why,
               LOYD_E_UNSOLVABLE, "the goal cannot be reached from the start");
    assert_int_equal(loyd_puzzle_check(&same, NULL), LOYD_OK);
    assert_int_equal(loyd_puzzle_check(&mixed, NULL), LOYD_E_SHAPE);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_are_parsed_in_any_case),
        cmocka_unit_test(test_invalid_ids_are_rejected),
        cmocka_unit_test(test_id_is_in_the_ranges_of_its_prefixes),
        cmocka_unit_test(test_puzzle_check),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
