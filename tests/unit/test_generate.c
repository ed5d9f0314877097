/* SPDX-License-Identifier: MIT */
/* Tests g1: solvability, keys and runs; its boards are in test_golden.c. */
#include "core/board.h"
#include "draws.h"
#include "flood.h"

#include <pthread.h>

#include "generate/generator.h"
#include "attempt.h"
#include "generate/methods.h"
#include "generate/shuffle.h"

/* For every method, and the blank in various cells, checked by a flood. */
static void
test_drawn_boards_are_reachable(void **state)
{
    static const char *const sizes[] = {"2x2/rows", "2x2/goal=2 0/4 1",
                                        "2x3/spiral,missing=2", "3x2/snake",
                                        "3x2/rows,blank=first"};
    static const struct {
        const char *name;
        bool is_solvable;
    } methods[] = {{"g1", true},          {"g1:retry", true},
                   {"g1:walk:9", true},   {"g1:jump:7", true},
                   {"g1:jump:300", true}, {"g1:shuffle", false}};
    static struct flood flood;

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        for (size_t m = 0; m < COUNT(methods); m++) {
            char text[64];
            unsigned reached = 0;
            snprintf(text, sizeof(text), "%s~%s~seed~0", sizes[i],
                     methods[m].name);
            loyd_generator *generator = generator_of(text);
            flood_from(&generator->recipe.layout.goal, &flood);
            for (uint64_t k = 0; k < 200; k++) {
                loyd_puzzle puzzle = draw(generator, k);
                assert_false(board_equal(&puzzle.start, &puzzle.goal));
                reached += flood.is_reached[flood_find(&flood, &puzzle.start)];
            }
            if (methods[m].is_solvable)
                assert_int_equal(reached, 200);
            else
                assert_in_range(reached, 70, 130);
            loyd_generator_free(&generator);
        }
    }
}

/* For every size and path, and for drawn goals, the result is a puzzle. */
static void
test_every_size_draws_puzzles(void **state)
{
    static const char *const names[] = {"rows",
                                        "columns,blank=first",
                                        "snake,missing=3",
                                        "spiral",
                                        "random",
                                        "random,missing=random",
                                        "random,missing=2,blank=1.1"};

    (void)state;
    for (unsigned w = LOYD_SIDE_MIN; w <= LOYD_SIDE_MAX; w++) {
        for (unsigned h = LOYD_SIDE_MIN; h <= LOYD_SIDE_MAX; h++) {
            for (size_t i = 0; i < COUNT(names); i++) {
                char text[64];
                snprintf(text, sizeof(text), "%ux%u/%s~g1~x~0", w, h,
                         names[i]);
                loyd_generator *generator = generator_of(text);
                for (uint64_t k = 0; k < 5; k++) {
                    loyd_puzzle puzzle = draw(generator, k * k);
                    assert_int_equal(loyd_puzzle_check(&puzzle, NULL),
                                     LOYD_OK);
                }
                loyd_generator_free(&generator);
            }
        }
    }
}

/* `blank=` fixes the blank of a drawn goal, `missing=` its labels. */
static void
test_drawn_goals_keep_their_options(void **state)
{
    loyd_generator *generator =
        generator_of("3x3/random,missing=4,blank=1.2~g1~goals~0");
    unsigned first[10] = {0};

    (void)state;
    for (uint64_t k = 0; k < 300; k++) {
        loyd_puzzle puzzle = draw(generator, k);
        assert_int_equal(puzzle.goal.cell[5], 0);
        assert_null(memchr(puzzle.goal.cell, 4, 9));
        first[puzzle.goal.cell[0]]++;
    }
    for (unsigned label = 1; label <= 9; label++)
        assert_int_equal(first[label] > 15, label != 4);
    loyd_generator_free(&generator);
}

/* All boards one step or one jump away, found without the generator. */
static void
test_walks_and_jumps_of_one_step(void **state)
{
    loyd_generator *walk = generator_of("3x3/rows,blank=1.1~g1:walk:1~w~0");
    loyd_generator *jump = generator_of("3x3/rows,blank=1.1~g1:jump:1~j~0");
    static const char *const jumps[9] = {
        "0 1 3/4 2 5/6 7 8",
        "1 0 3/4 2 5/6 7 8",
        "1 3 0/4 2 5/6 7 8",
        "1 2 3/0 4 5/6 7 8",
        NULL,
        "1 2 3/4 5 0/6 7 8",
        "1 2 3/4 7 5/0 6 8",
        "1 2 3/4 7 5/6 0 8",
        "1 2 3/4 7 5/6 8 0",
    };
    unsigned at[9] = {0};

    (void)state;
    for (uint64_t k = 0; k < 400; k++) {
        loyd_puzzle one = draw(walk, k), far = draw(jump, k);
        bool is_near = false;
        for (int dir = 0; dir < 4; dir++) {
            loyd_board next = one.goal;
            assert_true(loyd_board_move(&next, (loyd_dir)dir));
            is_near = is_near || board_equal(&next, &one.start);
        }
        assert_true(is_near);
        unsigned cell = board_blank(&far.start);
        assert_non_null(jumps[cell]);
        assert_board(&far.start, jumps[cell]);
        at[cell]++;
    }
    for (unsigned cell = 0; cell < 9; cell++)
        assert_int_equal(at[cell] > 20, cell != 4);
    loyd_generator_free(&walk);
    loyd_generator_free(&jump);
}

/* Another name of the same goal gives the same board; other changes do not. */
static void
test_fields_of_the_key(void **state)
{
    static const char *const same[] = {"3x3/rows~g1~s~0",
                                       "3x3/goal=1 2 3/4 5 6/7 8 0~g1~s~0",
                                       "3x3/rows~g1,stm=1..9~s~0"};
    static const char *const others[] = {"3x3/rows~g1@m4n9j87k~s~0",
                                         "3x3/rows~g1~t~0",
                                         "3x3/rows~g1~~0",
                                         "3x3/snake~g1~s~0",
                                         "3x3/rows~g1~s ~0",
                                         "3x3/random~g1~s~0",
                                         "3x3/random,blank=last~g1~s~0"};
    loyd_puzzle first, other;
    bool is_void;

    (void)state;
    for (size_t i = 0; i < COUNT(same) + COUNT(others); i++) {
        bool is_same = i < COUNT(same);
        loyd_generator *generator =
            generator_of(is_same ? same[i] : others[i - COUNT(same)]);
        assert_int_equal(draw_attempt(generator, 9, 0, &other, &is_void),
                         LOYD_OK);
        assert_false(is_void);
        if (i == 0)
            first = other;
        assert_int_equal(board_equal(&first.start, &other.start), is_same);
        loyd_generator_free(&generator);
    }
}

#define MANY 300

/* Compares boards from..from+n-1 of draw_many with single draws. */
static void
assert_same(const loyd_generator *generator, uint64_t from, size_t n)
{
    const loyd_layout *layout = &generator->recipe.layout;
    size_t cells = (size_t)layout->width * layout->height;
    uint8_t *starts = malloc(n * cells + 1), *goals = malloc(n * cells + 1);

    assert_true(starts != NULL && goals != NULL);
    starts[n * cells] = goals[n * cells] = 0xA5;
    assert_int_equal(
        loyd_generator_draw_many(generator, from, n, 0, starts, goals, NULL),
        LOYD_OK);
    for (size_t i = 0; i < n; i++) {
        loyd_puzzle puzzle = draw(generator, from + i);
        if (memcmp(puzzle.start.cell, starts + i * cells, cells) != 0 ||
            memcmp(puzzle.goal.cell, goals + i * cells, cells) != 0)
            fail_msg("board %u of the run from %u differs", (unsigned)i,
                     (unsigned)from);
    }
    assert_int_equal(starts[n * cells], 0xA5); /* not overwritten */
    assert_int_equal(goals[n * cells], 0xA5);
    memset(goals, 0, n * cells);
    assert_int_equal(
        loyd_generator_draw_many(generator, from, n, 0, goals, NULL, NULL),
        LOYD_OK);
    assert_memory_equal(goals, starts, n * cells);
    free(starts);
    free(goals);
}

/* Runs give the same boards as single draws, which golden files fix. */
static void
test_runs_equal_single_draws(void **state)
{
    static const char *const texts[] = {
        "4x4/rows~g1~s~0",
        "4x4/snake,missing=1~g1~s~0",
        "4x4/spiral,missing=6,blank=1.2~g1~s~0",
        "2x2/rows~g1~s~0",
        "2x2/rows,missing=2~g1~s~0",
        "3x2/rows~g1~s~0",
        "2x3/columns,blank=first~g1~s~0",
        "3x3/rows,blank=1.1~g1~s~0",
        "8x2/rows~g1~s~0",
        "2x8/rows,missing=9~g1~s~0",
        "3x5/rows,missing=15~g1~s~0",
        "5x5/rows~g1~s~0",
        "15x15/rows~g1~s~0",
        "4x4/random,missing=random~g1~s~0",
        "4x4/rows~g1:retry~s~0",
        "2x2/rows~g1:retry~s~0",
        "3x3/rows~g1:shuffle~s~0",
        "4x4/rows~g1:walk:40~s~0",
        "3x3/rows~g1:jump:5000~s~0",
        "4x4/rows~g1@m4n9j87k~s~0",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        loyd_generator *generator = generator_of(texts[i]);
        for (size_t n = 0; n <= 34; n++)
            assert_same(generator, 7 * n, n);
        assert_same(generator, 1000003, MANY);
        assert_same(generator, LOYD_INDEX_MAX - 40, 41);
        loyd_generator_free(&generator);
    }
}

/* Boards with a rejected word are left to the draw word by word. */
static void
test_runs_report_rejected_words(void **state)
{
    enum { BLOCK = 64, N = SHUFFLE_LANES };
    static uint8_t blocks[N * BLOCK];
    uint8_t cells[N * SHUFFLE_CELLS_MAX], again[N];
    loyd_recipe recipe = recipe_of("4x4/rows~g1~s~0");
    struct shuffle_plan plan;

    (void)state;
    /* 0x77777777 is never rejected; 0 is rejected for range 15. */
    memset(blocks, 0x77, sizeof(blocks));
    memset(blocks + 3 * BLOCK + 4, 0, 4);
    shuffle_prepare(&recipe.layout.goal, &plan);
    shuffle_many(&plan, blocks, N, cells, again);
    for (size_t i = 0; i < N; i++) {
        struct stream words;
        loyd_board board = recipe.layout.goal;
        assert_int_equal(again[i], i == 3);
        stream_begin_made(&words, blocks + i * BLOCK, 15);
        assert_true(method_draw(&recipe, &words, &board));
        if (i != 3)
            assert_memory_equal(board.cell, cells + 16 * i, 16);
    }
    /* 16 words for 15 draws: after two rejections the attempt is void. */
    for (unsigned n_rejected = 1; n_rejected <= 2; n_rejected++) {
        struct stream words;
        loyd_board board = recipe.layout.goal;
        memset(blocks + 3 * BLOCK + 4, 0, 4 * n_rejected);
        stream_begin_made(&words, blocks + 3 * BLOCK, 15);
        assert_int_equal(method_draw(&recipe, &words, &board),
                         n_rejected == 1);
    }
}

static void
test_ranges_of_runs(void **state)
{
    loyd_generator *generator = generator_of("2x2/rows~g1:retry~try~0");
    loyd_generator *target = generator_of("4x4/rows~g1,stm=3~s~0");
    loyd_why why = {{0}};
    uint8_t starts[4 * MANY];

    (void)state;
    assert_why("index",
               loyd_generator_draw_many(generator, LOYD_INDEX_MAX, 2, 0,
                                        starts, NULL, &why),
               &why, LOYD_E_RANGE,
               "2 boards from index 281474976710655: the last index is "
               "2^48-1");
    assert_int_equal(loyd_generator_draw_many(generator, LOYD_INDEX_MAX + 1, 0,
                                              0, starts, NULL, NULL),
                     LOYD_E_RANGE);
    assert_int_equal(loyd_generator_draw_many(generator, 0, 1,
                                              LOYD_ATTEMPTS_MAX + 1, starts,
                                              NULL, NULL),
                     LOYD_E_RANGE);
    assert_int_equal(
        loyd_generator_draw_many(target, 0, 1, 0, starts, NULL, NULL),
        LOYD_E_UNSUPPORTED);
    /* More than half of the attempts are void: some board needs a second. */
    assert_int_equal(
        loyd_generator_draw_many(generator, 0, MANY, 1, starts, NULL, &why),
        LOYD_E_EXHAUSTED);
    assert_non_null(strstr(why.text, ": no board in 1 attempt"));
    loyd_generator_free(&generator);
    loyd_generator_free(&target);
}

static void
test_ranges_of_draws(void **state)
{
    loyd_generator *generator = generator_of("4x4/rows~g1~s~281474976710655");
    loyd_generator *target = generator_of("4x4/rows~g1,stm=3~s~0");
    loyd_puzzle puzzle;
    loyd_why why = {{0}};
    bool is_void;

    (void)state;
    assert_int_equal(loyd_generator_draw(generator, NULL, LOYD_INDEX_MAX,
                                         LOYD_ATTEMPTS_MAX, &puzzle, NULL,
                                         NULL),
                     LOYD_OK);
    assert_int_equal(draw_attempt(generator, LOYD_INDEX_MAX,
                                       LOYD_ATTEMPTS_MAX - 1, &puzzle,
                                       &is_void),
                     LOYD_OK);
    assert_int_equal(loyd_generator_draw(generator, NULL, LOYD_INDEX_MAX + 1,
                                         0, &puzzle, NULL, NULL),
                     LOYD_E_RANGE);
    assert_int_equal(loyd_generator_draw(generator, NULL, 0,
                                         LOYD_ATTEMPTS_MAX + 1, &puzzle, NULL,
                                         NULL),
                     LOYD_E_RANGE);
    assert_why(
        "target", loyd_generator_draw(target, NULL, 0, 0, &puzzle, NULL, &why),
        &why, LOYD_E_UNSUPPORTED, "recipes with a target need a solver");
    loyd_generator_free(&generator);
    loyd_generator_free(&target);
}

static void
test_secrets(void **state)
{
    loyd_recipe keyed = recipe_of("4x4/rows~g1@m4n9j87k~s~0");
    loyd_recipe plain = recipe_of("4x4/rows~g1~s~0");
    static const uint8_t other[LOYD_SECRET_BYTES] = {1};
    loyd_generator *generator = NULL;
    loyd_why why = {{0}};

    (void)state;
    assert_why("none", loyd_generator_new(&keyed, NULL, &generator, &why),
               &why, LOYD_E_SECRET, "the recipe needs secret 'm4n9j87k'");
    assert_int_equal(loyd_generator_new(&keyed, other, &generator, &why),
                     LOYD_E_SECRET);
    assert_non_null(strstr(why.text, "expected 'm4n9j87k'"));
    assert_why("plain", loyd_generator_new(&plain, secret, &generator, &why),
               &why, LOYD_E_SECRET, "the recipe does not use a secret");
    assert_null(generator);
}

#define SHARED_DRAWS 2000

struct share {
    const loyd_generator *generator;
    loyd_puzzle puzzles[SHARED_DRAWS];
};

static void *
draw_all(void *context)
{
    struct share *share = context;

    for (uint64_t k = 0; k < SHARED_DRAWS; k++)
        if (loyd_generator_draw(share->generator, NULL, k, 0,
                                &share->puzzles[k], NULL, NULL) != LOYD_OK)
            return share;
    return NULL;
}

/* Several threads draw the same boards from one generator. */
static void
test_generators_are_shared_by_threads(void **state)
{
    loyd_generator *generator =
        generator_of("4x4/random,missing=random~g1:retry~t~0");
    enum { THREADS = 3 };
    static struct share shares[THREADS];
    pthread_t threads[THREADS];

    (void)state;
    for (int i = 0; i < THREADS; i++) {
        shares[i].generator = generator;
        assert_int_equal(
            pthread_create(&threads[i], NULL, draw_all, &shares[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
        assert_memory_equal(shares[i].puzzles, shares[0].puzzles,
                            sizeof(shares[0].puzzles));
    }
    loyd_generator_free(&generator);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawn_boards_are_reachable),
        cmocka_unit_test(test_every_size_draws_puzzles),
        cmocka_unit_test(test_drawn_goals_keep_their_options),
        cmocka_unit_test(test_walks_and_jumps_of_one_step),
        cmocka_unit_test(test_fields_of_the_key),
        cmocka_unit_test(test_runs_equal_single_draws),
        cmocka_unit_test(test_runs_report_rejected_words),
        cmocka_unit_test(test_ranges_of_runs),
        cmocka_unit_test(test_ranges_of_draws),
        cmocka_unit_test(test_secrets),
        cmocka_unit_test(test_generators_are_shared_by_threads),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
