/* SPDX-License-Identifier: MIT */
/* The checks of rows: each notices its fault. (What only packs and ledgers
 * check is in their tests, as is what games and traits are checked for.) */
#include "catalogue.h"

#include "verify/catalogue.h"
#include "verify/facts.h"
#include "verify/ledger.h"
#include "verify/report.h"

/* Facts that are right: 3x2, 13 moves, 12 slides. */
static void
facts_of(struct facts *facts, loyd_solution found[LOYD_METRICS])
{
    loyd_solver *solver = NULL;
    loyd_why why;

    memset(facts, 0, sizeof(*facts));
    facts->puzzle.goal = goal_of("rows", 3, 2);
    OK(loyd_board_parse("5 4 3/2 0 1", 11, 3, 2, &facts->puzzle.start, &why));
    OK(loyd_solver_new(NULL, &solver));
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        struct length_facts *of = &facts->in[m];
        const loyd_solve_options options = {.metric = m};

        OK(loyd_solve(solver, &facts->puzzle, 1, &options, &found[m], &why));
        of->stated.lower = of->stated.upper = found[m].upper;
        of->path = found[m].path;
    }
    loyd_solver_free(&solver);
}

static void
form(struct facts *f)
{
    f->in[LOYD_MTM].form = "rating out of range";
}

static void
odd(struct facts *f)
{
    f->in[LOYD_STM].stated.upper++;
}

static void
longer(struct facts *f)
{
    f->in[LOYD_MTM].stated.lower++;
    f->in[LOYD_MTM].stated.upper++;
}

static void
back(struct facts *f)
{
    f->in[LOYD_STM].path.dir[1] = f->in[LOYD_STM].path.dir[0] ^ 2;
}

static void
wall(struct facts *f)
{
    memset(f->in[LOYD_STM].path.dir, LOYD_DIR_UP, f->in[LOYD_STM].path.n);
}

static void
short_of_goal(struct facts *f)
{
    f->in[LOYD_STM].path.n -= 2;
    f->in[LOYD_STM].stated.upper -= 2;
    f->in[LOYD_STM].stated.lower = 1;
}

static void
estimate(struct facts *f)
{
    f->estimate = 30;
}

static void
too_long(struct facts *f)
{
    memset(&f->in[LOYD_MTM], 0, sizeof(f->in[LOYD_MTM]));
    f->in[LOYD_STM].path.n = 0;
    f->in[LOYD_STM].stated.lower = f->in[LOYD_STM].stated.upper += 40;
}

static void
below(struct facts *f)
{
    memset(&f->in[LOYD_STM], 0, sizeof(f->in[LOYD_STM]));
    f->in[LOYD_MTM].path.n = 0;
    f->in[LOYD_MTM].stated.lower++;
    f->in[LOYD_MTM].stated.upper++;
}

static void
above(struct facts *f)
{
    memset(&f->in[LOYD_MTM], 0, sizeof(f->in[LOYD_MTM]));
    f->in[LOYD_STM].path.n = 0;
    f->in[LOYD_STM].stated.lower = f->in[LOYD_STM].stated.upper -= 2;
}

static const struct {
    void (*break_it)(struct facts *facts);
    const char *wanted;
} broken[] = {
    {form, "rating out of range in MTM"},
    {odd, "rating of the wrong parity"},
    {longer, "the path's length does not match the rating in MTM"},
    {back, "a proven path takes a move back"},
    {wall, "the path leaves the board"},
    {short_of_goal, "the path does not end at the goal"},
    {estimate, "estimate of a board of at most 16 cells"},
    {too_long, "a length is above the greatest of its class"},
    {below,
     "the optimum is below the rating's lower bound: 12, not 13 in MTM"},
    {above, "the optimum is above the rating's upper bound: 13, not 11"},
};

static void
test_every_check(void **state)
{
    struct plain_lengths *lengths = plain_lengths_new();
    struct report report = {.listener = NULL};
    struct checker by = {
        .kind = ROW_PUZZLE, .report = &report, .lengths = lengths};

    (void)state;
    assert_non_null(lengths);
    for (size_t i = 0; i <= COUNT(broken); i++) {
        loyd_solution found[LOYD_METRICS] = {{.lower = 0}};
        struct facts facts;
        const char *fault;

        facts_of(&facts, found);
        assert_null(check_labels(&by, &facts));
        if (i < COUNT(broken))
            broken[i].break_it(&facts);
        fault = facts_check(&by, &facts);
        if (i == COUNT(broken))
            assert_null(fault);
        else if (fault == NULL || strcmp(fault, broken[i].wanted) != 0)
            fail_msg("%s: %s", broken[i].wanted, fault);
        for (loyd_metric m = 0; m < LOYD_METRICS; m++)
            loyd_moves_free(&found[m].path);
    }
    assert_int_equal(by.n.searched, 1 + 1 + 2); /* below, above, right */
    plain_lengths_free(&lengths);
}

/* A canonical path differs from another of the same length. */
static void
test_canonical_path(void **state)
{
    uint8_t one[] = {0, 1, 2}, other[] = {0, 1, 3};
    struct length_facts of = {.stated = {.lower = 3, .upper = 3},
                              .path = {.dir = one, .n = 3}};
    loyd_moves path = {.dir = one, .n = 3};
    loyd_why why;

    (void)state;
    assert_null(optimum_fault(&of, 3, 3, &path, &why));
    path.dir = other;
    assert_string_equal(optimum_fault(&of, 3, 3, &path, &why),
                        "the path is not the canonical one");
    path.n = 0; /* only the length is known */
    assert_null(optimum_fault(&of, 3, 3, &path, &why));
    path.n = 3;
    of.stated.lower = 1; /* not proven */
    assert_null(optimum_fault(&of, 3, 3, &path, &why));
}

/* Makes c.db with a row in each of some tables, and a copy. */
static void
make_catalogue(void)
{
    loyd_solution found[LOYD_METRICS] = {{.lower = 0}};
    char id[LOYD_ID_CHARS + 1], path[100], sql[3000];
    struct facts facts;
    loyd_id puzzle_id;
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);

    loyd_store_close(&store);
    facts_of(&facts, found);
    loyd_puzzle_id(&facts.puzzle, &puzzle_id);
    loyd_id_print(&puzzle_id, id);
    assert_true(loyd_moves_print(&found[LOYD_STM].path, path, sizeof(path)) <
                sizeof(path));
    snprintf(sql, sizeof(sql),
             "INSERT INTO goal VALUES (1, '3x2', '3x2@0.0', 'rows',"
             "  '1 2 3/4 5 0');"
             "INSERT INTO puzzle (id, goal, board, stm)"
             "  VALUES ('%s', 1, '5 4 3/2 0 1', %u);"
             "INSERT INTO search VALUES (1, 'mitm', 0), (2, 'bfs', 5);"
             "INSERT INTO rating VALUES ('%s', 'stm', %u, %u, '%s', 1, 2);"
             "INSERT INTO pack VALUES (1, '0000000000000000', 'club', 1,"
             "  '2026-01-02');"
             "INSERT INTO hand_use VALUES ('%s', '2026-01-02', '');"
             "INSERT INTO name VALUES ('%s', 'the-one');",
             id, found[LOYD_STM].upper, id, found[LOYD_STM].upper,
             found[LOYD_STM].upper, path, id, id);
    run_sql(in_folder("c.db"), sql);
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        loyd_moves_free(&found[m].path);
}

/* What breaks one of their values, past all constraints, and how a line of
 * verify begins, with % for the id. */
static const struct {
    const char *sql;
    const char *wanted;
} altered[] = {
    {"UPDATE goal SET board = '1 2 3/4 5 5'", "goal 1: invalid goal board"},
    {"UPDATE goal SET size = '2x3'", "goal 1: the size is not the goal's"},
    {"UPDATE goal SET size = '2x3'", "puzzle %: the size is not the goal's"},
    {"UPDATE goal SET class = '3x2@0.1'", "goal 1: wrong class"},
    {"UPDATE goal SET layout = 'snake'",
     "goal 1: the board does not match its layout name: expected rows"},
    {"UPDATE puzzle SET board = '7'", "puzzle %: invalid board"},
    {"UPDATE puzzle SET board = '5 4 3/2 0 5'", "puzzle %: invalid board"},
    {"UPDATE puzzle SET board = '5 4/3 2/0 1'",
     "puzzle %: start and goal differ in size or labels"},
    {"UPDATE puzzle SET board = '4 5 3/2 0 1'",
     "puzzle %: unsolvable: start and goal differ in parity"},
    {"UPDATE puzzle SET board = '1 2 3/4 5 0'",
     "puzzle %: start and goal are equal"},
    {"UPDATE puzzle SET board = '5 4 3/0 2 1'",
     "puzzle %: the id does not match the boards"},
    {"UPDATE puzzle SET id = 'x'",
     "puzzle (invalid id): the id does not match the boards"},
    {"UPDATE puzzle SET class = '3x2@0.0'",
     "puzzle %: a class is stored although the goal has a layout name"},
    {"UPDATE goal SET layout = NULL", "puzzle %: wrong class"},
    {"UPDATE puzzle SET estimate = 7", "puzzle %: estimate out of range"},
    {"UPDATE puzzle SET estimate = 13, estimate_version = 1",
     "puzzle %: estimate of a board of at most 16 cells"},
    {"UPDATE puzzle SET mtm = 5",
     "puzzle %: a length without a rating in MTM"},
    {"UPDATE rating SET lower = 14", "puzzle %: rating out of range"},
    {"UPDATE rating SET upper = 'x'", "puzzle %: rating out of range"},
    {"UPDATE rating SET lower = 11",
     "puzzle %: the length does not match the rating"},
    {"UPDATE rating SET path = ''",
     "puzzle %: the path's length does not match the rating"},
    {"UPDATE rating SET metric = 'htm'", "rating of puzzle %: unknown metric"},
    {"UPDATE rating SET search = 9",
     "rating of puzzle %: its search is missing"},
    {"UPDATE rating SET lower_search = 9",
     "rating of puzzle %: its search is missing"},
    {"UPDATE search SET method = '' WHERE pk = 1",
     "search 1: invalid method name"},
    {"UPDATE search SET method = char(97, 10) WHERE pk = 2",
     "search 2: invalid method name"},
    {"UPDATE search SET budget = -1 WHERE pk = 1",
     "search 1: invalid node budget"},
    {"UPDATE search SET budget = 'x' WHERE pk = 2",
     "search 2: invalid node budget"},
    {"UPDATE search SET method = 'exact', budget = 7 WHERE pk = 1",
     "search 1: a budget of 7 nodes, which exact does not have"},
    {"UPDATE pack SET pk = 0", "used pack 0000000000000000: invalid key"},
    {"UPDATE pack SET pack_id = '0'", "used pack (invalid id): invalid id"},
    {"UPDATE pack SET name = ''", "used pack 0000000000000000: invalid name"},
    {"UPDATE pack SET version = 4294967296",
     "used pack 0000000000000000: invalid version"},
    {"UPDATE pack SET date = '2026-02-30'",
     "used pack 0000000000000000: invalid date"},
    {"UPDATE hand_use SET date = x'00'", "mark of puzzle %: invalid date"},
    {"UPDATE hand_use SET note = x'00'", "mark of puzzle %: invalid note"},
    {"UPDATE name SET name = 'two' || char(10)",
     "name of puzzle %: invalid text"},
    {"DELETE FROM rating", "puzzle %: a length without a rating"},
};

struct looked {
    char wanted[200];
    bool is_found;
};

/* A loyd_bad_fn. */
static bool
look(void *context, const loyd_bad *bad)
{
    struct looked *l = context;

    l->is_found |= strcmp(bad->what, l->wanted) == 0;
    return true;
}

static void
test_rows(void **state)
{
    char id[LOYD_ID_CHARS + 1] = "";
    sqlite3_stmt *stmt;
    sqlite3 *db;

    (void)state;
    make_catalogue();
    assert_int_equal(sqlite3_open(in_folder("c.db"), &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT id FROM puzzle", -1, &stmt, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    snprintf(id, sizeof(id), "%s", sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    run_sql(in_folder("c.db"), "PRAGMA journal_mode = DELETE");
    for (size_t i = 0; i < COUNT(altered); i++) {
        const char *words = altered[i].wanted, *mark = strchr(words, '%');
        struct looked l = {.is_found = false};
        const loyd_listener listener = {.bad = look, .context = &l};
        loyd_job_result result;
        loyd_why why = {{0}};
        loyd_store *store;
        size_t len;
        uint8_t *bytes = read_file(in_folder("c.db"), &len);

        write_file(in_folder("good.db"), bytes, len);
        snprintf(l.wanted, sizeof(l.wanted), "%.*s%s%s",
                 mark != NULL ? (int)(mark - words) : 0, words,
                 mark != NULL ? id : "", mark != NULL ? mark + 1 : words);
        alter(altered[i].sql);
        store = open_store(in_folder("c.db"), LOYD_STORE_READ);
        OK(loyd_catalogue_verify(store, NULL, &listener, &result, &why));
        loyd_store_close(&store);
        if (!l.is_found)
            fail_msg("%s: no '%s'", altered[i].sql, l.wanted);
        write_file(in_folder("c.db"), bytes, len);
        free(bytes);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_check),
        cmocka_unit_test_setup_teardown(test_rows, make_folder, remove_folder),
        cmocka_unit_test(test_canonical_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
