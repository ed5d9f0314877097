/* SPDX-License-Identifier: MIT */
/*
 * Tests golden rows that need the solver: targets, lengths and canonical
 * paths, all computed by a breadth-first search in another language.
 */
#include "base/bytes.h"
#include "core/board.h"
#include "core/crypto.h"
#include "core/moves.h"
#include "solve/traits.h"
#include "golden.h"

#include <loyd/puzzle.h>
#include <loyd/target.h>
#include <loyd/optimal.h>

/* Draws with at most `attempts` attempts, and compares. */
static void
check_attempts(const struct golden *row, const loyd_generator *generator,
               loyd_solver *solver, uint64_t attempts)
{
    loyd_solve_options in_mtm;
    loyd_puzzle drawn;
    loyd_solution solution;
    loyd_why why;

    memset(&in_mtm, 0, sizeof(in_mtm));
    in_mtm.metric = LOYD_MTM;
    memset(&drawn, 0, sizeof(drawn));
    memset(&solution, 0, sizeof(solution));
    if (loyd_generator_draw(generator, solver, row->recipe.index, attempts,
                            &drawn, &solution, &why) != LOYD_OK)
        fail_msg("%s: %s", row->text, why.text);
    assert_same_board(row->text, "goal", &drawn.goal, &row->puzzle.goal);
    assert_same_board(row->text, "start", &drawn.start, &row->puzzle.start);
    if (row->recipe.target != LOYD_TARGET_STM) { /* without a solution */
        assert_null(solution.path.dir);
        assert_int_equal(solution.upper, 0);
        if (row->recipe.target == LOYD_TARGET_MLC)
            return;
        assert_int_equal(loyd_solve(solver, &drawn, 1, &in_mtm, &solution,
                                    &why),
                         LOYD_OK);
        assert_in_range(oracle_proven_in(&solution, LOYD_MTM),
                        row->recipe.target_low, row->recipe.target_high);
        loyd_moves_free(&solution.path);
        return;
    }
    if (row->stm >= 0)
        assert_int_equal(oracle_proven(&solution), row->stm);
    assert_in_range(oracle_proven(&solution), row->recipe.target_low,
                    row->recipe.target_high);
    assert_true(oracle_replays(&drawn, &solution.path));
    loyd_moves_free(&solution.path);
}

/*
 * The board of a row is drawn by the attempt that the row gives, also if
 * later attempts are in the same batch; `is_whole`: and not by fewer.
 */
static void
check_target(const struct golden *row, loyd_solver *solver, bool is_whole)
{
    loyd_generator *generator = golden_generator(row);
    uint64_t index = row->recipe.index;
    loyd_puzzle drawn;

    check_attempts(row, generator, solver, 0);
    if (is_whole)
        check_attempts(row, generator, solver, row->voids + 1);
    if (is_whole && row->voids > 0)
        assert_int_equal(loyd_generator_draw(generator, solver, index,
                                             row->voids, &drawn, NULL, NULL),
                         LOYD_E_EXHAUSTED);
    loyd_generator_free(&generator);
}

/* Tables in MTM of 12 cells, and boards of 80 moves, take seconds: one row of
   each by default. */
static bool
is_slow(const struct golden *row)
{
    static bool has_one[2];
    bool is_far = row->recipe.method == LOYD_METHOD_FAR;
    bool is_one = is_far ? row->recipe.target_low == 80
                         : row->recipe.target == LOYD_TARGET_MTM &&
                               oracle_cells(&row->puzzle.goal) == 12;
    bool was = has_one[is_far];

    has_one[is_far] |= is_one;
    return is_one && was && !oracle_is_long();
}

static void
test_targets_are_golden(void **state)
{
    struct tsv tsv;
    struct golden *row = calloc(1, sizeof(*row));
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    unsigned n_targets = 0, n_void = 0;

    (void)state;
    assert_non_null(row);
    tsv_open(&tsv, "golden.tsv");
    while (golden_next(&tsv, row)) {
        if (row->recipe.target == LOYD_TARGET_NONE ||
            (row->recipe.method == LOYD_METHOD_FAR && row->recipe.index > 0) ||
            is_slow(row))
            continue; /* hard boards are solved for a quarter of the rows */
        check_target(row, solver, n_targets % 3 == 0 || oracle_is_long());
        n_targets++;
        n_void += row->voids > 0;
    }
    tsv_close(&tsv);
    loyd_solver_free(&solver);
    free(row);
    assert_true(n_targets > 50 && n_void > 30);
}

/* Recipes without a target give the same boards as without a solver. */
static void
test_no_target_is_plain(void **state)
{
    struct tsv tsv;
    struct golden *row = calloc(1, sizeof(*row));
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    unsigned n_rows = 0;

    (void)state;
    assert_non_null(row);
    tsv_open(&tsv, "golden.tsv");
    while (golden_next(&tsv, row)) {
        loyd_generator *generator;
        loyd_puzzle drawn;

        if (row->recipe.target != LOYD_TARGET_NONE || n_rows++ % 10 != 0)
            continue;
        generator = golden_generator(row);
        assert_int_equal(loyd_generator_draw(generator, solver,
                                             row->recipe.index, 0, &drawn,
                                             NULL, NULL),
                         LOYD_OK);
        assert_same_board(row->text, "start", &drawn.start,
                          &row->puzzle.start);
        assert_same_board(row->text, "goal", &drawn.goal, &row->puzzle.goal);
        loyd_generator_free(&generator);
    }
    tsv_close(&tsv);
    loyd_solver_free(&solver);
    free(row);
    assert_true(n_rows > 800);
}

/* A target without states gives no board, for any number of attempts. */
static void
test_empty_target_gives_nothing(void **state)
{
    static const char *const recipes[] = {
        "2x2/rows~g1,stm=7..9~s~0",     /* radius 6 */
        "2x2/rows~g1,stm=0..0~s~0",     /* the goal itself */
        "3x3/rows~g1,stm=32..99~s~0",   /* radius 31 */
        "3x3/rows~g1:walk:3,stm=4..31~s~0",
        "2x3/rows,blank=first~g1:jump:1,stm=5..21~s~0",
    };
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);

    (void)state;
    for (size_t k = 0; k < sizeof(recipes) / sizeof(recipes[0]); k++) {
        loyd_recipe *recipe = calloc(1, sizeof(*recipe));
        loyd_generator *generator = NULL;
        loyd_puzzle drawn;
        loyd_err err;

        assert_non_null(recipe);
        assert_int_equal(loyd_recipe_parse(recipes[k], strlen(recipes[k]),
                                           recipe, NULL), LOYD_OK);
        assert_int_equal(loyd_generator_new(recipe, NULL, &generator, NULL),
                         LOYD_OK);
        err = loyd_generator_draw(generator, solver, 0, 2000, &drawn, NULL,
                                  NULL);
        if (err != LOYD_E_EXHAUSTED && err != LOYD_E_UNSOLVABLE)
            fail_msg("%s: error %d", recipes[k], (int)err);
        loyd_generator_free(&generator);
        free(recipe);
    }
    loyd_solver_free(&solver);
}

/* Lengths of small boards, and boards that are unsolvable. */
static void
test_lengths_are_golden(void **state)
{
    struct tsv tsv;
    struct golden *row = calloc(1, sizeof(*row));
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_solve_options options;
    unsigned n_lengths = 0, n_unsolvable = 0;

    (void)state;
    assert_non_null(row);
    memset(&options, 0, sizeof(options));
    options.is_length_only = true;
    tsv_open(&tsv, "golden.tsv");
    while (golden_next(&tsv, row)) {
        loyd_solution solution = {0};

        if (row->solvable && row->stm < 0)
            continue;
        assert_int_equal(
            loyd_solve(solver, &row->puzzle, 1, &options, &solution, NULL),
            row->solvable ? LOYD_OK : LOYD_E_UNSOLVABLE);
        if (row->solvable) {
            assert_int_equal(solution.lower, row->stm);
            assert_int_equal(solution.upper, row->stm);
        }
        assert_int_equal(solution.path.n, 0);
        n_unsolvable += !row->solvable;
        n_lengths += row->solvable;
    }
    tsv_close(&tsv);
    loyd_solver_free(&solver);
    free(row);
    assert_true(n_lengths > 200 && n_unsolvable > 50);
}

/* Canonical paths as text, in one batch of many classes. */
static void
check_paths(const char *file, loyd_metric metric)
{
    enum { ROOM = 512 };
    struct tsv tsv;
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 2);
    loyd_puzzle *puzzles = calloc(ROOM, sizeof(*puzzles));
    loyd_solution *solutions;
    loyd_solve_options options;
    size_t n = 0;

    assert_non_null(puzzles);
    memset(&options, 0, sizeof(options));
    options.metric = metric;
    tsv_open(&tsv, file);
    for (; tsv_next(&tsv, 4); n++) {
        assert_in_range(n, 0, ROOM - 1);
        puzzles[n].start = oracle_board(tsv.field[0]);
        puzzles[n].goal = oracle_board(tsv.field[1]);
    }
    tsv_close(&tsv);
    assert_true(n > 200);
    solutions = oracle_solve(solver, puzzles, n, &options);
    tsv_open(&tsv, file);
    for (size_t k = 0; tsv_next(&tsv, 4); k++) {
        char text[256];

        assert_int_equal(oracle_proven_in(&solutions[k], metric),
                         strtoul(tsv.field[2], NULL, 10));
        assert_in_range(loyd_moves_print(&solutions[k].path, NULL, 0) + 1, 1,
                        sizeof(text));
        moves_print(&solutions[k].path, text);
        assert_string_equal(text, tsv.field[3]);
    }
    tsv_close(&tsv);
    loyd_solver_free(&solver);
    oracle_free(solutions, n);
    free(puzzles);
}

static void
test_paths_are_golden(void **state)
{
    (void)state;
    check_paths("golden_solutions.tsv", LOYD_STM);
    check_paths("golden_mtm.tsv", LOYD_MTM);
}

/* Compares a number with a field, unless that is unknown. */
static void
same_field(const struct tsv *tsv, int at, uint64_t number)
{
    if (strcmp(tsv->field[at], "-") != 0 &&
        number != strtoull(tsv->field[at], NULL, 10))
        fail_msg("%s:%u: field %d is %s: found %llu", tsv->name, tsv->number,
                 at + 1, tsv->field[at], (unsigned long long)number);
}

/* A row whose path is not known has a path of any length here. */
static void
check_traits(const struct tsv *tsv, loyd_solver *solver)
{
    loyd_puzzle puzzle = {oracle_board(tsv->field[0]),
                          oracle_board(tsv->field[1])};
    bool is_known = strcmp(tsv->field[2], "-") != 0;
    loyd_moves path = {NULL, 0, 0};
    loyd_optimal optimal = {.stm = 0};
    loyd_traits traits;
    char text[LOYD_BOARD_TEXT * 16];

    if (is_known) {
        assert_int_equal(loyd_optimal_find(solver, &puzzle, NULL, &optimal,
                                           NULL, NULL), LOYD_OK);
        assert_int_equal(moves_parse(tsv->field[2], strlen(tsv->field[2]),
                                     &path, NULL), LOYD_OK);
        assert_int_equal(optimal.stm, path.n);
    } else {
        for (size_t i = 0; i < 500; i++)
            assert_int_equal(moves_push(&path, LOYD_DIR_UP), LOYD_OK);
    }
    assert_int_equal(traits_of(&puzzle, &path, &optimal, &traits, NULL),
                     LOYD_OK);
    same_field(tsv, 3, traits.detour);
    same_field(tsv, 4, traits.linear_conflicts);
    same_field(tsv, 5, traits.inversions);
    same_field(tsv, 6, traits.tiles_home);
    same_field(tsv, 7, traits.turns);
    same_field(tsv, 8, traits.row_moves);
    same_field(tsv, 10, traits.solutions);
    if (is_known)
        assert_string_equal(traits.first_moves, tsv->field[11]);
    same_field(tsv, 12, traits.forced);
    loyd_moves_free(&path);
    assert_int_equal(loyd_solve_by_rows(&puzzle, &path, NULL, NULL, NULL),
                     LOYD_OK);
    assert_true(path.n < sizeof(text));
    for (size_t i = 0; i < path.n; i++)
        text[i] = "URDL"[path.dir[i]];
    text[path.n] = '\0';
    assert_string_equal(text, tsv->field[9]);
    loyd_moves_free(&path);
}

static void
test_traits_are_golden(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    struct tsv tsv;
    unsigned n = 0;

    (void)state;
    tsv_open(&tsv, "golden_traits.tsv");
    for (; tsv_next(&tsv, 13); n++)
        check_traits(&tsv, solver);
    tsv_close(&tsv);
    loyd_solver_free(&solver);
    assert_true(n > 350);
}

/* Makes the next of the orders of nine cells. Returns false after the last. */
static bool
next_order(uint8_t cell[9])
{
    unsigned at = 8, with = 8;
    uint8_t swapped;

    while (at > 0 && cell[at - 1] > cell[at])
        at--;
    if (at == 0)
        return false;
    while (cell[with] < cell[at - 1])
        with--;
    swapped = cell[at - 1];
    cell[at - 1] = cell[with];
    cell[with] = swapped;
    for (with = 8; at < with; at++, with--) {
        swapped = cell[at];
        cell[at] = cell[with];
        cell[with] = swapped;
    }
    return true;
}

/* Adds the cells of a board, its canonical path and its traits. */
static void
add_traits(loyd_solver *solver, const loyd_puzzle *puzzle,
           struct crypto_hash *hash)
{
    loyd_optimal optimal;
    loyd_cursor *paths;
    const loyd_row *row;
    loyd_traits t;
    char text[200], moves[64] = "";
    int n = 0;

    assert_int_equal(loyd_optimal_find(solver, puzzle, NULL, &optimal, &paths,
                                       NULL), LOYD_OK);
    assert_int_equal(loyd_cursor_next(paths, &row, NULL), LOYD_OK);
    assert_int_equal(traits_of(puzzle, row->moves, &optimal, &t, NULL),
                     LOYD_OK);
    assert_true(row->moves->n < sizeof(moves));
    for (size_t i = 0; i < row->moves->n; i++)
        moves[i] = "URDL"[row->moves->dir[i]];
    loyd_cursor_close(&paths);
    for (unsigned c = 0; c < 9; c++)
        n += snprintf(text + n, sizeof(text) - (size_t)n, "%u ",
                      puzzle->start.cell[c]);
    n += snprintf(text + n, sizeof(text) - (size_t)n,
                  "%s %u %u %u %u %u %u %llu %s %u\n", moves, t.detour,
                  t.linear_conflicts, t.inversions, t.tiles_home, t.turns,
                  t.row_moves, (unsigned long long)t.solutions, t.first_moves,
                  t.forced);
    assert_true((size_t)n < sizeof(text));
    crypto_hash_add(hash, text, (size_t)n);
}

/* The traits of every board of 3x3. */
static void
test_traits_of_3x3_are_golden(void **state)
{
    loyd_solver *solver;
    loyd_puzzle puzzle = {oracle_board("0 1 2/3 4 5/6 7 8"),
                          oracle_board("1 2 3/4 5 6/7 8 0")};
    uint8_t digest[CRYPTO_HASH_BYTES];
    char hex[2 * sizeof(digest) + 1], boards[16];
    struct crypto_hash hash;
    struct tsv tsv;
    unsigned n = 0;
    bool is_solvable;

    (void)state;
    if (!oracle_is_long())
        skip();
    solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    crypto_hash_begin(&hash, NULL);
    do {
        assert_int_equal(loyd_solvable(&puzzle.start, &puzzle.goal,
                                       &is_solvable, NULL), LOYD_OK);
        if (!is_solvable || board_equal(&puzzle.start, &puzzle.goal))
            continue;
        add_traits(solver, &puzzle, &hash);
        n++;
    } while (next_order(puzzle.start.cell));
    crypto_hash_end(&hash, digest);
    tsv_open(&tsv, "golden_traits_3x3.tsv");
    assert_true(tsv_next(&tsv, 2));
    snprintf(boards, sizeof(boards), "%u", n);
    assert_string_equal(tsv.field[0], boards);
    assert_string_equal(tsv.field[1], bytes_hex(digest, sizeof(digest), hex));
    tsv_close(&tsv);
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets_are_golden),
        cmocka_unit_test(test_no_target_is_plain),
        cmocka_unit_test(test_empty_target_gives_nothing),
        cmocka_unit_test(test_lengths_are_golden),
        cmocka_unit_test(test_paths_are_golden),
        cmocka_unit_test(test_traits_are_golden),
        cmocka_unit_test(test_traits_of_3x3_are_golden),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
