/* SPDX-License-Identifier: MIT */
/* Tests game records: their two forms, what is refused, and their replay. */
#include "core.h"
#include "loyd/game.h"

/* The example of docs/formats.md. */
static const char text[] =
    "loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZg";
#define BOARDS                                                                \
    "\"board\": \"0 1 2/4 5 3/7 8 6\", "                                   \
    "\"goal\": \"1 2 3/4 5 6/7 8 0\", "
#define HEAD "{\"loyd\": \"game\", \"version\": 1, "
#define BEGAN "\"began\": 1793525400000, "
static const char json[] = HEAD BOARDS BEGAN
    "\"moves\": \"L2 U2\", \"ms\": [1840, 420], \"hints\": [1]}";

static void
parse(const char *from, loyd_game *game)
{
    loyd_why why;

    if (loyd_game_parse(from, strlen(from), game, &why) != LOYD_OK)
        fail_msg("%s", why.text);
}

static void
test_a_record_has_two_forms(void **state)
{
    loyd_game game = {.began = 0};
    char out[1000];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        parse(i == 0 ? text : json, &game);
        assert_int_equal(game.n_slides, 2);
        assert_int_equal(game.slides[0].dir, LOYD_DIR_LEFT);
        assert_int_equal(game.slides[0].tiles, 2);
        assert_int_equal(game.slides[1].ms, 420);
        assert_int_equal(game.n_hints, 1);
        assert_int_equal(game.hints[0], 1);
        assert_true(game.began == 1793525400000);
        assert_null(game.recipe);
        assert_int_equal(loyd_game_print(&game, out, sizeof(out)),
                         strlen(text));
        assert_string_equal(out, text);
        assert_int_equal(loyd_game_json(&game, out, sizeof(out)),
                         strlen(json));
        assert_string_equal(out, json);
        assert_int_equal(loyd_game_print(&game, out, 11), strlen(text));
        assert_string_equal(out, "loydgame1.");
        loyd_game_free(&game);
        assert_null(game.slides);
    }
    loyd_game_free(NULL);
}

static void
test_a_recipe_is_drawn(void **state)
{
    loyd_game game = {.began = 0};
    loyd_game_facts facts;
    loyd_solver *solver = NULL;
    char board[LOYD_BOARD_TEXT];

    (void)state;
    parse(HEAD "\"recipe\": \"3x3/rows~g1,stm=20..20~monday~0\", "
               "\"began\": 0, \"moves\": \"\", \"ms\": [], \"hints\": []}",
          &game);
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    assert_string_equal(game.recipe, "3x3/rows~g1,stm=20..20~monday~0");
    assert_int_equal(loyd_game_draw(&game, solver, NULL, NULL), LOYD_OK);
    assert_int_equal(loyd_board_print(&game.puzzle.start, LOYD_FORM_ROWS,
                                      board),
                     17);
    assert_string_equal(board, "0 1 3/8 4 7/2 5 6");
    assert_int_equal(loyd_game_check(&game, &facts, NULL), LOYD_OK);
    assert_false(facts.is_solved);
    game.recipe[1] = 'y';
    assert_int_equal(loyd_game_draw(&game, solver, NULL, NULL), LOYD_E_SYNTAX);
    loyd_game_free(&game);
    loyd_solver_free(&solver);
}

#define REST "\"ms\": [1840, 420], \"hints\": [1]}"
#define MOVES "\"moves\": \"L2 U2\", "
static const struct {
    const char *in;
    loyd_err err;
    const char *message;
} bad[] = {
    {"", LOYD_E_SYNTAX, "not a game record: expected loydgame1. or an object"},
    {"loydgame2.AwMA", LOYD_E_NEWER, "another version"},
    {"loydgame1.", LOYD_E_SYNTAX, "ends too early"},
    {"loydgame1.Aw=A", LOYD_E_SYNTAX, "expected base64url"},
    {"loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZh",
     LOYD_E_CORRUPT, "checksum"},
    {"{\"loyd\": \"games\"}", LOYD_E_SYNTAX, "\"loyd\": \"game\""},
    {"{\"loyd\": \"game\", \"version\": 2}", LOYD_E_NEWER, "version"},
    {"{\"loyd\": \"game\"", LOYD_E_SYNTAX, "invalid JSON"},
    {HEAD BOARDS BEGAN REST, LOYD_E_SYNTAX, "'moves' is missing"},
    {HEAD BOARDS BEGAN MOVES "\"x\": 1, " REST, LOYD_E_SYNTAX,
     "unexpected member 'x'"},
    {HEAD "\"recipe\": \"a\", " BOARDS BEGAN MOVES REST, LOYD_E_SYNTAX,
     "unexpected member"},
    {HEAD "\"recipe\": \"\", " BEGAN MOVES REST, LOYD_E_RANGE, "0 bytes"},
    {HEAD "\"board\": \"0 1/3 2\", \"goal\": \"1 2 3/4 5 6/7 8 0\", " BEGAN
          MOVES REST,
     LOYD_E_SHAPE, ""},
    {HEAD BOARDS "\"began\": -1, " MOVES REST, LOYD_E_RANGE,
     "began: expected a whole number in 0..253402300799999"},
    {HEAD BOARDS BEGAN "\"moves\": \"L2U2\", " REST, LOYD_E_SYNTAX, "slide 1"},
    {HEAD BOARDS BEGAN "\"moves\": \"L2  U2\", " REST, LOYD_E_SYNTAX,
     "slide 2"},
    {HEAD BOARDS BEGAN "\"moves\": \"L2 U2 \", " REST, LOYD_E_SYNTAX,
     "slide 3"},
    {HEAD BOARDS BEGAN "\"moves\": \"L1 U2\", " REST, LOYD_E_SYNTAX,
     "slide 1"},
    {HEAD BOARDS BEGAN "\"moves\": \"L15 U2\", " REST, LOYD_E_SYNTAX,
     "slide 1"},
    {HEAD BOARDS BEGAN MOVES "\"ms\": [1840], \"hints\": []}", LOYD_E_RANGE,
     "1 times: expected 2"},
    {HEAD BOARDS BEGAN MOVES "\"ms\": [1, 2, 3], \"hints\": []}", LOYD_E_RANGE,
     "3 times: expected 2"},
    {HEAD BOARDS BEGAN MOVES "\"ms\": [1, 268435456], \"hints\": []}",
     LOYD_E_RANGE, "ms: expected"},
    {HEAD BOARDS BEGAN MOVES "\"ms\": [1, 2], \"hints\": [3]}", LOYD_E_RANGE,
     "hint 1 is not after 0..2 slides"},
    {HEAD BOARDS BEGAN MOVES "\"ms\": [1, 2], \"hints\": [2, 1]}",
     LOYD_E_RANGE, "hint 2"},
};

static void
test_bad_records_are_refused(void **state)
{
    loyd_game game = {.began = 0};
    loyd_why why;

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(
            loyd_game_parse(bad[i].in, strlen(bad[i].in), &game, &why),
            bad[i].err);
        if (strstr(why.text, bad[i].message) == NULL)
            fail_msg("%s: %s", bad[i].in, why.text);
        assert_null(game.slides);
    }
}

/* A game on 3x3 from one move before the goal, or from farther. */
static loyd_err
check(const char *board, const char *moves, const char *ms, const char *hints,
      loyd_game_facts *facts, loyd_why *why)
{
    loyd_game game = {.began = 0};
    char record[2000];
    loyd_err err;

    snprintf(record, sizeof(record),
             HEAD "\"board\": \"%s\", \"goal\": \"1 2 3/4 5 6/7 8 0\", " BEGAN
                  "\"moves\": \"%s\", \"ms\": [%s], \"hints\": [%s]}",
             board, moves, ms, hints);
    parse(record, &game);
    err = loyd_game_check(&game, facts, why);
    loyd_game_free(&game);
    return err;
}

static void
test_games_are_replayed(void **state)
{
    static const char start[] = "0 1 2/4 5 3/7 8 6";
    loyd_game_facts facts;
    loyd_why why;

    (void)state;
    assert_int_equal(check(start, "L2 U2", "1840,420", "1", &facts, &why),
                     LOYD_OK);
    assert_true(facts.is_solved);
    assert_int_equal(facts.stm, 4);
    assert_int_equal(facts.mtm, 2);
    assert_int_equal(facts.ms, 2260);
    assert_int_equal(facts.free_ms, 1840);
    assert_int_equal(check(start, "L L U", "5,6,7", "", &facts, &why),
                     LOYD_OK);
    assert_false(facts.is_solved);
    assert_int_equal(facts.mtm, 2);
    assert_int_equal(facts.free_ms, 18);
    assert_int_equal(check(start, "L3", "1", "", &facts, &why), LOYD_E_MOVE);
    assert_string_equal(why.text, "slide 1, L3, is impossible");
    assert_int_equal(check(start, "L2 U2 D", "1,2,3", "", &facts, &why),
                     LOYD_E_MOVE);
    assert_string_equal(why.text, "slide 3 follows the solved board");
    assert_int_equal(check("1 2 3/4 5 6/8 7 0", "", "", "", &facts, &why),
                     LOYD_E_UNSOLVABLE);
}

static void
test_ten_slides_take_400_ms(void **state)
{
    static const char start[] = "0 1 2/4 5 3/7 8 6";
    static const char moves[] = "L R L R L R L R L R L";
    loyd_game_facts facts;
    loyd_why why;

    (void)state;
    assert_int_equal(check(start, moves, "900,40,40,40,40,40,40,40,40,40,40",
                           "", &facts, &why),
                     LOYD_OK);
    assert_int_equal(check(start, moves, "900,40,40,40,40,40,40,40,40,40,39",
                           "", &facts, &why),
                     LOYD_E_RANGE);
    assert_string_equal(why.text,
                        "slides 2 to 11 take 399 ms: expected at least 400");
    assert_int_equal(check(start, "L R L R L R L R L",
                           "0,0,0,0,0,0,0,0,0", "", &facts, &why),
                     LOYD_OK);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_record_has_two_forms),
        cmocka_unit_test(test_a_recipe_is_drawn),
        cmocka_unit_test(test_bad_records_are_refused),
        cmocka_unit_test(test_games_are_replayed),
        cmocka_unit_test(test_ten_slides_take_400_ms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
