/* SPDX-License-Identifier: MIT */
/* Every call that takes options or a filter takes NULL for the defaults, and
 * answers as it does for zeros; what has no default is refused. */
#include "catalogue.h"

#include <fcntl.h>
#include <loyd.h>

#define BOARDS "1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8\n5 4 0/6 8 7/3 2 1\n"
#define PUZZLES 3

static loyd_store *store;

/* A catalogue with PUZZLES puzzles, read from a file. */
static int
make_store(void **state)
{
    loyd_import_result result = {0};
    loyd_why why = {{0}};

    if (make_folder(state) != 0)
        return -1;
    store = open_store(in_folder("a.db"), LOYD_STORE_CREATE);
    write_file(in_folder("boards"), BOARDS, strlen(BOARDS));
    assert_int_equal(loyd_import(store, in_folder("boards"), NULL, NULL,
                                 &result, &why), LOYD_OK);
    assert_int_equal(result.new_puzzles, PUZZLES);
    return 0;
}

static int
remove_store(void **state)
{
    loyd_store_close(&store);
    return remove_folder(state);
}

static void
test_solving(void **state)
{
    loyd_puzzle puzzle = {board_of("8 6 7/2 5 4/3 0 1"),
                          board_of("1 2 3/4 5 6/7 8 0")};
    loyd_search lower, upper, same_lower, same_upper;
    loyd_solution solution = {0};
    loyd_solver *solver = NULL;
    loyd_optimal optimal;
    loyd_why why = {{0}};

    (void)state;
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    assert_int_equal(loyd_solve(solver, &puzzle, 1, NULL, &solution, &why),
                     LOYD_OK);
    assert_int_equal(solution.upper, 31); /* the hardest board of 3x3 */
    assert_int_equal(loyd_optimal_find(solver, &puzzle, NULL, &optimal, NULL,
                                       &why), LOYD_OK);
    loyd_moves_free(&solution.path);
    loyd_solver_free(&solver);
    for (unsigned side = 3; side <= 6; side++) {
        loyd_search_of(NULL, side, side, &lower, &upper);
        loyd_search_of(&(loyd_solve_options){0}, side, side, &same_lower,
                       &same_upper);
        assert_memory_equal(&lower, &same_lower, sizeof(lower));
        assert_memory_equal(&upper, &same_upper, sizeof(upper));
    }
}

static void
test_unknown_enumerators(void **state)
{
    loyd_puzzle puzzle = {board_of("1 2 3/4 5 6/7 0 8"),
                          board_of("1 2 3/4 5 6/7 8 0")};
    const loyd_solve_options metric = {.metric = (loyd_metric)9};
    const loyd_solve_options effort = {.effort = (loyd_effort)9};
    const struct {
        loyd_rate_options options;
        const char *text;
    } rate[] = {
        {{.metric = (loyd_metric)9}, "unknown metric"},
        {{.effort = (loyd_effort)-1}, "unknown effort"},
        {{.effort = LOYD_EFFORT_GOOD, .nodes = 1},
         "effort and nodes exclude each other"},
        {{.effort = LOYD_EFFORT_GOOD, .is_proving = true},
         "a proof has no effort"},
        {{.is_of_traits = true, .nodes = 1},
         "traits have no effort, nodes, proof or metric"},
        {{.work = "w"}, "work is only for a proof"},
        {{.work = "w", .is_proving = true, .nodes = 1},
         "a shared proof has no nodes and no metric but STM"},
        {{.share = {1, 2}, .is_proving = true}, "share needs work"},
        {{.work = "w", .is_proving = true, .share = {1, UINT32_MAX}},
         "too many shares"},
        {{.work = "w", .is_proving = true, .share = {0, 2}},
         "part 0 of 2: expected 1 to 2"},
        {{.part = {5, 2}}, "part 5 of 2: expected 1 to 2"},
    };
    const loyd_verify_options verify = {.part = {3, 2}};
    loyd_solver_options tables = {.tables = (loyd_tables)9};
    loyd_export_options pack = {.dir = in_folder("pack"),
                                .formats = 1u << 9};
    loyd_solution solution = {0};
    uint8_t digest[LOYD_HASH_BYTES];
    loyd_analysis analysis;
    loyd_game game = {0};
    loyd_solver *solver = NULL;
    loyd_store *other = NULL;
    loyd_cursor *cursor = NULL;
    loyd_recipe recipe;
    loyd_generator *generator = NULL;
    loyd_why why = {{0}};

    (void)state;
    assert_int_equal(loyd_solver_new(&tables, &solver), LOYD_E_RANGE);
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    assert_int_equal(loyd_solve(solver, &puzzle, 1, &metric, &solution, &why),
                     LOYD_E_RANGE);
    assert_string_equal(why.text, "unknown metric 9");
    assert_int_equal(loyd_solve(solver, &puzzle, 1, &effort, &solution, &why),
                     LOYD_E_RANGE);
    assert_string_equal(why.text, "unknown effort 9");
    for (size_t i = 0; i < sizeof(rate) / sizeof(*rate); i++) {
        assert_int_equal(loyd_catalogue_rate(store, solver, &rate[i].options,
                                             NULL, NULL, &why),
                         LOYD_E_RANGE);
        assert_string_equal(why.text, rate[i].text);
    }
    assert_int_equal(loyd_catalogue_verify(store, &verify, NULL, NULL, &why),
                     LOYD_E_RANGE);
    assert_string_equal(why.text, "part 3 of 2: expected 1 to 2");
    assert_int_equal(loyd_export(store, NULL, &pack, NULL, NULL, &why),
                     LOYD_E_RANGE);
    assert_int_equal(loyd_recipe_parse("3x3/rows~g1~a~0", 15, &recipe, &why),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(&recipe, NULL, &generator, &why),
                     LOYD_OK);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(
            loyd_catalogue_generate(store, solver, generator, 0, 1, 0,
                                    i == 0 ? (loyd_effort)9 : LOYD_EFFORT_GOOD,
                                    i == 1 ? (loyd_metric)9 : LOYD_STM, NULL,
                                    NULL, &why),
            LOYD_E_RANGE);
    assert_int_equal(
        loyd_games_analyse(solver, &game, 1, (loyd_metric)9, &analysis, &why),
        LOYD_E_RANGE);
    assert_int_equal(
        loyd_tables_open((loyd_table_action)9, NULL, 0, 0, -1, &cursor, &why),
        LOYD_E_RANGE);
    assert_int_equal(loyd_store_open(in_folder("a.db"), (loyd_store_mode)9,
                                     NULL, &other, &why),
                     LOYD_E_RANGE);
    assert_int_equal(
        loyd_store_digest(store, (loyd_digest_kind)9, digest, &why),
        LOYD_E_RANGE);
    assert_string_equal(why.text, "unknown kind 9");
    assert_int_equal(
        loyd_import(store, in_folder("boards"),
                    &(loyd_import_options){.format = (loyd_import_format)9},
                    NULL, NULL, &why),
        LOYD_E_RANGE);
    assert_string_equal(why.text, "unknown format 9");
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
}

static void
test_tables(void **state)
{
    const loyd_row *row;
    loyd_cursor *cursor = NULL;
    loyd_why why = {{0}};
    unsigned n = 0;

    (void)state;
    assert_int_equal(
        loyd_tables_open(LOYD_TABLE_LIST, NULL, 4, 4, -1, &cursor, &why),
        LOYD_OK);
    while (loyd_cursor_next(cursor, &row, &why) == LOYD_OK && row != NULL)
        n++;
    loyd_cursor_close(&cursor);
    assert_true(n > 0);
    assert_int_equal(
        loyd_tables_open(LOYD_TABLE_VERIFY, NULL, 4, 4, -1, &cursor, &why),
        LOYD_E_NOT_FOUND);
}

static void
test_queries(void **state)
{
    char *sql = NULL, *same = NULL;
    const loyd_row *row;
    loyd_cursor *cursor = NULL;
    loyd_why why = {{0}};
    uint64_t count = 0;
    unsigned n = 0;

    (void)state;
    assert_int_equal(loyd_store_count(store, NULL, &count, &why), LOYD_OK);
    assert_int_equal(count, PUZZLES);
    assert_int_equal(loyd_store_find(store, NULL, &cursor, &why), LOYD_OK);
    while (loyd_cursor_next(cursor, &row, &why) == LOYD_OK && row != NULL)
        n++;
    loyd_cursor_close(&cursor);
    assert_int_equal(n, PUZZLES);
    assert_int_equal(
        loyd_store_stats(store, NULL, NULL, NULL, &cursor, &why), LOYD_OK);
    loyd_cursor_close(&cursor);
    assert_int_equal(
        loyd_store_rows(store, NULL, "puzzle_id", &cursor, &why), LOYD_OK);
    n = 0;
    while (loyd_cursor_next(cursor, &row, &why) == LOYD_OK && row != NULL)
        n++;
    loyd_cursor_close(&cursor);
    assert_int_equal(n, PUZZLES);
    assert_int_equal(loyd_store_sql(store, NULL, &sql, &why), LOYD_OK);
    assert_int_equal(loyd_store_sql(store, &(loyd_filter){0}, &same, &why),
                     LOYD_OK);
    assert_string_equal(sql, same);
    free(sql);
    free(same);
}

static void
test_jobs(void **state)
{
    loyd_export_options options = {.formats = LOYD_EXPORT_JSON};
    loyd_export_result result = {0};
    loyd_job_result job = {0};
    loyd_pack_result pack = {0};
    loyd_solver *solver = NULL;
    loyd_games_result games;
    loyd_site *site = NULL;
    loyd_why why = {{0}};

    (void)state;
    assert_int_equal(loyd_solver_new(NULL, &solver), LOYD_OK);
    assert_int_equal(loyd_catalogue_rate(store, solver, NULL, NULL, &job,
                                         &why), LOYD_OK);
    assert_int_equal(
        loyd_catalogue_rate(store, NULL,
                            &(loyd_rate_options){.is_of_traits = true}, NULL,
                            &job, &why),
        LOYD_OK);
    assert_int_equal(
        loyd_catalogue_rate(store, NULL,
                            &(loyd_rate_options){.is_of_traits = true,
                                                 .is_proving = true},
                            NULL, &job, &why),
        LOYD_E_RANGE);
    assert_int_equal(loyd_catalogue_verify(store, NULL, NULL, &job, &why),
                     LOYD_OK);
    loyd_solver_free(&solver);
    assert_int_equal(loyd_export(store, NULL, NULL, NULL, &result, &why),
                     LOYD_E_RANGE);
    assert_string_equal(why.text, "an export needs a folder");
    assert_int_equal(loyd_export(store, NULL, &options, NULL, &result, &why),
                     LOYD_E_RANGE);
    options.dir = in_folder("pack");
    assert_int_equal(loyd_export(store, NULL, &options, NULL, &result, &why),
                     LOYD_OK);
    assert_int_equal(result.puzzles, PUZZLES);
    assert_int_equal(loyd_pack_verify(options.dir, NULL, NULL, &pack, &why),
                     LOYD_OK);
    assert_int_equal(loyd_site_open(NULL, &site, &why), LOYD_E_RANGE);
    assert_int_equal(loyd_site_open(&(loyd_site_options){0}, &site, &why),
                     LOYD_E_RANGE);
    assert_string_equal(why.text, "a site needs a folder and a channel");
    write_file(in_folder("games"), "x\n", 2);
    assert_int_equal(loyd_games_import(store, in_folder("games"), NULL, NULL,
                                       &games, &why), LOYD_OK);
    assert_int_equal(games.bad, 1);
}

/* Reads the file as stdin, which stays open and belongs to the caller. */
static void
expect_import(const char *path, const loyd_import_options *options,
              loyd_err expected)
{
    loyd_import_result result = {0};
    loyd_why why = {{0}};
    int saved = dup(STDIN_FILENO);
    int fd = open(path, O_RDONLY);

    assert_true(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    assert_int_equal(loyd_import(store, "-", options, NULL, &result, &why),
                     expected);
    assert_int_equal(result.rows, expected == LOYD_OK ? PUZZLES : 0);
    assert_int_not_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
    assert_int_equal(fcntl(fd + 1, F_GETFD), -1); /* and nothing else is */
    close(fd);
    assert_int_equal(dup2(saved, STDIN_FILENO), STDIN_FILENO);
    close(saved);
}

static void
test_stdin_stays_open(void **state)
{
    loyd_import_options none = {.input = 99};
    loyd_why why = {{0}};

    (void)state;
    expect_import(in_folder("boards"), NULL, LOYD_OK);
    expect_import(in_folder("boards"), &(loyd_import_options){0}, LOYD_OK);
    expect_import(in_folder("boards"), &(loyd_import_options){
                      .format = LOYD_IMPORT_JSONL}, LOYD_E_CORRUPT);
    expect_import(in_folder("a.db"), &(loyd_import_options){
                      .format = LOYD_IMPORT_BOARDS}, LOYD_E_CORRUPT);
    assert_int_equal(loyd_import(store, "-", &none, NULL, NULL, &why),
                     LOYD_E_IO);
}

#define T(test) cmocka_unit_test_setup_teardown(test, make_store, remove_store)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solving),
        cmocka_unit_test(test_tables),
        T(test_unknown_enumerators),
        T(test_queries),
        T(test_jobs),
        T(test_stdin_stays_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
