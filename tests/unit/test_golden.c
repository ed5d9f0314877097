/* SPDX-License-Identifier: MIT */
/*
 * The library against data/golden*.tsv, which tests/golden/g1.py made: a
 * second implementation, in another language, of everything that must never
 * change. What needs a solver or a store is in test_golden_solve.c and
 * test_golden_store.c.
 */
#include "golden.h"
#include "generate/generator.h"

#include <loyd/moves.h>
#include <loyd/parity.h>

/* Every attempt up to the one that counts, and the draws around it. */
static void
check_draw(const struct golden *row)
{
    loyd_generator *generator = golden_generator(row);
    uint64_t index = row->recipe.index;
    loyd_puzzle drawn;
    bool is_void;

    if (row->recipe.method == LOYD_METHOD_BALL) { /* see test_golden_solve.c */
        assert_int_equal(
            generator_attempt(generator, index, 0, &drawn, &is_void),
            LOYD_E_UNSUPPORTED);
        loyd_generator_free(&generator);
        return;
    }
    for (uint64_t attempt = 0; attempt <= row->voids; attempt++) {
        memset(&drawn, 0, sizeof(drawn));
        assert_int_equal(
            generator_attempt(generator, index, attempt, &drawn, &is_void),
            LOYD_OK);
        assert_same_board(row->text, "goal", &drawn.goal, &row->puzzle.goal);
        if (attempt < row->voids && !row->recipe.has_target && !is_void)
            fail_msg("%s: attempt %lu is not void", row->text,
                     (unsigned long)attempt);
    }
    assert_false(is_void);
    assert_same_board(row->text, "start", &drawn.start, &row->puzzle.start);
    if (row->recipe.has_target) {
        assert_int_equal(loyd_generator_draw(generator, index, 0, &drawn,
                                             NULL), LOYD_E_UNSUPPORTED);
    } else {
        memset(&drawn, 0, sizeof(drawn));
        assert_int_equal(loyd_generator_draw(generator, index, row->voids + 1,
                                             &drawn, NULL), LOYD_OK);
        assert_same_board(row->text, "start", &drawn.start,
                          &row->puzzle.start);
        assert_same_board(row->text, "goal", &drawn.goal, &row->puzzle.goal);
        if (row->voids > 0)
            assert_int_equal(loyd_generator_draw(generator, index, row->voids,
                                                 &drawn, NULL),
                             LOYD_E_EXHAUSTED);
    }
    loyd_generator_free(&generator);
}

/* A keyed recipe needs its own secret; an open one takes none. */
static void
check_secret(const struct golden *row)
{
    loyd_generator *generator = NULL;
    uint8_t other[LOYD_SECRET_BYTES];
    char key_id[LOYD_KEYID_CHARS + 1];

    assert_int_equal(row->has_secret, row->recipe.is_keyed);
    if (!row->has_secret)
        return;
    loyd_key_id(row->secret, key_id);
    assert_string_equal(key_id, row->recipe.key_id);
    assert_int_equal(loyd_generator_new(&row->recipe, NULL, &generator, NULL),
                     LOYD_E_SECRET);
    memcpy(other, row->secret, sizeof(other));
    other[LOYD_SECRET_BYTES - 1] ^= 1;
    assert_int_equal(loyd_generator_new(&row->recipe, other, &generator,
                                        NULL), LOYD_E_SECRET);
    assert_null(generator);
}

static void
check_facts(const struct golden *row)
{
    loyd_id id, first, last;
    char text[LOYD_ID_CHARS + 1];
    loyd_parity parity;
    bool solvable;

    loyd_puzzle_id(&row->puzzle, &id);
    loyd_id_print(&id, text);
    assert_string_equal(text, row->id);
    assert_int_equal(loyd_id_parse(row->id, LOYD_ID_CHARS, &first, &last,
                                   NULL), LOYD_OK);
    assert_memory_equal(&first, &id, sizeof(id));
    assert_memory_equal(&last, &id, sizeof(id));
    assert_int_equal(loyd_solvable(&row->puzzle.start, &row->puzzle.goal,
                                   &solvable, NULL), LOYD_OK);
    if (solvable != row->solvable)
        fail_msg("%s: wrongly %ssolvable", row->text, solvable ? "" : "un");
    assert_int_equal(loyd_parity_explain(&row->puzzle.start,
                                         &row->puzzle.goal, &parity, NULL),
                     LOYD_OK);
    assert_int_equal(parity.by_rank_violations, row->solvable);
    assert_int_equal(parity.by_disorder, row->solvable);
    assert_int_equal(parity.by_transpositions, row->solvable);
    assert_int_equal(parity.by_inversions, row->solvable);
}

static void
test_draws_are_golden(void **state)
{
    struct tsv tsv;
    struct golden *row = calloc(1, sizeof(*row));
    unsigned n_rows = 0, n_keyed = 0, n_void = 0, n_unsolvable = 0;
    unsigned n_method[LOYD_METHOD_COUNT_] = {0};

    (void)state;
    assert_non_null(row);
    tsv_open(&tsv, "golden.tsv");
    while (golden_next(&tsv, row)) {
        check_draw(row);
        check_secret(row);
        check_facts(row);
        n_rows++;
        n_keyed += row->has_secret;
        n_void += row->voids > 0;
        n_unsolvable += !row->solvable;
        n_method[row->recipe.method]++;
    }
    tsv_close(&tsv);
    free(row);
    assert_true(n_rows > 900 && n_keyed > 20 && n_void > 50);
    assert_true(n_unsolvable > 50);
    for (int method = 0; method < LOYD_METHOD_COUNT_; method++)
        assert_true(n_method[method] > 50);
}

static void
check_layout(const struct tsv *tsv, uint8_t width, uint8_t height)
{
    const char *typed = tsv->field[1], *canonical = tsv->field[2];
    loyd_layout layout, again;
    loyd_board goal;
    char text[LOYD_LAYOUT_TEXT];
    loyd_err err = loyd_layout_parse(typed, strlen(typed), width, height,
                                     &layout, NULL);

    if ((err == LOYD_OK) != (strcmp(canonical, "error") != 0))
        fail_msg("%s:%u: '%s' gives error %d", tsv->name, tsv->number, typed,
                 (int)err);
    if (err != LOYD_OK)
        return;
    assert_int_equal(loyd_layout_print(&layout, text), strlen(canonical));
    assert_string_equal(text, canonical);
    memset(&goal, 0, sizeof(goal));
    if (strcmp(tsv->field[3], "-") != 0)
        goal = oracle_board(tsv->field[3]);
    assert_same_board(typed, "goal", &layout.goal, &goal);
    assert_int_equal(loyd_layout_parse(text, strlen(text), width, height,
                                       &again, NULL), LOYD_OK);
    assert_memory_equal(&again.goal, &layout.goal, sizeof(goal));
    assert_int_equal(again.path, layout.path);
    assert_int_equal(again.missing, layout.missing);
    assert_int_equal(again.blank, layout.blank);
}

static void
test_layouts_are_golden(void **state)
{
    struct tsv tsv;
    unsigned n_rows = 0;

    (void)state;
    tsv_open(&tsv, "golden_layouts.tsv");
    while (tsv_next(&tsv, 4)) {
        uint8_t width, height;

        assert_int_equal(loyd_size_parse(tsv.field[0], strlen(tsv.field[0]),
                                         &width, &height, NULL), LOYD_OK);
        check_layout(&tsv, width, height);
        n_rows++;
    }
    tsv_close(&tsv);
    assert_true(n_rows > 500);
}

static void
test_recipes_are_golden(void **state)
{
    struct tsv tsv;
    loyd_recipe *recipe = calloc(1, sizeof(*recipe));
    unsigned n_rows = 0;

    (void)state;
    assert_non_null(recipe);
    tsv_open(&tsv, "golden_recipes.tsv");
    while (tsv_next(&tsv, 2)) {
        char text[LOYD_RECIPE_TEXT];
        loyd_err err = loyd_recipe_parse(tsv.field[0], strlen(tsv.field[0]),
                                         recipe, NULL);

        n_rows++;
        if ((err == LOYD_OK) != (strcmp(tsv.field[1], "error") != 0))
            fail_msg("%s:%u: '%s' gives error %d", tsv.name, tsv.number,
                     tsv.field[0], (int)err);
        if (err != LOYD_OK)
            continue;
        loyd_recipe_print(recipe, text);
        assert_string_equal(text, tsv.field[1]);
    }
    tsv_close(&tsv);
    free(recipe);
    assert_true(n_rows > 50);
}

static void
test_moves_are_golden(void **state)
{
    struct tsv tsv;
    unsigned n_rows = 0;

    (void)state;
    tsv_open(&tsv, "golden_moves.tsv");
    while (tsv_next(&tsv, 4)) {
        loyd_moves moves = {NULL, 0, 0};
        char text[512];
        loyd_err err = loyd_moves_parse(tsv.field[0], strlen(tsv.field[0]),
                                        &moves, NULL);

        n_rows++;
        if ((err == LOYD_OK) != (strcmp(tsv.field[1], "error") != 0))
            fail_msg("%s:%u: '%s' gives error %d", tsv.name, tsv.number,
                     tsv.field[0], (int)err);
        if (err != LOYD_OK)
            continue;
        assert_in_range(loyd_moves_text_bytes(&moves),
                        strlen(tsv.field[1]) + 1, sizeof(text));
        assert_int_equal(loyd_moves_print(&moves, text),
                         strlen(tsv.field[1]));
        assert_string_equal(text, tsv.field[1]);
        assert_int_equal(moves.n, strtoul(tsv.field[2], NULL, 10));
        loyd_moves_free(&moves);
    }
    tsv_close(&tsv);
    assert_true(n_rows > 20);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_draws_are_golden),
        cmocka_unit_test(test_layouts_are_golden),
        cmocka_unit_test(test_recipes_are_golden),
        cmocka_unit_test(test_moves_are_golden),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
