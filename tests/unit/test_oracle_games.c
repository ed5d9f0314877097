/* SPDX-License-Identifier: MIT */
/*
 * Tests the analysis of games: on 3x3 against breadth-first search at every
 * position, in both metrics, and on 4x4 against solving each position anew.
 */
#include "core/board.h"
#include "distance.h"
#include "loyd/game.h"

enum {
    GAMES = 1000,
    SLIDES = 60,
    CHUNK = 100,
};

static uint64_t state_of_rng = 7;

static unsigned
rnd(unsigned n)
{
    state_of_rng = state_of_rng * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state_of_rng >> 33) % n;
}

/* Slides of one tile and of several, in any direction. */
static void
play(loyd_game *game, const loyd_board *goal, const loyd_board *start)
{
    loyd_board now = *start;

    *game = (loyd_game){.puzzle = {*start, *goal}};
    game->slides = calloc(SLIDES, sizeof(*game->slides));
    assert_non_null(game->slides);
    for (unsigned tries = 3 * SLIDES; tries > 0 && game->n_slides < SLIDES;
         tries--) {
        loyd_slide slide = {.dir = (uint8_t)rnd(4), .ms = rnd(5000)};
        unsigned most = 1 + rnd(3);

        while (slide.tiles < most &&
               loyd_board_move(&now, (loyd_dir)slide.dir))
            slide.tiles++;
        if (slide.tiles > 0)
            game->slides[game->n_slides++] = slide;
        if (slide.tiles > 0 && board_equal(&now, goal))
            break;
    }
}

/* Compares positions with distances; returns how many there are. */
static size_t
compare(const struct distances *d, const loyd_game *game,
        const loyd_analysis *a)
{
    loyd_board now = game->puzzle.start;
    unsigned before = d->far[rank_of(d, now.cell)], lost = 0;
    size_t at = 0, moves = 0;

    assert_int_equal(a->upper, before);
    assert_int_equal(a->lower, before);
    for (size_t i = 0; i <= game->n_slides; i++) {
        const loyd_slide *slide = &game->slides[i];
        const loyd_position *p = &a->positions[at];
        bool goes_on = i > 0 && i < game->n_slides && d->metric == LOYD_MTM &&
                       slide[-1].dir == slide->dir;

        if (!goes_on) {
            loyd_board next = now;
            unsigned left = d->far[rank_of(d, now.cell)];

            assert_int_equal(p->slide, i);
            assert_int_equal(p->left, left);
            for (unsigned k = 0; k < p->tiles; k++)
                assert_true(oracle_step(&next, p->dir));
            assert_int_equal(
                d->far[rank_of(d, next.cell)],
                left - (d->metric == LOYD_MTM ? p->tiles > 0 : p->tiles));
            if (at > 0)
                lost += p[-1].lost;
            assert_int_equal(lost + before, moves + left);
            at++;
        }
        if (i == game->n_slides)
            break;
        for (unsigned k = 0; k < slide->tiles; k++)
            assert_true(oracle_step(&now, slide->dir));
        moves += d->metric == LOYD_MTM ? !goes_on : slide->tiles;
    }
    assert_int_equal(at, a->n);
    assert_int_equal(moves, a->moves);
    assert_int_equal(a->end, d->far[rank_of(d, now.cell)]);
    return at;
}

/* By looking at all pairs. */
static void
compare_detour(const loyd_analysis *a)
{
    size_t longest = 0;

    for (size_t i = 0; i < a->n; i++)
        for (size_t j = i; j < a->n; j++)
            if (a->positions[j].left >= a->positions[i].left &&
                j - i > longest)
                longest = j - i;
    assert_int_equal(a->detour[1] - a->detour[0], longest);
    assert_true(a->positions[a->detour[1]].left >=
                a->positions[a->detour[0]].left);
}

static void
analyse_3x3(loyd_metric metric)
{
    loyd_game games[CHUNK];
    loyd_analysis analyses[CHUNK];
    struct distances d;
    loyd_solver *solver = NULL;
    loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    size_t positions = 0;

    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    distances_open_in(&d, &goal, metric);
    for (unsigned n = 0; n < GAMES; n += CHUNK) {
        for (unsigned i = 0; i < CHUNK; i++) {
            uint32_t rank;

            do
                rank = rnd(d.states);
            while (d.far[rank] == FAR || (n == 0 && d.far[rank] > 6));
            loyd_board start = board_of(&d, rank);
            play(&games[i], &goal, &start);
        }
        assert_int_equal(
            loyd_games_analyse(solver, games, CHUNK, metric, analyses, NULL),
            LOYD_OK);
        for (unsigned i = 0; i < CHUNK; i++) {
            positions += compare(&d, &games[i], &analyses[i]);
            compare_detour(&analyses[i]);
            loyd_analysis_free(&analyses[i]);
            loyd_game_free(&games[i]);
        }
    }
    assert_true(positions > 10 * GAMES);
    distances_close(&d);
    loyd_solver_free(&solver);
}

static void
test_every_position_in_stm(void **state)
{
    (void)state;
    analyse_3x3(LOYD_STM);
}

static void
test_every_position_in_mtm(void **state)
{
    (void)state;
    analyse_3x3(LOYD_MTM);
}

static void
test_positions_of_4x4_solved_anew(void **state)
{
    loyd_puzzle positions[SLIDES + 1];
    loyd_solution solutions[SLIDES + 1];
    loyd_board goal = oracle_board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    loyd_board start = oracle_board("4 7 0 11/14 15 8 1/13 12 5 3/10 2 9 6");
    loyd_solver *solver = NULL;
    loyd_analysis a;
    loyd_game game;

    (void)state;
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    play(&game, &goal, &start);
    memset(solutions, 0, sizeof(solutions));
    positions[0] = game.puzzle;
    for (size_t i = 0; i < game.n_slides; i++) {
        positions[i + 1] = positions[i];
        for (unsigned k = 0; k < game.slides[i].tiles; k++)
            assert_true(
                oracle_step(&positions[i + 1].start, game.slides[i].dir));
    }
    assert_int_equal(loyd_solve(solver, positions, game.n_slides + 1, NULL,
                                solutions, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_games_analyse(solver, &game, 1, LOYD_STM, &a, NULL),
                     LOYD_OK);
    for (size_t i = 0; i <= game.n_slides; i++) {
        assert_int_equal(a.positions[i].left, solutions[i].upper);
        loyd_moves_free(&solutions[i].path);
    }
    loyd_analysis_free(&a);
    loyd_game_free(&game);
    loyd_solver_free(&solver);
}

static void
test_only_the_whole_beyond_16_cells(void **state)
{
    loyd_board goal = oracle_board("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/"
                                   "16 17 18 19 20/21 22 23 24 0");
    loyd_board start = oracle_board("1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/"
                                    "16 17 18 19 20/21 22 23 0 24");
    loyd_solver *solver = NULL;
    loyd_analysis a;
    loyd_game game;

    (void)state;
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    play(&game, &goal, &start);
    game.n_slides = 1;
    game.slides[0] = (loyd_slide){.dir = LOYD_DIR_LEFT, .tiles = 1, .ms = 9};
    assert_int_equal(loyd_games_analyse(solver, &game, 1, LOYD_MTM, &a, NULL),
                     LOYD_OK);
    assert_null(a.positions);
    assert_int_equal(a.lower, 1);
    assert_int_equal(a.upper, 1);
    assert_int_equal(a.end, 0);
    assert_int_equal(a.moves, 1);
    loyd_analysis_free(&a);
    game.slides[0].dir = LOYD_DIR_RIGHT;
    assert_int_equal(loyd_games_analyse(solver, &game, 1, LOYD_STM, &a, NULL),
                     LOYD_OK);
    assert_int_equal(a.end, LOYD_LENGTH_UNKNOWN);
    loyd_analysis_free(&a);
    loyd_game_free(&game);
    loyd_solver_free(&solver);
}

static void
test_errors(void **state)
{
    loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    loyd_solver *solver = NULL;
    loyd_analysis a[2];
    loyd_game games[2];

    (void)state;
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    for (unsigned i = 0; i < 2; i++)
        play(&games[i], &goal, &goal);
    games[1].n_slides = 1;
    games[1].slides[0] = (loyd_slide){.dir = LOYD_DIR_RIGHT, .tiles = 3};
    assert_int_equal(loyd_games_analyse(solver, games, 2, LOYD_STM, a, NULL),
                     LOYD_E_MOVE);
    assert_null(a[0].positions);
    assert_int_equal(loyd_games_analyse(solver, games, 0, LOYD_STM, a, NULL),
                     LOYD_OK);
    games[1].n_slides = 0;
    memcpy(games[1].puzzle.start.cell, "\1\2\3\4\5\6\10\7\0", 9);
    assert_int_equal(loyd_games_analyse(solver, games, 2, LOYD_STM, a, NULL),
                     LOYD_E_UNSOLVABLE);
    for (unsigned i = 0; i < 2; i++)
        loyd_game_free(&games[i]);
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position_in_stm),
        cmocka_unit_test(test_every_position_in_mtm),
        cmocka_unit_test(test_positions_of_4x4_solved_anew),
        cmocka_unit_test(test_only_the_whole_beyond_16_cells),
        cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
