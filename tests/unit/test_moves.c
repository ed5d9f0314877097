/* SPDX-License-Identifier: MIT */
/* Tests sequences of moves: text, memory and replay. */
#include "core.h"
#include "core/moves.h"

static const struct {
    const char *in;
    const char *printed;
    size_t stm;
} good[] = {
    {"", "", 0},
    {"U", "U", 1},
    {"U2RDL3", "U2RDL3", 7},
    {"U2U3", "U5", 5},
    {"UUUUU", "U5", 5},
    {"UU", "U2", 2},
    {"URDL", "URDL", 4},
    {"L999", "L999", 999},
    {"L999L", "L999L", 1000},
    {"L998LL", "L999L", 1000},
    {"R500R500R500", "R999R501", 1500},
    {"R999R999R2D10", "R999R999R2D10", 2010},
};

static void
test_moves_are_parsed_and_printed_shortest(void **state)
{
    loyd_moves moves = {NULL, 0, 0};

    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        char text[64];
        assert_int_equal(
            moves_parse(good[i].in, strlen(good[i].in), &moves, NULL),
            LOYD_OK);
        assert_int_equal(moves.n, good[i].stm);
        memset(text, '#', sizeof(text));
        size_t len = moves_print(&moves, text);
        assert_string_equal(text, good[i].printed);
        assert_int_equal(len, strlen(good[i].printed));
        assert_true(len < moves_text_room(&moves));
        assert_int_equal(text[len + 1], '#');
        for (size_t size = 0; size <= len + 1; size++) {
            memset(text, '#', sizeof(text));
            assert_int_equal(loyd_moves_print(&moves, text, size), len);
            assert_int_equal(text[size], '#');
            assert_true(size == 0 || strlen(text) <= size - 1);
            assert_memory_equal(text, good[i].printed,
                                size == 0 ? 0 : strlen(text));
        }
        assert_string_equal(text, good[i].printed);
    }
    loyd_moves_free(&moves);
    assert_null(moves.dir);
    loyd_moves_free(NULL);
}

static const struct {
    const char *in;
    size_t len;
    loyd_err err;
    const char *why;
} bad[] = {
    {BYTES("u"), LOYD_E_SYNTAX,
     "invalid move 'u' at byte 1: expected U, R, D or L"},
    {BYTES("U R"), LOYD_E_SYNTAX,
     "invalid move ' R' at byte 2: expected U, R, D or L"},
    {BYTES("2U"), LOYD_E_SYNTAX,
     "invalid move '2U' at byte 1: expected U, R, D or L"},
    {BYTES("U\0"), LOYD_E_SYNTAX,
     "invalid move '\\x00' at byte 2: expected U, R, D or L"},
    {BYTES("U-2"), LOYD_E_SYNTAX,
     "invalid move '-2' at byte 2: expected U, R, D or L"},
    {BYTES("U1"), LOYD_E_RANGE, "count 1 is out of range: expected 2..999"},
    {BYTES("U0"), LOYD_E_RANGE, "count 0 is out of range: expected 2..999"},
    {BYTES("U1000"), LOYD_E_RANGE,
     "count 1000 is out of range: expected 2..999"},
    {BYTES("U99999999999999999999"), LOYD_E_RANGE,
     "count 99999999999999999999 is out of range: expected 2..999"},
    {BYTES("U02"), LOYD_E_SYNTAX, "count '02' has leading zeros"},
};

static void
test_invalid_moves_are_rejected(void **state)
{
    loyd_moves moves = {NULL, 0, 0};

    (void)state;
    assert_int_equal(moves_parse(BYTES("LL"), &moves, NULL), LOYD_OK);
    for (size_t i = 0; i < COUNT(bad); i++) {
        loyd_why why = {{0}};
        assert_why(bad[i].in, moves_parse(bad[i].in, bad[i].len, &moves, &why),
                   &why, bad[i].err, bad[i].why);
        assert_int_equal(moves.n, 2); /* unchanged */
    }
    loyd_moves_free(&moves);
}

static void
test_number_of_moves_is_limited(void **state)
{
    char text[101 * 4 + 2] = "";
    loyd_moves moves = {NULL, 0, 0};
    loyd_why why = {{0}};

    (void)state;
    for (int i = 0; i < 100; i++)
        strcat(text, "U999");
    strcat(text, "U100"); /* 100 * 999 + 100 = 100000 */
    assert_int_equal(moves_parse(text, strlen(text), &moves, NULL), LOYD_OK);
    assert_int_equal(moves.n, LOYD_MOVES_MAX);
    assert_int_equal(moves_push(&moves, LOYD_DIR_UP), LOYD_E_RANGE);
    strcat(text, "U");
    assert_why("limit", moves_parse(text, strlen(text), &moves, &why), &why,
               LOYD_E_RANGE, "more than 100000 moves");
    loyd_moves_free(&moves);
    assert_int_equal(moves_push(&moves, (loyd_dir)4), LOYD_E_RANGE);
    assert_int_equal(moves_push(&moves, LOYD_DIR_LEFT), LOYD_OK);
    assert_int_equal(moves.dir[0], LOYD_DIR_LEFT);
    loyd_moves_free(&moves);
}

static const struct {
    const char *start, *goal, *path;
    loyd_err err;
    const char *why;
    size_t good;
} replays[] = {
    {"1 2/3 0", "1 2/3 0", "", LOYD_OK, "", 0},
    {"1 2/0 3", "1 2/3 0", "L", LOYD_OK, "", 1},
    {"0 1/3 2", "1 2/3 0", "LU", LOYD_OK, "", 2},
    {"1 2 3/4 0 6/7 5 8", "1 2 3/4 5 6/7 8 0", "UL", LOYD_OK, "", 2},
    {"1 2 3 4/8 7 6 5/0 10 11 12/9 15 14 13",
     "1 2 3 4/8 7 6 5/9 10 11 12/0 15 14 13", "U", LOYD_OK, "", 1},
    {"0 1/3 2", "1 2/3 0", "L", LOYD_E_MOVE, "1 move does not reach the goal",
     1},
    {"0 1/3 2", "1 2/3 0", "", LOYD_E_MOVE, "0 moves do not reach the goal",
     0},
    {"0 1/3 2", "1 2/3 0", "LL", LOYD_E_MOVE,
     "move 2 (L) is illegal: no tile can move that way", 1},
    {"0 1/3 2", "1 2/3 0", "DLU", LOYD_E_MOVE,
     "move 1 (D) is illegal: no tile can move that way", 0},
    /* Two moves to the left, across the edge of a row. */
    {"1 2 0/3 4 5", "1 2 3/0 4 5", "L", LOYD_E_MOVE,
     "move 1 (L) is illegal: no tile can move that way", 0},
    {"1 2 3/0 4 5", "1 2 0/3 4 5", "R", LOYD_E_MOVE,
     "move 1 (R) is illegal: no tile can move that way", 0},
};

static void
test_replay(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(replays); i++) {
        loyd_board start = board_of(replays[i].start);
        loyd_board goal = board_of(replays[i].goal);
        loyd_moves moves = {NULL, 0, 0};
        loyd_why why = {{0}};
        size_t good_moves = 77;
        assert_int_equal(moves_parse(replays[i].path, strlen(replays[i].path),
                                     &moves, NULL),
                         LOYD_OK);
        assert_why(replays[i].path,
                   loyd_moves_replay(&start, &goal, &moves, &good_moves, &why),
                   &why, replays[i].err, replays[i].why);
        assert_int_equal(good_moves, replays[i].good);
        assert_int_equal(loyd_moves_replay(&start, &goal, &moves, NULL, NULL),
                         replays[i].err);
        loyd_moves_free(&moves);
    }
}

static void
test_replay_checks_the_boards(void **state)
{
    loyd_board start = board_of("1 2/3 0"), goal = board_of("1 0/3 4");
    loyd_board other = board_of("1 2 3/4 5 0");
    uint8_t dirs[] = {7};
    loyd_moves none = {NULL, 0, 0}, junk = {dirs, 1, 1};
    size_t good_moves = 77;

    (void)state;
    assert_int_equal(
        loyd_moves_replay(&start, &goal, &none, &good_moves, NULL),
        LOYD_E_LABELS);
    assert_int_equal(
        loyd_moves_replay(&start, &other, &none, &good_moves, NULL),
        LOYD_E_SHAPE);
    assert_int_equal(good_moves, 77);
    assert_int_equal(
        loyd_moves_replay(&start, &start, &junk, &good_moves, NULL),
        LOYD_E_MOVE);
    assert_int_equal(good_moves, 0);
    goal.cell[1] = 1;
    assert_int_equal(loyd_moves_replay(&start, &goal, &none, NULL, NULL),
                     LOYD_E_LABEL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves_are_parsed_and_printed_shortest),
        cmocka_unit_test(test_invalid_moves_are_rejected),
        cmocka_unit_test(test_number_of_moves_is_limited),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_replay_checks_the_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
