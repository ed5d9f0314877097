/* SPDX-License-Identifier: MIT */
/* Tests sizes, boards, their text forms and single moves. */
#include "core.h"
#include "core/board.h"

#define HUNDRED_NINES                                                         \
    "9999999999999999999999999999999999999999999999999999999999999999999999"  \
    "999999999999999999999999999999"

static const struct {
    const char *in;
    loyd_err err;
    const char *why;
    int width, height;
} sizes[] = {
    {"4", LOYD_OK, "", 4, 4},
    {"4x4", LOYD_OK, "", 4, 4},
    {"2x15", LOYD_OK, "", 2, 15},
    {"15x2", LOYD_OK, "", 15, 2},
    {"1x4", LOYD_E_SIZE, "invalid size '1x4': sides must be 2..15", 0, 0},
    {"4x1", LOYD_E_SIZE, "invalid size '4x1': sides must be 2..15", 0, 0},
    {"16", LOYD_E_SIZE, "invalid size '16': sides must be 2..15", 0, 0},
    {"258x4", LOYD_E_SIZE, "invalid size '258x4': sides must be 2..15", 0, 0},
    {"0x0", LOYD_E_SIZE, "invalid size '0x0': sides must be 2..15", 0, 0},
    {"99999999999999999999x4", LOYD_E_SIZE,
     "invalid size '99999999999999999999x4': sides must be 2..15", 0, 0},
    {"", LOYD_E_SYNTAX, "invalid size '': expected WxH, such as 4x4", 0, 0},
    {"x", LOYD_E_SYNTAX, "invalid size 'x': expected WxH, such as 4x4", 0, 0},
    {"4x", LOYD_E_SYNTAX, "invalid size '4x': expected WxH, such as 4x4", 0,
     0},
    {"x4", LOYD_E_SYNTAX, "invalid size 'x4': expected WxH, such as 4x4", 0,
     0},
    {"4X4", LOYD_E_SYNTAX,
     "invalid size '4X4': expected WxH with a lower-case x, such as 4x4", 0,
     0},
    {"4 x4", LOYD_E_SYNTAX, "invalid size '4 x4': expected WxH, such as 4x4",
     0, 0},
    {"04", LOYD_E_SYNTAX, "invalid size '04': expected WxH, such as 4x4", 0,
     0},
    {"4x4x4", LOYD_E_SYNTAX, "invalid size '4x4x4': expected WxH, such as 4x4",
     0, 0},
    {"-4", LOYD_E_SYNTAX, "invalid size '-4': expected WxH, such as 4x4", 0,
     0},
};

static void
test_sizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        loyd_why why = {{0}};
        uint8_t width = 0, height = 0;
        loyd_err err = loyd_size_parse(sizes[i].in, strlen(sizes[i].in),
                                       &width, &height, &why);
        assert_why(sizes[i].in, err, &why, sizes[i].err, sizes[i].why);
        assert_int_equal(width, sizes[i].width);
        assert_int_equal(height, sizes[i].height);
    }
}

static const struct {
    const char *in;
    size_t len;
    uint8_t width, height; /* expected, or 0 */
    const char *sgt;
} good[] = {
    {BYTES("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"), 0, 0,
     "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0"},
    {BYTES("1 0 3/4 5 6"), 0, 0, "3x2:1,0,3,4,5,6"},
    {BYTES("1 0/3 4/5 6"), 0, 0, "2x3:1,0,3,4,5,6"},
    {BYTES("1 2/3 0"), 2, 2, "2x2:1,2,3,0"},
    {BYTES(" \t1\t \t2 / 3\t/4 0 "), 2, 3, NULL},
    {BYTES(" \t1\t \t2 / 3\t0 "), 2, 2, "2x2:1,2,3,0"},
    {BYTES("1 2\n3 0"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2/3 0/"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2\r\n3 0\r\n"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2 3 0\r"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2/3 0/\r"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("2x2:1,2,3,\r\n"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2 3 0"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2 3 0\n"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2 3 4 5 6 7 8 0"), 0, 0, "3x3:1,2,3,4,5,6,7,8,0"},
    {BYTES("1 2 3 4 5 0"), 3, 2, "3x2:1,2,3,4,5,0"},
    {BYTES("1 2 3 4 5 0"), 2, 3, "2x3:1,2,3,4,5,0"},
    {BYTES("2x2:1,2,3,0"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("2x2:1,2,3,"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("2x2:,1,2,3"), 2, 2, "2x2:0,1,2,3"},
    {BYTES("3x2:1,,3,4,5,6\n"), 0, 0, "3x2:1,0,3,4,5,6"},
    {BYTES("3: 1, 2, 3, 4, 5, 6, 7, 8, "), 0, 0, "3x3:1,2,3,4,5,6,7,8,0"},
    /* Other forms, and lines with a size. */
    {BYTES("1,2,3,0"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2|3 0"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("|1 2|\n|3 0|\n"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2;\n3 _;\n"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("[[1, 2],\n [3, 0]]"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("(1 2)(3 X)"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("{1,2,},{3,.,}"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("01 02/03 00"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("1 2/3 __"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("2\n1 2\n3 0\n"), 0, 0, "2x2:1,2,3,0"},
    {BYTES("2\n1 2 3 0\n"), 2, 2, "2x2:1,2,3,0"},
    {BYTES("3 2\n1 0 3\n4 5 6"), 0, 0, "3x2:1,0,3,4,5,6"},
    {BYTES("2 3\n1 0 3\n4 5 6"), 0, 0, "3x2:1,0,3,4,5,6"},
    {BYTES("3x2\n1 0 3 4 5 6"), 0, 0, "3x2:1,0,3,4,5,6"},
    {BYTES("2 3\n1 0"), 0, 0, "2x2:2,3,1,0"},
    {BYTES("2 3\n0 1\n4 5\n6 7"), 0, 0, "2x4:2,3,0,1,4,5,6,7"},
};

static void
test_boards_are_parsed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        char text[LOYD_BOARD_TEXT];
        loyd_why why = {{0}};
        loyd_board board;
        loyd_err err = loyd_board_parse(good[i].in, good[i].len, good[i].width,
                                        good[i].height, &board, &why);
        if (good[i].sgt == NULL) {
            assert_int_equal(err, LOYD_E_SHAPE);
            continue;
        }
        assert_why(good[i].in, err, &why, LOYD_OK, "");
        loyd_board_print(&board, LOYD_FORM_SGT, text);
        assert_string_equal(text, good[i].sgt);
    }
}

static const struct {
    const char *in;
    size_t len;
    uint8_t width, height;
    loyd_err err;
    const char *why;
} bad[] = {
    {BYTES(""), 0, 0, LOYD_E_SYNTAX, "empty board"},
    {BYTES(" \t\n"), 0, 0, LOYD_E_SYNTAX, "empty board"},
    {BYTES("///"), 0, 0, LOYD_E_SYNTAX, "empty board"},
    {BYTES("hello"), 0, 0, LOYD_E_SYNTAX,
     "invalid label 'hello' in row 1, column 1"},
    {BYTES("1 2/3 -1"), 0, 0, LOYD_E_SYNTAX,
     "invalid label '-1' in row 2, column 2"},
    {BYTES("1,2,,3,0"), 0, 0, LOYD_E_SYNTAX,
     "invalid label '' in row 1, column 3"},
    {BYTES("[1,2],[3,0"), 0, 0, LOYD_E_SYNTAX, "a bracket is not closed"},
    {BYTES("1,2),(3,0"), 0, 0, LOYD_E_SYNTAX, "')' without '('"},
    {BYTES("3\n1 2\n3 0"), 0, 0, LOYD_E_SHAPE,
     "board is 2x2: expected 3x3"},
    {BYTES("2\n1 2\n3 0"), 2, 3, LOYD_E_SHAPE,
     "row 1 has 1 label: expected 2"},
    {BYTES("12/30"), 0, 0, LOYD_E_SHAPE,
     "rows have one label: expected spaces between labels"},
    /* The bytes after the digits are no labels from 10 on. */
    {BYTES("1 2 3 4/5 6 7 8/9 ; < =/> ? 0 @"), 0, 0, LOYD_E_SYNTAX,
     "invalid label '<' in row 4, column 1"},
    {BYTES("1 2/3 \0"), 0, 0, LOYD_E_ENCODING,
     "invalid label '\\x00' in row 2, column 2"},
    {BYTES("1 2/3 \xff"), 0, 0, LOYD_E_ENCODING,
     "invalid label '\\xff' in row 2, column 2"},
    {BYTES("1 2/3 \r0"), 0, 0, LOYD_E_ENCODING,
     "invalid label '\\x0d0' in row 2, column 2"},
    {BYTES("1 2 3 4/5 6 7/8 9 10 11/12 13 14 0"), 0, 0, LOYD_E_SHAPE,
     "row 2 has 3 labels: expected 4"},
    {BYTES("1 2 3/4 5 6 7/8 9 10 11/12 13 14 0"), 4, 4, LOYD_E_SHAPE,
     "row 1 has 3 labels: expected 4"},
    {BYTES("1 2 3 4/5 6 7/8 9 10 11/12 13 14 0"), 4, 4, LOYD_E_SHAPE,
     "row 2 has 3 labels: expected 4"},
    {BYTES("1 2//3 0"), 0, 0, LOYD_E_SHAPE, "row 2 has 0 labels: expected 2"},
    {BYTES("/1 2/3 0"), 0, 0, LOYD_E_SHAPE, "row 2 has 2 labels: expected 0"},
    {BYTES("1 2/3 0//"), 0, 0, LOYD_E_SHAPE, "row 3 has 0 labels: expected 2"},
    {BYTES("1 2/3 0"), 4, 4, LOYD_E_SHAPE, "board is 2x2: expected 4x4"},
    {BYTES("2x2:1,2,3,0"), 2, 3, LOYD_E_SHAPE, "board is 2x2: expected 2x3"},
    {BYTES("1 2 3 0"), 3, 3, LOYD_E_SHAPE, "4 labels: expected 9 for 3x3"},
    {BYTES("2x2:1,2,0"), 0, 0, LOYD_E_SHAPE, "3 labels: expected 4 for 2x2"},
    {BYTES("2x2:1,2,3,0,"), 0, 0, LOYD_E_SHAPE,
     "5 labels: expected 4 for 2x2"},
    {BYTES("1 2 3 0/"), 0, 0, LOYD_E_SIZE,
     "invalid size '4x1': sides must be 2..15"},
    {BYTES("1/2/3/0"), 0, 0, LOYD_E_SIZE,
     "invalid size '1x4': sides must be 2..15"},
    {BYTES("1 2 0"), 0, 0, LOYD_E_SIZE,
     "3 labels do not form a square board: expected / between rows"},
    {BYTES("0"), 0, 0, LOYD_E_SIZE,
     "1 label does not form a square board: expected / between rows"},
    {BYTES("1x4:1,2,3,0"), 0, 0, LOYD_E_SIZE,
     "invalid size '1x4': sides must be 2..15"},
    {BYTES(":1,2,3,0"), 0, 0, LOYD_E_SYNTAX,
     "invalid size '': expected WxH, such as 4x4"},
    {BYTES("1 2/3 3"), 1, 4, LOYD_E_SIZE,
     "invalid size '1x4': sides must be 2..15"},
    {BYTES("1 2/3 4"), 0, 0, LOYD_E_LABEL, "no blank"},
    {BYTES("1 2 3/4 5 6/7 8 8"), 0, 0, LOYD_E_LABEL, "tile 8 appears twice"},
    {BYTES("0 2/3 0"), 0, 0, LOYD_E_LABEL, "two blanks"},
    {BYTES("2x2:,,1,2"), 0, 0, LOYD_E_LABEL, "two blanks"},
    {BYTES("1 2/3 5"), 0, 0, LOYD_E_LABEL,
     "label 5 in row 2, column 2 is out of range: expected 0..4"},
    {BYTES("1 2/256 0"), 0, 0, LOYD_E_LABEL,
     "label 256 in row 2, column 1 is out of range: expected 0..4"},
    {BYTES("1 2/18446744073709551617 0"), 0, 0, LOYD_E_LABEL,
     "label 18446744073709551617 in row 2, column 1 is out of range: "
     "expected 0..4"},
    {BYTES("1 2/" HUNDRED_NINES " 0"), 0, 0, LOYD_E_LABEL,
     "label 999999999999999999999999999999999999999999999999999999999999... "
     "in row 2, column 1 is out of range: expected 0..4"},
};

static void
test_invalid_boards_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        loyd_why why = {{0}};
        loyd_board board, before;
        memset(&board, 0xA5, sizeof(board));
        before = board;
        loyd_err err = loyd_board_parse(bad[i].in, bad[i].len, bad[i].width,
                                        bad[i].height, &board, &why);
        assert_why(bad[i].in, err, &why, bad[i].err, bad[i].why);
        assert_memory_equal(&board, &before, sizeof(board));
        assert_int_equal(loyd_board_parse(bad[i].in, bad[i].len, bad[i].width,
                                          bad[i].height, &board, NULL),
                         bad[i].err);
    }
}

static void
test_huge_texts_are_rejected(void **state)
{
    static const struct {
        const char *piece;
        loyd_err err;
    } pieces[] = {
        {"1 ", LOYD_E_SIZE},   {"1 2/", LOYD_E_SIZE},   {"/", LOYD_E_SYNTAX},
        {"\n", LOYD_E_SYNTAX}, {"9", LOYD_E_SIZE},      {"0", LOYD_E_SIZE},
        {"x", LOYD_E_SYNTAX},  {"\0", LOYD_E_ENCODING},
    };
    size_t len = 1 << 20;
    char *text = malloc(len);
    loyd_board board;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < COUNT(pieces); i++) {
        size_t piece =
            pieces[i].piece[0] != '\0' ? strlen(pieces[i].piece) : 1;
        for (size_t at = 0; at < len; at++)
            text[at] = pieces[i].piece[at % piece];
        assert_int_equal(loyd_board_parse(text, len, 0, 0, &board, NULL),
                         pieces[i].err);
        memcpy(text, "4x4:", 4);
        assert_int_not_equal(loyd_board_parse(text, len, 0, 0, &board, NULL),
                             LOYD_OK);
    }
    free(text);
}

/* Every size and missing label survives a round trip in both forms. */
static void
test_boards_survive_a_round_trip(void **state)
{
    uint64_t seed = 1;

    (void)state;
    for (uint8_t w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++) {
        for (uint8_t h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++) {
            unsigned n = (unsigned)w * h;
            loyd_board board = {w, h, {0}}, read;
            char text[LOYD_BOARD_TEXT];
            unsigned missing = 1 + (unsigned)(random_word(&seed) % n);
            for (unsigned c = 0, label = 0; c < n; c++, label++) {
                unsigned j = (unsigned)(random_word(&seed) % (c + 1));
                label += label == missing;
                board.cell[c] = board.cell[j];
                board.cell[j] = (uint8_t)label;
            }
            for (int form = LOYD_FORM_ROWS; form <= LOYD_FORM_SGT; form++) {
                size_t len =
                    loyd_board_print(&board, (loyd_board_form)form, text);
                assert_int_equal(len, strlen(text));
                assert_int_equal(
                    loyd_board_parse(text, len, 0, 0, &read, NULL), LOYD_OK);
                assert_memory_equal(&read, &board, sizeof(board));
            }
        }
    }
}

/* A board parsed from random bytes is valid and survives a round trip. */
static void
test_mangled_texts(void **state)
{
    static const char seeds[][48] = {
        "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0",
        "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0",
        "1 2 3/4 5 6/7 8 0",
        "1 2 3 0",
    };
    static const char bytes[] = "0123456789 /,:x\n\t\r\0-\xff";
    uint64_t random = 2;
    size_t n_good = 0;

    (void)state;
    for (unsigned k = 0; k < 100000; k++) {
        char text[48], printed[LOYD_BOARD_TEXT];
        loyd_board board, again;
        loyd_why why = {{0}};
        memcpy(text, seeds[k % COUNT(seeds)], sizeof(text));
        size_t len = strlen(text);
        for (uint64_t i = random_word(&random) % 3; i > 0; i--)
            text[random_word(&random) % len] =
                bytes[random_word(&random) % (sizeof(bytes) - 1)];
        loyd_err err = loyd_board_parse(text, len, 0, 0, &board, &why);
        assert_int_equal(err == LOYD_OK, why.text[0] == '\0');
        if (err != LOYD_OK)
            continue;
        n_good++;
        assert_int_equal(loyd_board_check(&board, NULL), LOYD_OK);
        len = loyd_board_print(&board, LOYD_FORM_ROWS, printed);
        assert_int_equal(loyd_board_parse(printed, len, 0, 0, &again, NULL),
                         LOYD_OK);
        assert_true(board_equal(&board, &again));
    }
    assert_true(n_good > 20000 && n_good < 80000);
}

static void
test_the_longest_text_fits(void **state)
{
    loyd_board board = {15, 15, {0}};
    char text[LOYD_BOARD_TEXT];

    (void)state;
    for (unsigned c = 1; c < 225; c++)
        board.cell[c] = (uint8_t)(c + 1);
    assert_int_equal(loyd_board_check(&board, NULL), LOYD_OK);
    /* "15x15:" and 224 separators. Of the labels 0 and 2..225, 9, 90 and 126
       have one, two and three digits. */
    assert_int_equal(loyd_board_print(&board, LOYD_FORM_SGT, text),
                     6 + 224 + 9 + 2 * 90 + 3 * 126);
}

static void
test_board_check(void **state)
{
    loyd_board board = {3, 2, {1, 2, 3, 4, 5, 0}};
    loyd_why why = {{0}};

    (void)state;
    assert_int_equal(loyd_board_check(&board, &why), LOYD_OK);
    board.cell[5] = 7;
    assert_why("7", loyd_board_check(&board, &why), &why, LOYD_E_LABEL,
               "label 7 is out of range: expected 0..6");
    board.cell[5] = 6;
    assert_why("6", loyd_board_check(&board, &why), &why, LOYD_E_LABEL,
               "no blank");
    board.cell[5] = 3;
    assert_why("3", loyd_board_check(&board, &why), &why, LOYD_E_LABEL,
               "tile 3 appears twice");
    board.width = 1;
    assert_why("1x2", loyd_board_check(&board, &why), &why, LOYD_E_SIZE,
               "invalid size '1x2': sides must be 2..15");
    board.width = 255;
    board.height = 255;
    assert_why("255", loyd_board_check(&board, &why), &why, LOYD_E_SIZE,
               "invalid size '255x255': sides must be 2..15");
}

static void
test_equal_compares_size_and_cells(void **state)
{
    loyd_board a = board_of("1 2 3/4 5 0"), b = a;

    (void)state;
    assert_true(board_equal(&a, &b));
    b.cell[200] = 9; /* after the last cell */
    assert_true(board_equal(&a, &b));
    b.cell[5] = 6;
    assert_false(board_equal(&a, &b));
    b = a;
    b.width = 2;
    b.height = 3;
    assert_false(board_equal(&a, &b));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_boards_are_parsed),
        cmocka_unit_test(test_invalid_boards_are_rejected),
        cmocka_unit_test(test_huge_texts_are_rejected),
        cmocka_unit_test(test_boards_survive_a_round_trip),
        cmocka_unit_test(test_mangled_texts),
        cmocka_unit_test(test_the_longest_text_fits),
        cmocka_unit_test(test_board_check),
        cmocka_unit_test(test_equal_compares_size_and_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
