/* SPDX-License-Identifier: MIT */
/* Tests the text of recipes, and that invalid recipes are rejected. */
#include "core/layout.h"
#include "draws.h"

/* Text as typed and as printed, of what test_golden.c has not. */
static const char *const recipes[][2] = {
    {"4x4/rows~g1~a/b~c~~d/~7", "4x4/rows~g1~a/b~c~~d/~7"},
    {"4x4/rows~g1~g1:walk:3@00000000,stm=1~0",
     "4x4/rows~g1~g1:walk:3@00000000,stm=1~0"},
    {"4x4/rows~g1@M4N9J87K~s~0", "4x4/rows~g1@m4n9j87k~s~0"},
    {"4x4/rows~g1@oOiIlL00~s~0", "4x4/rows~g1@00111100~s~0"},
};

static void
test_recipes_survive_a_round_trip(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(recipes); i++) {
        char text[LOYD_RECIPE_TEXT];
        loyd_recipe recipe = recipe_of(recipes[i][0]);

        loyd_recipe_print(&recipe, text);
        assert_string_equal(text, recipes[i][1]);
    }
}

static void
test_fields_of_a_recipe(void **state)
{
    loyd_recipe r =
        recipe_of("5x3/snake,missing=2~g1:walk:150,stm=3..9@m4n9j87k~a~b~12");

    (void)state;
    assert_int_equal(r.layout.width, 5);
    assert_int_equal(r.layout.height, 3);
    assert_int_equal(r.layout.path, LOYD_PATH_SNAKE);
    assert_int_equal(r.layout.missing, 2);
    assert_int_equal(r.method, LOYD_METHOD_WALK);
    assert_int_equal(r.steps, 150);
    assert_int_equal(r.target, LOYD_TARGET_STM);
    assert_int_equal(r.target_low, 3);
    assert_int_equal(r.target_high, 9);
    assert_true(r.is_keyed);
    assert_string_equal(r.key_id, "m4n9j87k");
    assert_int_equal(r.seed_len, 3);
    assert_string_equal(r.seed, "a~b");
    assert_int_equal(r.index, 12);
}

static const struct {
    const char *in;
    size_t len;
    loyd_err err;
    const char *why;
} bad[] = {
#define FORM "expected SIZE/LAYOUT~g1~SEED~INDEX"
    {BYTES(""), LOYD_E_SYNTAX, "invalid recipe '': " FORM},
    {BYTES("4x4"), LOYD_E_SYNTAX, "invalid recipe '4x4': " FORM},
    {BYTES("4x4/rows~g1~0"), LOYD_E_SYNTAX,
     "invalid recipe '4x4/rows~g1~0': " FORM},
    {BYTES("rows~g1~s~0"), LOYD_E_SYNTAX,
     "invalid recipe 'rows~g1~s~0': " FORM},
    {BYTES("~~~/"), LOYD_E_SYNTAX, "invalid recipe '~~~/': " FORM},
    {BYTES("/~~~"), LOYD_E_SYNTAX,
     "invalid size '': expected WxH, such as 4x4"},
    {BYTES("1x4/rows~g1~s~0"), LOYD_E_SIZE,
     "invalid size '1x4': sides must be 2..15"},
    {BYTES("4x4/row~g1~s~0"), LOYD_E_SYNTAX,
     "unknown layout 'row': try 'rows'"},
    {BYTES("4x4/rows~g2~s~0"), LOYD_E_UNSUPPORTED,
     "unknown generator 'g2': expected g1"},
    {BYTES("4x4/rows~~s~0"), LOYD_E_UNSUPPORTED,
     "unknown generator '': expected g1"},
    {BYTES("4x4/rows~g1:ball~s~0"), LOYD_E_SYNTAX,
     "method ball needs a target: expected ,stm=A..B"},
    {BYTES("4x4/rows~g1:far~s~0"), LOYD_E_SYNTAX,
     "method far needs a target: expected ,stm=A..B"},
    {BYTES("4x4/rows~g1:far,mlc=60..70~s~0"), LOYD_E_UNSUPPORTED,
     "method far draws lengths from 60 to 80: expected stm=A..B"},
    {BYTES("4x4/rows~g1:ball:3,stm=3~s~0"), LOYD_E_SYNTAX,
     "method ball takes no number of steps"},
    {BYTES("4x4/rows~g1:wolk:3~s~0"), LOYD_E_SYNTAX,
     "unknown method 'wolk': try 'walk'"},
    {BYTES("4x4/rows~g1:~s~0"), LOYD_E_SYNTAX,
     "unknown method '': try 'far'"},
    {BYTES("4x4/rows~g1:walk~s~0"), LOYD_E_SYNTAX,
     "method walk needs a number of steps: expected walk:1..65535"},
    {BYTES("4x4/rows~g1:walk:0~s~0"), LOYD_E_RANGE,
     "steps of walk: 0 is out of range: expected 1..65535"},
    {BYTES("4x4/rows~g1:jump:65536~s~0"), LOYD_E_RANGE,
     "steps of jump: 65536 is out of range: expected 1..65535"},
    {BYTES("4x4/rows~g1:retry:3~s~0"), LOYD_E_SYNTAX,
     "method retry takes no number of steps"},
    {BYTES("4x4/rows~g1,stm=3,stm=4~s~0"), LOYD_E_SYNTAX,
     "more than one target"},
    {BYTES("4x4/rows~g1,stm=20..30,40..50~s~0"), LOYD_E_SYNTAX,
     "unexpected '40..50' after the target: expected one range A..B"},
    {BYTES("4x4/rows~g1,stm=4..3~s~0"), LOYD_E_RANGE,
     "target: range 4..3 is reversed"},
    {BYTES("4x4/rows~g1,stm=65536~s~0"), LOYD_E_RANGE,
     "target: 65536 is out of range: expected 0..65535"},
    {BYTES("4x4/rows~g1,band=easy~s~0"), LOYD_E_SYNTAX,
     "invalid target 'band=easy': expected stm=A..B, mtm=A..B or mlc=A..B"},
    {BYTES("4x4/rows~g1,stm=3:walk:5~s~0"), LOYD_E_SYNTAX,
     "target: invalid number '3:walk:5'"},
    {BYTES("4x4/rows~g1@m4n9j87~s~0"), LOYD_E_SYNTAX,
     "invalid key id 'm4n9j87': expected 8 base32 characters"},
    {BYTES("4x4/rows~g1@m4n9j87u~s~0"), LOYD_E_SYNTAX,
     "invalid key id 'm4n9j87u': expected 8 base32 characters"},
    {BYTES("4x4/rows~g1@m4n9j87k,stm=3~s~0"), LOYD_E_SYNTAX,
     "unexpected ',stm=3' after the key id"},
    {BYTES("4x4/rows~g1~a\tb~0"), LOYD_E_ENCODING,
     "seed: control character U+0009 at byte 2"},
    {BYTES("4x4/rows~g1~\0~0"), LOYD_E_ENCODING,
     "seed: control character U+0000 at byte 1"},
    {BYTES("4x4/rows~g1~\xff~0"), LOYD_E_ENCODING,
     "seed: invalid UTF-8 \\xff at byte 1"},
    {BYTES("4x4/rows~g1~s~"), LOYD_E_SYNTAX, "index: invalid number ''"},
    {BYTES("4x4/rows~g1~s~01"), LOYD_E_SYNTAX,
     "index: number '01' has leading zeros"},
    {BYTES("4x4/rows~g1~s~281474976710656"), LOYD_E_RANGE,
     "index: 281474976710656 is out of range: expected 0..281474976710655"},
};

static void
test_invalid_recipes_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        loyd_why why = {{0}};
        loyd_recipe recipe, before;
        memset(&recipe, 0xA5, sizeof(recipe));
        before = recipe;
        assert_why(bad[i].in,
                   loyd_recipe_parse(bad[i].in, bad[i].len, &recipe, &why),
                   &why, bad[i].err, bad[i].why);
        assert_memory_equal(&recipe, &before, sizeof(recipe));
    }
}

static void
test_seed_length_is_limited(void **state)
{
    char text[LOYD_RECIPE_TEXT + 8], printed[LOYD_RECIPE_TEXT];
    loyd_recipe recipe;
    loyd_why why = {{0}};

    (void)state;
    strcpy(text, "4x4/rows~g1~");
    memset(text + 12, 's', LOYD_SEED_MAX);
    strcpy(text + 12 + LOYD_SEED_MAX, "~0");
    assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, NULL),
                     LOYD_OK);
    loyd_recipe_print(&recipe, printed);
    assert_string_equal(printed, text);
    strcpy(text + 12 + LOYD_SEED_MAX, "s~0");
    assert_why("long", loyd_recipe_parse(text, strlen(text), &recipe, &why),
               &why, LOYD_E_RANGE,
               "seed has 1025 bytes: expected at most 1024");
}

static void
test_the_longest_recipe_fits(void **state)
{
    char text[LOYD_RECIPE_TEXT];
    loyd_layout layout;
    loyd_recipe recipe;

    (void)state;
    assert_int_equal(
        loyd_layout_parse(BYTES("rows,missing=1"), 15, 15, &layout, NULL),
        LOYD_OK);
    memset(&recipe, 0, sizeof(recipe));
    assert_int_equal(layout_of_goal(&layout.goal, &recipe.layout), LOYD_OK);
    recipe.method = LOYD_METHOD_WALK;
    recipe.steps = recipe.target_low = recipe.target_high = UINT16_MAX;
    recipe.target = LOYD_TARGET_STM;
    recipe.is_keyed = true;
    strcpy(recipe.key_id, "zzzzzzzz");
    recipe.seed_len = LOYD_SEED_MAX;
    memset(recipe.seed, '~', LOYD_SEED_MAX);
    recipe.index = LOYD_INDEX_MAX;
    size_t len = loyd_recipe_print(&recipe, text);
    assert_int_equal(len, strlen(text));
    assert_true(len < LOYD_RECIPE_TEXT);
}

/* A recipe built as a struct is checked like a parsed one. */
static void
test_invalid_structs_are_rejected(void **state)
{
    enum { CASES = 13 };
    loyd_generator *generator = NULL;

    (void)state;
    for (int i = 0; i < CASES; i++) {
        loyd_recipe r = recipe_of("4x4/rows~g1~s~0");
        switch (i) {
        case 0:
            r.layout.width = 1;
            break;
        case 1:
            r.layout.path = LOYD_PATH_COUNT_;
            break;
        case 2:
            r.layout.missing = 17;
            break;
        case 3:
            r.layout.blank = 16;
            break;
        case 4:
            r.layout.blank = -2;
            break;
        case 5:
            r.layout.goal.cell[0] = 2;
            break;
        case 6:
            r.layout.height = 3;
            r.layout.missing = 9;
            break;
        case 7:
            r.method = LOYD_METHOD_COUNT_;
            break;
        case 8:
            r.steps = 1;
            break;
        case 9:
            r.method = LOYD_METHOD_WALK;
            break;
        case 10:
            r.target = LOYD_TARGET_STM;
            r.target_low = 1;
            break;
        case 11:
            r.index = LOYD_INDEX_MAX + 1;
            break;
        case 12:
            r.seed_len = LOYD_SEED_MAX + 1;
            break;
        }
        loyd_why why = {{0}};
        loyd_err err = loyd_generator_new(&r, NULL, &generator, &why);
        if (err == LOYD_OK || why.text[0] == '\0')
            fail_msg("case %d was accepted", i);
        assert_null(generator);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recipes_survive_a_round_trip),
        cmocka_unit_test(test_fields_of_a_recipe),
        cmocka_unit_test(test_invalid_recipes_are_rejected),
        cmocka_unit_test(test_seed_length_is_limited),
        cmocka_unit_test(test_the_longest_recipe_fits),
        cmocka_unit_test(test_invalid_structs_are_rejected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
