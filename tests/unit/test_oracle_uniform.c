/* SPDX-License-Identifier: MIT */
/*
 * Tests that draws have the probabilities that the formats define: chi-square
 * against exact probabilities, computed here by enumerating the states. Seeds
 * are fixed, so results do not vary.
 */
#include "tally.h"
#include "generate/generator.h"
#include "attempt.h"

#include <loyd/target.h>

/* Fails unless k successes of n are within 4 standard deviations of n * p. */
static void
judge_share(const char *what, double k, double n, double p)
{
    double z = (k - n * p) / sqrt(n * p * (1 - p));

    if (z < -4 || z > 4)
        fail_msg("%s: %.0f of %.0f, %.1f deviations off", what, k, n, z);
}

static loyd_generator *
generator_of(const char *text)
{
    loyd_recipe *recipe = calloc(1, sizeof(*recipe));
    loyd_generator *generator = NULL;
    loyd_why why;

    assert_non_null(recipe);
    if (loyd_recipe_parse(text, strlen(text), recipe, &why) != LOYD_OK
        || loyd_generator_new(recipe, NULL, &generator, &why) != LOYD_OK)
        fail_msg("%s: %s", text, why.text);
    free(recipe);
    return generator;
}

/* Draws `draws` boards, each of which must be a row of the tally. */
static void
tally_draw(struct tally *tally, const char *text, loyd_solver *solver,
           uint64_t draws)
{
    loyd_generator *generator = generator_of(text);

    for (uint64_t index = 0; index < draws; index++) {
        loyd_puzzle puzzle;
        loyd_err err = solver == NULL
                           ? loyd_generator_draw(generator, NULL, index, 0,
                                                 &puzzle, NULL, NULL)
                           : loyd_generator_draw(generator, solver, index, 0,
                                                 &puzzle, NULL, NULL);
        unsigned k;

        assert_int_equal(err, LOYD_OK);
        k = tally_find(tally, &puzzle);
        if (k == tally->n)
            fail_msg("%s: board %lu is not one of the states", text,
                     (unsigned long)index);
        tally->seen[k]++;
    }
    loyd_generator_free(&generator);
}

/* All states except the goal are equally likely, for two methods. */
static void
test_states_are_equally_likely(void **state)
{
    static const struct {
        const char *recipe, *goal;
        unsigned states;
    } rows[] = {
        {"2x2/rows~g1~u~0", "1 2/3 0", 11},
        {"2x2/rows,missing=2~g1~u~0", "1 0/3 4", 11},
        {"2x2/rows~g1:retry~u~0", "1 2/3 0", 11},
        {"2x3/rows~g1~u~0", "1 2/3 4/5 0", 359},
        {"3x2/snake,blank=0.1~g1~u~0", "1 0 2/5 4 3", 359},
        {"2x3/rows~g1:retry~u~0", "1 2/3 4/5 0", 359},
    };

    (void)state;
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct tally tally;
        loyd_board goal = oracle_board(rows[k].goal);

        tally_open(&tally);
        tally_flood(&tally, &goal, 1, 99);
        assert_int_equal(tally.n, rows[k].states + 1);
        tally_draw(&tally, rows[k].recipe, NULL, 200 * rows[k].states);
        tally_judge(rows[k].recipe, &tally);
        tally_close(&tally);
    }
}

/* So are the states inside a target, and no others are drawn. */
static void
test_targets_are_equally_likely(void **state)
{
    static const struct {
        const char *recipe, *goal;
        unsigned low, high, states; /* of depths 0..high */
    } rows[] = {
        {"3x3/rows~g1,stm=4..6~t~0", "1 2 3/4 5 6/7 8 0", 4, 6, 90},
        {"2x4/rows,missing=1~g1:retry,stm=5..7~t~0", "0 2/3 4/5 6/7 8", 5, 7,
         83},
        {"2x3/rows~g1,stm=8..9~t~0", "1 2/3 4/5 0", 8, 9, 74},
        {"2x2/rows~g1:shuffle,stm=2..4~t~0", "1 2/3 0", 2, 4, 9},
        {"3x3/rows~g1:ball,stm=4..6~t~0", "1 2 3/4 5 6/7 8 0", 4, 6, 90},
        {"3x3/rows,blank=1.1~g1:ball,stm=1..5~t~0", "1 2 3/4 0 5/6 7 8", 1, 5,
         0},
        {"2x4/rows,missing=1~g1:ball,stm=5..7~t~0", "0 2/3 4/5 6/7 8", 5, 7,
         83},
        {"4x4/rows~g1:ball,stm=3..9~t~0",
         "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 3, 9, 1806},
        {"2x2/rows~g1:ball,stm=0..65535~t~0", "1 2/3 0", 1, 6, 12},
    };
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);

    (void)state;
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct tally tally;
        loyd_board goal = oracle_board(rows[k].goal);

        tally_open(&tally);
        tally_flood(&tally, &goal, rows[k].low, rows[k].high);
        if (rows[k].states != 0)
            assert_int_equal(tally.n, rows[k].states);
        tally_draw(&tally, rows[k].recipe, solver, 6 * tally.n);
        tally_judge(rows[k].recipe, &tally);
        tally_close(&tally);
    }
    loyd_solver_free(&solver);
}

/* Walks and jumps are Markov chains, whose probabilities are computed here. */
static void
follow_chain(struct tally *tally, const loyd_board *goal, bool jumps,
             unsigned steps)
{
    double *share = calloc(STATES_MAX, sizeof(*share));
    loyd_puzzle first = {*goal, *goal};

    assert_non_null(share);
    tally_add(tally, &first, 1);
    for (; steps > 0; steps--) {
        unsigned n = tally->n, ways = jumps ? oracle_cells(goal) - 1 : 4;

        memcpy(share, tally->expected, n * sizeof(*share));
        memset(tally->expected, 0, n * sizeof(*share));
        for (unsigned k = 0; k < n; k++)
            for (unsigned way = 0; way < ways; way++) {
                loyd_puzzle next = tally->puzzle[k];
                unsigned w = goal->width, blank = oracle_find(&next.start, 0);
                unsigned to = way + (way >= blank);

                if (!jumps)
                    oracle_step(&next.start, way);
                while (jumps && blank / w != to / w) {
                    oracle_step(&next.start, blank < to ? 0 : 2);
                    blank = oracle_find(&next.start, 0);
                }
                while (jumps && blank != to) {
                    oracle_step(&next.start, blank < to ? 3 : 1);
                    blank = oracle_find(&next.start, 0);
                }
                tally_add(tally, &next, share[k] / ways);
            }
    }
    tally->expected[0] = 0; /* the goal is drawn again */
    free(share);
}

static void
test_walks_and_jumps_follow_their_chains(void **state)
{
    static const struct {
        const char *recipe, *goal;
        bool jumps;
        unsigned steps;
    } rows[] = {
        {"2x2/rows~g1:walk:3~c~0", "1 2/3 0", false, 3},
        {"2x3/rows,missing=3~g1:walk:7~c~0", "1 2/0 4/5 6", false, 7},
        {"3x3/rows~g1:walk:5~c~0", "1 2 3/4 5 6/7 8 0", false, 5},
        {"2x2/rows~g1:jump:2~c~0", "1 2/3 0", true, 2},
        {"3x2/rows,blank=first~g1:jump:3~c~0", "0 1 2/3 4 5", true, 3},
        {"3x3/spiral~g1:jump:2~c~0", "1 2 3/8 0 4/7 6 5", true, 2},
    };

    (void)state;
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct tally tally;
        loyd_board goal = oracle_board(rows[k].goal);

        tally_open(&tally);
        follow_chain(&tally, &goal, rows[k].jumps, rows[k].steps);
        tally_draw(&tally, rows[k].recipe, NULL, 150000);
        tally_judge(rows[k].recipe, &tally);
        tally_close(&tally);
    }
}

/* Adds all permutations of the labels in all cells but `fixed` as goals. */
static void
add_orders(struct tally *tally, loyd_board *goal, unsigned cell, int fixed)
{
    unsigned n = oracle_cells(goal);
    loyd_puzzle puzzle = {*goal, *goal};

    if (cell == n) {
        tally_add(tally, &puzzle, 1);
        return;
    }
    if ((int)cell == fixed) {
        add_orders(tally, goal, cell + 1, fixed);
        return;
    }
    for (unsigned other = cell; other < n; other++) {
        loyd_board swapped = *goal;

        if ((int)other == fixed)
            continue;
        swapped.cell[cell] = goal->cell[other];
        swapped.cell[other] = goal->cell[cell];
        add_orders(tally, &swapped, cell + 1, fixed);
    }
}

static void
draw_goals(struct tally *tally, const char *text, uint64_t draws)
{
    loyd_generator *generator = generator_of(text);

    for (uint64_t index = 0; index < draws; index++) {
        loyd_puzzle puzzle;
        unsigned k;

        assert_int_equal(loyd_generator_draw(generator, NULL, index, 0,
                                             &puzzle, NULL, NULL),
                         LOYD_OK);
        puzzle.start = puzzle.goal;
        k = tally_find(tally, &puzzle);
        assert_true(k < tally->n);
        tally->seen[k]++;
    }
    loyd_generator_free(&generator);
}

/* Drawn goals: all permutations of the labels, and all missing labels. */
static void
test_drawn_goals_are_equally_likely(void **state)
{
    static const struct {
        const char *recipe;
        const char *goals[4]; /* one for each missing label */
        int fixed;            /* the blank's cell, -1: any */
        unsigned n;
    } rows[] = {
        {"2x2/random~g1~d~0", {"1 2/3 0"}, -1, 24},
        {"2x2/random,missing=2~g1~d~0", {"1 0/3 4"}, -1, 24},
        {"2x2/random,missing=random~g1~d~0",
         {"1 2/3 0", "1 0/3 4", "0 2/3 4", "1 2/0 4"}, -1, 96},
        {"2x2/random,missing=random,blank=0.1~g1~d~0",
         {"1 0/2 3", "1 0/2 4", "1 0/3 4", "2 0/3 4"}, 1, 24},
        {"3x2/random,blank=first~g1:walk:9~d~0", {"0 1 2/3 4 5"}, 0, 120},
    };

    (void)state;
    for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct tally tally;

        tally_open(&tally);
        for (size_t g = 0; g < 4 && rows[k].goals[g] != NULL; g++) {
            loyd_board goal = oracle_board(rows[k].goals[g]);

            add_orders(&tally, &goal, 0, rows[k].fixed);
        }
        assert_int_equal(tally.n, rows[k].n);
        draw_goals(&tally, rows[k].recipe, 200 * rows[k].n);
        tally_judge(rows[k].recipe, &tally);
        tally_close(&tally);
    }
}

/* For every drawn goal, all starts are equally likely: all pairs of 2x2. */
static void
test_drawn_pairs_are_equally_likely(void **state)
{
    struct tally goals, pairs;
    loyd_board goal = oracle_board("1 2/3 0");

    (void)state;
    tally_open(&goals);
    tally_open(&pairs);
    add_orders(&goals, &goal, 0, -1);
    for (unsigned k = 0; k < goals.n; k++) {
        struct tally starts;

        tally_open(&starts);
        tally_flood(&starts, &goals.puzzle[k].goal, 1, 99);
        for (unsigned s = 0; s < starts.n; s++)
            tally_add(&pairs, &starts.puzzle[s], starts.expected[s]);
        tally_close(&starts);
    }
    assert_int_equal(pairs.n, 24 * 12);
    tally_draw(&pairs, "2x2/random~g1~pairs~0", NULL, 30000);
    tally_judge("pairs", &pairs);
    tally_close(&goals);
    tally_close(&pairs);
}

/* Every label of a 4x4 is equally likely in every cell. */
static void
test_labels_by_cell(void **state)
{
    enum { DRAWS = 160000, N = 16 };
    static const char *const recipes[] = {
        "4x4/rows~g1~cells~0", "4x4/snake~g1:retry~cells~0",
        "4x4/spiral,missing=7~g1:shuffle~cells~0",
    };

    (void)state;
    for (size_t r = 0; r < sizeof(recipes) / sizeof(recipes[0]); r++) {
        loyd_generator *generator = generator_of(recipes[r]);
        static double seen[N + 1][N];
        double expected = (double)DRAWS / N;

        memset(seen, 0, sizeof(seen));
        for (uint64_t index = 0; index < DRAWS; index++) {
            loyd_puzzle puzzle;

            assert_int_equal(loyd_generator_draw(generator, NULL, index, 0,
                                                 &puzzle, NULL, NULL),
                             LOYD_OK);
            for (unsigned cell = 0; cell < N; cell++)
                seen[puzzle.start.cell[cell]][cell]++;
        }
        for (unsigned label = 0; label <= N; label++) {
            double chi_square = 0, z;

            for (unsigned cell = 0; cell < N; cell++)
                chi_square += (seen[label][cell] - expected)
                    * (seen[label][cell] - expected) / expected;
            if (seen[label][0] + seen[label][1] == 0)
                continue; /* the missing one */
            z = chi_square_z(chi_square, N - 1);
            if (z < -4 || z > 4)
                fail_msg("%s: label %u is %.1f deviations off", recipes[r],
                         label, z);
        }
        loyd_generator_free(&generator);
    }
}

/* The shares of void first attempts and of unsolvable shuffles, computed from
   the 24 permutations of 2x2. */
static void
test_void_attempts(void **state)
{
    enum { DRAWS = 60000 };
    static const struct {
        const char *recipe;
        double void_share, unsolvable_share; /* of the others */
    } rows[] = {
        {"2x2/rows~g1~void~0", 1 / 12.0, 0},
        {"2x2/rows~g1:retry~void~0", 13 / 24.0, 0},
        {"2x2/rows~g1:shuffle~void~0", 1 / 24.0, 12 / 23.0},
        {"4x4/rows~g1:retry~void~0", 1 / 2.0, 0},
        {"4x4/rows~g1:shuffle~void~0", 0, 1 / 2.0},
        {"5x3/columns~g1:shuffle~void~0", 0, 1 / 2.0},
    };

    (void)state;
    for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
        loyd_generator *generator = generator_of(rows[r].recipe);
        double voids = 0, unsolvable = 0;

        for (uint64_t index = 0; index < DRAWS; index++) {
            loyd_puzzle puzzle;
            bool is_void;

            assert_int_equal(
                draw_attempt(generator, index, 0, &puzzle, &is_void),
                LOYD_OK);
            voids += is_void;
            if (!is_void)
                unsolvable += !oracle_solvable(&puzzle.start, &puzzle.goal);
        }
        if (rows[r].void_share > 0)
            judge_share(rows[r].recipe, voids, DRAWS, rows[r].void_share);
        else
            assert_true(voids == 0);
        if (rows[r].unsolvable_share > 0)
            judge_share(rows[r].recipe, unsolvable, DRAWS - voids,
                        rows[r].unsolvable_share);
        else
            assert_true(unsolvable == 0);
        loyd_generator_free(&generator);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states_are_equally_likely),
        cmocka_unit_test(test_targets_are_equally_likely),
        cmocka_unit_test(test_walks_and_jumps_follow_their_chains),
        cmocka_unit_test(test_drawn_goals_are_equally_likely),
        cmocka_unit_test(test_drawn_pairs_are_equally_likely),
        cmocka_unit_test(test_labels_by_cell),
        cmocka_unit_test(test_void_attempts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
