/* SPDX-License-Identifier: MIT */
/*
 * Efforts, and proofs that are continued from a stored lower end. Optima come
 * from searches to the end and from the published lengths of data/.
 */
#include "core/mlc.h"
#include "oracle.h"

#include "solve/effort.h"

static loyd_solve_options
options_of(loyd_effort effort, uint64_t nodes)
{
    loyd_solve_options options;

    memset(&options, 0, sizeof(options));
    options.effort = effort;
    options.nodes = nodes;
    return options;
}

static void
test_names(void **state)
{
    static const char *const bad[] = {"", "Quick", "quick ", "qui", "4"};
    loyd_effort effort;
    loyd_why why;

    (void)state;
    assert_string_equal(effort_name(LOYD_EFFORT_NONE), "");
    assert_string_equal(effort_name(LOYD_EFFORT_COUNT_), "");
    for (unsigned e = 1; e < LOYD_EFFORT_COUNT_; e++) {
        const char *name = effort_name((loyd_effort)e);

        assert_int_equal(effort_parse(name, strlen(name), &effort, &why),
                         LOYD_OK);
        assert_int_equal(effort, e);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        effort = LOYD_EFFORT_BEST;
        assert_int_equal(effort_parse(bad[i], strlen(bad[i]), &effort, &why),
                         LOYD_E_SYNTAX);
        assert_non_null(strstr(why.text, "expected quick, good or best"));
        assert_int_equal(effort, LOYD_EFFORT_BEST);
    }
}

/* More effort is more nodes, the same for a size and its transposition. */
static void
test_nodes(void **state)
{
    (void)state;
    for (unsigned w = 2; w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = 2; h <= w; h++) {
            uint64_t before = effort_nodes(LOYD_EFFORT_NONE, w, h);

            assert_int_equal(before, 0);
            for (unsigned e = 1; e < LOYD_EFFORT_COUNT_; e++) {
                uint64_t nodes = effort_nodes((loyd_effort)e, w, h);

                assert_true(nodes > before);
                assert_int_equal(nodes, effort_nodes((loyd_effort)e, h, w));
                before = nodes;
            }
        }
    assert_int_equal(effort_nodes(LOYD_EFFORT_COUNT_, 5, 5), 0);
}

/* Reads a number with commas from *at, up to the next '|' or ';'. */
static uint64_t
read_grouped(const char **at)
{
    uint64_t n = 0;

    for (; **at != '\0' && **at != '|' && **at != ';'; ++*at)
        if (**at >= '0' && **at <= '9')
            n = n * 10 + (uint64_t)(**at - '0');
    if (**at != '\0')
        ++*at;
    return n;
}

/* The table of docs/solver.md is that of the code. */
static void
test_documented(void **state)
{
    FILE *file = fopen("docs/solver.md", "r");
    unsigned low = 4, n_rows = 0;
    char line[1000];

    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        const char *at = line + strlen("| up to ");
        unsigned high;

        if (strncmp(line, "| up to ", strlen("| up to ")) != 0)
            continue;
        high = (unsigned)read_grouped(&at);
        for (unsigned e = 1; e < LOYD_EFFORT_COUNT_; e++) {
            loyd_solve_options options = options_of((loyd_effort)e, 0);
            uint64_t lower = read_grouped(&at), upper = read_grouped(&at);

            for (unsigned w = 2; w <= LOYD_SIDE_MAX; w++)
                for (unsigned h = 2; h <= LOYD_SIDE_MAX; h++) {
                    struct budget b = effort_budget(&options, w, h);

                    if (w * h < low || w * h > high)
                        continue;
                    assert_int_equal(b.lower, lower);
                    assert_int_equal(b.upper, upper);
                }
        }
        low = high + 1;
        n_rows++;
    }
    fclose(file);
    assert_int_equal(low, LOYD_CELLS_MAX + 1);
    assert_true(n_rows > 3);
}

/* A loyd_stop_fn. */
static bool
never(void *context)
{
    (void)context;
    return false;
}

static void
test_searches(void **state)
{
    loyd_solve_options options = options_of(LOYD_EFFORT_GOOD, 0);
    loyd_search lower, upper;

    (void)state;
    loyd_search_of(&options, 5, 5, &lower, &upper);
    assert_string_equal(lower.method, "good 1");
    assert_string_equal(upper.method, "good 1");
    assert_int_equal(lower.budget, 3000000); /* the table of efforts */
    assert_int_equal(upper.budget, effort_nodes(LOYD_EFFORT_GOOD, 5, 5));
    assert_int_not_equal(lower.budget, upper.budget);
    options.nodes = 7;
    loyd_search_of(&options, 5, 5, &lower, &upper);
    assert_string_equal(upper.method, "good 1");
    assert_int_equal(lower.budget, 7);
    assert_int_equal(upper.budget, 7);
    options.nodes = 0;
    options.is_wide_only = true;
    loyd_search_of(&options, 4, 4, &lower, &upper);
    assert_string_equal(lower.method, "ida*");
    assert_string_equal(upper.method, "ida*");
    assert_int_equal(lower.budget, 0);
    assert_int_equal(upper.budget, 0);
    loyd_search_of(&options, 17, 1, &lower, &upper);
    assert_string_equal(upper.method, "good 1");
    options.stop = never;
    options.nodes = 7;
    loyd_search_of(&options, 5, 5, &lower, &upper);
    assert_string_equal(lower.method, "");
    assert_string_equal(upper.method, "");
    assert_int_equal(upper.budget, 0);
}

/* Of Korf and Felner's fifty. */
#define KNOWN 8

static size_t
read_boards(loyd_puzzle *puzzles, unsigned *lengths)
{
    struct tsv boards, optima;
    size_t n = oracle_effort(KNOWN);

    n = n < KNOWN ? n : KNOWN;
    tsv_open(&boards, "korf24.boards");
    tsv_open(&optima, "korf24.lengths");
    for (size_t i = 0; i < n; i++) {
        assert_true(tsv_next(&boards, 2));
        assert_true(tsv_next(&optima, 1));
        puzzles[i].start = oracle_board(boards.field[0]);
        puzzles[i].goal = oracle_board(boards.field[1]);
        lengths[i] = (unsigned)strtoul(optima.field[0], NULL, 10);
    }
    tsv_close(&boards);
    tsv_close(&optima);
    return n;
}

static void
test_korf_and_felner(void **state)
{
    loyd_solve_options options = options_of(LOYD_EFFORT_QUICK, 0);
    loyd_solver *solver;
    loyd_puzzle puzzles[KNOWN];
    unsigned optimum[KNOWN], lower = 0, upper = 0, sum = 0;
    loyd_solution *s;
    size_t n;

    (void)state;
    if (oracle_is_slow())
        skip();
    solver = oracle_solver(LOYD_TABLES_AUTO, 2);
    n = read_boards(puzzles, optimum);
    s = oracle_solve(solver, puzzles, n, &options);
    for (size_t i = 0; i < n; i++) {
        assert_in_range(optimum[i], s[i].lower, s[i].upper);
        assert_int_equal((s[i].upper - optimum[i]) % 2, 0);
        assert_int_equal(s[i].path.n, s[i].upper);
        lower += s[i].lower;
        upper += s[i].upper;
        sum += optimum[i];
    }
    /* Measured: 12 % below and 7 % above. */
    assert_true(lower * 100 > sum * 85);
    assert_true(upper * 100 < sum * 118);
    oracle_free(s, n);
    loyd_solver_free(&solver);
}

/* Random boards of many sizes, an effort, and the ways to call the solver. */
#define MIXED 12

static void
mix(loyd_puzzle *puzzles)
{
    static const uint8_t sides[][2] = {{5, 5}, {6, 6},   {4, 4}, {7, 7},
                                       {5, 5}, {3, 11},  {8, 8}, {3, 4},
                                       {6, 6}, {10, 10}, {5, 5}, {7, 5}};
    uint64_t random = 21;

    for (size_t i = 0; i < MIXED; i++) {
        const uint8_t *side = sides[i % 12];
        unsigned n = (unsigned)side[0] * side[1];
        unsigned blank = n == 36 ? 14 : n - 1;
        loyd_board goal = oracle_goal(side[0], side[1], blank, n);

        puzzles[i] = i % 5 == 4 ? oracle_walked(&goal, 30, &random)
                                : oracle_random(&goal, &random);
    }
}

static void
assert_equal(const loyd_solution *a, const loyd_solution *b)
{
    assert_int_equal(a->lower, b->lower);
    assert_int_equal(a->upper, b->upper);
    assert_int_equal(a->nodes, b->nodes);
    if (a->path.n == 0 || b->path.n == 0)
        return; /* without paths */
    assert_int_equal(a->path.n, b->path.n);
    assert_memory_equal(a->path.dir, b->path.dir, a->path.n);
}

/* One result for any threads, tables, batch and order, with path or not. */
static void
test_one_result(void **state)
{
    loyd_solve_options options = options_of(LOYD_EFFORT_QUICK, 3000);
    loyd_solver *one;
    loyd_solver *two;
    loyd_puzzle puzzles[MIXED], reversed[MIXED];
    loyd_solution *first, *other;

    (void)state;
    if (oracle_is_slow())
        skip();
    one = oracle_solver(LOYD_TABLES_AUTO, 1);
    two = oracle_solver(LOYD_TABLES_LARGE, 2);
    mix(puzzles);
    for (size_t i = 0; i < MIXED; i++)
        reversed[MIXED - 1 - i] = puzzles[i];
    first = oracle_solve(one, puzzles, MIXED, &options);
    other = oracle_solve(two, reversed, MIXED, &options);
    for (size_t i = 0; i < MIXED; i++) {
        assert_true(first[i].lower <= first[i].upper);
        /* An end that meets the upper one without a proof is one less. */
        assert_true(first[i].lower >= puzzle_mlc(&puzzles[i]) ||
                    first[i].lower + 1 == first[i].upper ||
                    puzzles[i].start.width * puzzles[i].start.height <=
                        LOYD_EXACT_CELLS);
        assert_equal(&first[i], &other[MIXED - 1 - i]);
    }
    oracle_free(other, MIXED);
    options.is_length_only = true;
    for (size_t i = 0; i < MIXED; i++) {
        other = oracle_solve(i % 2 ? one : two, &puzzles[i], 1, &options);
        assert_equal(&first[i], other);
        assert_int_equal(other->path.n, 0);
        oracle_free(other, 1);
    }
    oracle_free(first, MIXED);
    loyd_solver_free(&one);
    loyd_solver_free(&two);
}

/*
 * A proof in pieces. `stop` ends the call after the next bound of a puzzle;
 * `lower` is what the callback reported last.
 */
struct pieces {
    uint16_t lower;
    uint64_t nodes;
    bool is_stopped;
    unsigned n_bounds;
};

static bool
hear_bound(void *context, const loyd_bound *bound)
{
    struct pieces *p = context;

    assert_int_equal(bound->puzzle, 0);
    assert_true(bound->lower >= p->lower);
    assert_true(bound->nodes >= p->nodes);
    p->nodes = bound->nodes;
    if (bound->lower > p->lower) {
        p->is_stopped = true;
        p->n_bounds++;
    }
    p->lower = bound->lower;
    return true;
}

static bool
may_go_on(void *context, const loyd_progress *progress)
{
    (void)progress;
    return !((struct pieces *)context)->is_stopped;
}

/* Proves a board, stopped after each bound and begun again from there. */
static void
prove_in_pieces(const loyd_puzzle *puzzle, loyd_solver *solver,
                struct pieces *p, const loyd_solution *whole)
{
    loyd_solve_options options = options_of(LOYD_EFFORT_NONE, 0);
    loyd_solution s = {.path = {NULL, 0, 0}};
    loyd_err err;
    uint16_t lower = 0;

    options.expert = &(loyd_solve_expert){.lowers = &lower};
    options.bound = hear_bound;
    options.context = p;
    *p = (struct pieces){.n_bounds = p->n_bounds};
    do {
        p->is_stopped = false;
        p->nodes = 0;
        p->lower = lower;
        err = loyd_solve(solver, puzzle, 1, &options, &s, NULL);
        assert_true(s.lower >= lower);
        assert_true(s.lower >= p->lower || err == LOYD_OK);
        assert_true(s.lower <= whole->upper);
        lower = s.lower;
        if (err == LOYD_E_CANCELLED) /* perhaps after the proof */
            loyd_moves_free(&s.path);
    } while (err == LOYD_E_CANCELLED);
    assert_int_equal(err, LOYD_OK);
    assert_int_equal(s.lower, whole->lower);
    assert_int_equal(s.upper, whole->upper);
    assert_int_equal(s.path.n, whole->path.n);
    assert_memory_equal(s.path.dir, whole->path.dir, s.path.n);
    loyd_moves_free(&s.path);
}

/* The same with node budgets that grow, from the lower end of the last. */
static void
prove_by_budgets(const loyd_puzzle *puzzle, loyd_solver *solver,
                 const loyd_solution *whole)
{
    uint16_t lower = 0;

    for (uint64_t nodes = 500;; nodes *= 4) {
        loyd_solve_options options = options_of(LOYD_EFFORT_NONE, nodes);
        loyd_solution *s;
        bool is_proven;

        options.expert = &(loyd_solve_expert){.lowers = &lower};
        s = oracle_solve(solver, puzzle, 1, &options);
        assert_true(s->lower >= lower || s->lower + 1 == s->upper);
        assert_in_range(whole->upper, s->lower, s->upper);
        lower = s->lower > lower ? s->lower : lower;
        is_proven = s->lower == s->upper;
        if (is_proven)
            assert_memory_equal(s->path.dir, whole->path.dir, s->path.n);
        oracle_free(s, 1);
        if (is_proven)
            return;
    }
}

static void
test_proofs_in_pieces(void **state)
{
    static const struct {
        uint8_t width, height, blank;
        unsigned steps; /* of a walk; 0: a random board */
        size_t n;
    } rows[] = {
        {4, 4, 15, 0, 6}, {4, 4, 5, 0, 4},   {3, 3, 4, 0, 20},
        {5, 3, 0, 0, 6},  {5, 4, 19, 40, 4}, {6, 6, 0, 40, 6},
        {9, 7, 0, 30, 6},  {4, 3, 0, 0, 10},
    };
    struct pieces p = {.lower = 0};
    loyd_solver_options how = {.threads = 2, .cache_dir = oracle_cache()};
    loyd_listener listener = {.progress = may_go_on, .context = &p};
    loyd_solve_options options = options_of(LOYD_EFFORT_NONE, 0);
    loyd_solver *solver = NULL, *plain;
    uint64_t random = 22;

    (void)state;
    if (oracle_is_slow())
        skip();
    plain = oracle_solver(LOYD_TABLES_SMALL, 2);
    how.listener = &listener;
    how.tables = LOYD_TABLES_SMALL;
    assert_int_equal(loyd_solver_new(&how, &solver), LOYD_OK);
    for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++)
        for (size_t i = 0; i < oracle_effort(rows[r].n); i++) {
            unsigned n = (unsigned)rows[r].width * rows[r].height;
            loyd_board goal = oracle_goal(rows[r].width, rows[r].height,
                                          rows[r].blank, n);
            loyd_puzzle puzzle = rows[r].steps > 0
                ? oracle_walked(&goal, rows[r].steps, &random)
                : oracle_random(&goal, &random);
            loyd_solution *whole = oracle_solve(plain, &puzzle, 1, &options);

            oracle_proven(whole);
            prove_in_pieces(&puzzle, solver, &p, whole);
            prove_by_budgets(&puzzle, plain, whole);
            oracle_free(whole, 1);
        }
    assert_true(p.n_bounds > oracle_effort(40));
    loyd_solver_free(&solver);
    loyd_solver_free(&plain);
}

/* A lower end above the optimum is returned as such if it is noticed, and
 * changes no other puzzle. */
static void
test_wrong_lower_end(void **state)
{
    static const uint8_t sides[][2] = {{4, 4}, {5, 5}, {6, 6}, {3, 3}};
    loyd_solve_options options = options_of(LOYD_EFFORT_NONE, 0);
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 2);
    uint64_t random = 23;
    unsigned n_noticed = 0;

    (void)state;
    for (size_t i = 0; i < oracle_effort(40); i++) {
        const uint8_t *side = sides[i % 4];
        loyd_board goal = oracle_goal(side[0], side[1], 0,
                                      (unsigned)side[0] * side[1]);
        loyd_puzzle puzzles[2];
        loyd_solution *truth, *s;
        uint16_t lowers[2] = {0, 0};

        for (unsigned k = 0; k < 2; k++)
            puzzles[k] = oracle_walked(&goal, 14, &random);
        options.expert = NULL;
        options.nodes = 0;
        truth = oracle_solve(solver, puzzles, 2, &options);
        lowers[1] = (uint16_t)(truth[1].upper + 2);
        options.expert = &(loyd_solve_expert){.lowers = lowers};
        options.nodes = i / 4 % 2 == 0 ? 0 : 3000;
        s = oracle_solve(solver, puzzles, 2, &options);
        oracle_proven(&s[0]);
        assert_int_equal(s[0].upper, truth[0].upper);
        assert_int_equal(s[1].path.n, s[1].upper);
        assert_true(s[1].lower >= lowers[1] || s[1].lower + 1 == s[1].upper);
        if (s[1].lower > s[1].upper) {
            n_noticed++;
            assert_true(s[1].upper >= truth[1].upper);
        }
        oracle_free(s, 2);
        oracle_free(truth, 2);
    }
    assert_true(n_noticed >= oracle_effort(11));
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_documented),
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_korf_and_felner),
        cmocka_unit_test(test_one_result),
        cmocka_unit_test(test_proofs_in_pieces),
        cmocka_unit_test(test_wrong_lower_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
