/* SPDX-License-Identifier: MIT */
/* Tests game records: their text and bytes, what is refused, and replay. */
#include "core.h"
#include "game/record.h"
#include "loyd/game.h"

/* The example of docs/formats.md. */
static const char text[] =
    "loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZg";
static const char start[] = "0 1 2/4 5 3/7 8 6";
static const char goal[] = "1 2 3/4 5 6/7 8 0";

static void
parse(const char *from, loyd_game *game)
{
    loyd_why why;

    if (game_parse(from, strlen(from), game, &why) != LOYD_OK)
        fail_msg("%s", why.text);
}

static void
test_a_record_has_one_text(void **state)
{
    loyd_game game = {.began = 0};
    char out[1000];

    (void)state;
    parse(text, &game);
    assert_board(&game.puzzle.start, start);
    assert_board(&game.puzzle.goal, goal);
    assert_int_equal(game.n_slides, 2);
    assert_int_equal(game.slides[0].dir, LOYD_DIR_LEFT);
    assert_int_equal(game.slides[0].tiles, 2);
    assert_int_equal(game.slides[1].ms, 420);
    assert_int_equal(game.n_hints, 1);
    assert_int_equal(game.hints[0], 1);
    assert_true(game.began == 1793525400000);
    assert_null(game.recipe);
    assert_int_equal(loyd_game_print(&game, out, sizeof(out)), strlen(text));
    assert_string_equal(out, text);
    assert_int_equal(loyd_game_print(&game, out, 11), strlen(text));
    assert_string_equal(out, "loydgame1.");
    loyd_game_free(&game);
    assert_null(game.slides);
    loyd_game_free(NULL);
}

static void
test_a_recipe_is_drawn(void **state)
{
    static const char recipe[] = "3x3/rows~g1,stm=20..20~monday~0";
    loyd_game game = {.recipe = strdup(recipe)}, same = {.began = 0};
    loyd_game_facts facts;
    loyd_solver *solver = NULL;
    char out[1000];

    (void)state;
    assert_in_range(loyd_game_print(&game, out, sizeof(out)), 1, sizeof(out));
    loyd_game_free(&game);
    parse(out, &same);
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    assert_string_equal(same.recipe, recipe);
    assert_int_equal(loyd_game_draw(&same, solver, NULL, NULL), LOYD_OK);
    assert_board(&same.puzzle.start, "0 1 3/8 4 7/2 5 6");
    assert_int_equal(loyd_game_check(&same, &facts, NULL), LOYD_OK);
    assert_false(facts.is_solved);
    same.recipe[1] = 'y';
    assert_int_equal(loyd_game_draw(&same, solver, NULL, NULL), LOYD_E_SYNTAX);
    loyd_game_free(&same);
    loyd_solver_free(&solver);
}

static const struct {
    const char *in;
    loyd_err err;
    const char *message;
} bad_texts[] = {
    {"", LOYD_E_SYNTAX, "not a game record: expected loydgame1."},
    {"{\"loyd\": \"game\"}", LOYD_E_SYNTAX, "not a game record"},
    {"loydgame2.AwMA", LOYD_E_NEWER, "another version"},
    {"loydgame1.", LOYD_E_SYNTAX, "ends too early"},
    {"loydgame1.Aw=A", LOYD_E_SYNTAX, "expected base64url"},
    {"loydgame1.AwMAAQIEBQMHCAYBAgMEBQYHCADAg8ezmTQCB7AOBKQDAQEe9aZh",
     LOYD_E_CORRUPT, "checksum"},
};

static void
test_bad_texts_are_refused(void **state)
{
    loyd_game game = {.began = 0};
    loyd_why why;

    (void)state;
    for (size_t i = 0; i < COUNT(bad_texts); i++) {
        assert_int_equal(
            game_parse(bad_texts[i].in, strlen(bad_texts[i].in), &game, &why),
            bad_texts[i].err);
        if (strstr(why.text, bad_texts[i].message) == NULL)
            fail_msg("%s: %s", bad_texts[i].in, why.text);
        assert_null(game.slides);
    }
}

/* A record in bytes: the boards, when it began, and two slides. */
#define BOARDS                                                                \
    "\3\3\0\1\2\4\5\3\7\10\6"                                                 \
    "\1\2\3\4\5\6\7\10\0"
#define SLIDES "\2\7\1\4\1"
static const struct {
    const char *in;
    size_t len;
    loyd_err err;
    const char *message;
} bad_bytes[] = {
    {BYTES(BOARDS "\0" SLIDES "\1\1"), LOYD_OK, ""},
    {BYTES(BOARDS "\0" SLIDES "\1"), LOYD_E_SYNTAX, "ends too early"},
    {BYTES(BOARDS "\0" SLIDES "\1\1\1"), LOYD_E_SYNTAX, "1 bytes follow"},
    {BYTES("\3\20"), LOYD_E_SIZE, ""},
    {BYTES("\2\2\1\1\2\3\1\2\3\0\0\0\0"), LOYD_E_LABEL, "twice"},
    {BYTES("\2\2\1\2\3\0\1\2\4\0\0\0\0"), LOYD_E_LABELS, ""},
    {BYTES("\0\0\0\0\0"), LOYD_E_RANGE, "0 bytes: expected 1..4096"},
    {BYTES("\0\2a\n\0\0\0"), LOYD_E_ENCODING, "recipe: "},
    {BYTES("\0\1\377\0\0\0"), LOYD_E_ENCODING, "recipe: "},
    {BYTES(BOARDS "\200\0" SLIDES "\0"), LOYD_E_SYNTAX, "needless bytes"},
    {BYTES(BOARDS "\377\377\377\377\377\377\177" SLIDES "\0"), LOYD_E_RANGE,
     "too large"},
    {BYTES(BOARDS "\0\1\70\1\0"), LOYD_E_RANGE, "slide 1 has 15 tiles"},
    {BYTES(BOARDS "\0\1\4\200\200\200\200\1\0"), LOYD_E_RANGE, "too large"},
    {BYTES(BOARDS "\0" SLIDES "\1\3"), LOYD_E_RANGE,
     "hint 1 is not after 0..2 slides"},
    {BYTES(BOARDS "\0" SLIDES "\2\1\2"), LOYD_E_RANGE, "hint 2 is not after"},
};

static void
test_bad_bytes_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad_bytes); i++) {
        loyd_game game = {.began = 0};
        loyd_why why = {""};
        loyd_err err = game_bytes_read(
            (struct slice){(const char *)bad_bytes[i].in, bad_bytes[i].len},
            &game, &why);

        if (err != bad_bytes[i].err ||
            strstr(why.text, bad_bytes[i].message) == NULL)
            fail_msg("%zu: error %d, %s", i, err, why.text);
        assert_true(err == LOYD_OK || game.slides == NULL);
        loyd_game_free(&game);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_record_has_one_text),
        cmocka_unit_test(test_a_recipe_is_drawn),
        cmocka_unit_test(test_bad_texts_are_refused),
        cmocka_unit_test(test_bad_bytes_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
