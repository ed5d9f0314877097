/* SPDX-License-Identifier: MIT */
/*
 * The laws of intervals on boards of every class: lower <= optimum <= upper,
 * a path that replays, and one result for any threads, tables, batch and
 * order. Optima come from breadth-first searches of the test's own, those of
 * Korf and Felner's boards from data/.
 */
#include "ball_of.h"
#include "core/mlc.h"

#include "distance.h"

#define BATCH_MAX 2048

static const uint64_t budgets[] = {1, 40, 1500};

/* Boards of one class, and their optima. */
struct boards {
    loyd_puzzle puzzles[BATCH_MAX];
    unsigned optimum[BATCH_MAX];
    size_t n;
};

/* How many intervals of all classes were open, and how many proven. */
static struct {
    unsigned n_open, n_proven;
} seen;

static void
check_interval(const loyd_puzzle *puzzle, const loyd_solution *s,
               unsigned optimum, uint64_t budget)
{
    unsigned mlc = puzzle_mlc(puzzle);

    if (s->lower > optimum || s->upper < optimum || mlc > optimum)
        fail_msg("%ux%u, %lu nodes: %u..%u, mlc %u: optimum is %u",
                 puzzle->start.width, puzzle->start.height,
                 (unsigned long)budget, s->lower, s->upper, mlc, optimum);
    assert_int_equal((s->upper - optimum) % 2, 0);
    assert_int_equal((optimum - mlc) % 2, 0);
    assert_int_equal(s->path.n, s->upper);
    assert_true(oracle_replays(puzzle, &s->path));
    assert_true(budget == 0 || s->nodes <= budget);
    if (s->lower == s->upper)
        seen.n_proven++;
    else
        seen.n_open++;
}

/* Solves boards in batches of `batch`, from the last one on with `reverse`. */
static void
solve_in_batches(loyd_solver *solver, const struct boards *b, size_t batch,
                 bool reverse, const loyd_solve_options *options,
                 loyd_solution *solutions)
{
    static loyd_puzzle puzzles[BATCH_MAX];
    static loyd_solution found[BATCH_MAX];

    for (size_t at = 0; at < b->n; at += batch) {
        size_t n = b->n - at < batch ? b->n - at : batch;

        for (size_t i = 0; i < n; i++)
            puzzles[i] = b->puzzles[reverse ? b->n - 1 - at - i : at + i];
        memset(found, 0, n * sizeof(found[0]));
        assert_int_equal(
            loyd_solve(solver, puzzles, n, options, found, NULL), LOYD_OK);
        for (size_t i = 0; i < n; i++)
            solutions[reverse ? b->n - 1 - at - i : at + i] = found[i];
    }
}

static void
assert_same(const loyd_solution *a, const loyd_solution *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i].lower != b[i].lower || a[i].upper != b[i].upper ||
            a[i].nodes != b[i].nodes || a[i].path.n != b[i].path.n ||
            (a[i].path.n > 0 &&
             memcmp(a[i].path.dir, b[i].path.dir, a[i].path.n) != 0))
            fail_msg("board %zu: %u..%u and %u..%u", i, a[i].lower,
                     a[i].upper, b[i].lower, b[i].upper);
}

static void
forget(loyd_solution *solutions, size_t n)
{
    for (size_t i = 0; i < n; i++)
        loyd_moves_free(&solutions[i].path);
}

/* The laws of one batch, solved in two ways. */
static void
check_laws(loyd_solver *one, loyd_solver *two, const struct boards *b)
{
    static loyd_solution first[BATCH_MAX], other[BATCH_MAX];

    for (size_t k = 0; k < sizeof(budgets) / sizeof(budgets[0]); k++) {
        loyd_solve_options options;

        memset(&options, 0, sizeof(options));
        options.nodes = budgets[k];
        solve_in_batches(one, b, BATCH_MAX, false, &options, first);
        for (size_t i = 0; i < b->n; i++)
            check_interval(&b->puzzles[i], &first[i], b->optimum[i],
                           budgets[k]);
        solve_in_batches(two, b, k == 0 ? BATCH_MAX : 7, true, &options,
                         other);
        assert_same(first, other, b->n);
        forget(first, b->n);
        forget(other, b->n);
    }
}

/* The cells of the goal's blank that make all classes of a size. */
static bool
is_class(unsigned w, unsigned h, unsigned blank)
{
    unsigned x = blank % w, y = blank / w;

    return 2 * x < w && 2 * y < h && (w != h || x >= y);
}

/* --- every state of the classes of up to ten cells --- */

static void
check_states(const char *goal, uint32_t step, loyd_solver *one,
             loyd_solver *two)
{
    static struct boards b;
    struct distances d;

    distances_open(&d, goal);
    b.n = 0;
    for (uint32_t rank = 0; rank < d.states; rank += step) {
        if (d.far[rank] != FAR) {
            b.puzzles[b.n].start = board_of(&d, rank);
            b.puzzles[b.n].goal = d.goal;
            b.optimum[b.n++] = d.far[rank];
        }
        if (b.n == BATCH_MAX || rank + step >= d.states) {
            check_laws(one, two, &b);
            b.n = 0;
        }
    }
    distances_close(&d);
}

static void
test_every_state(void **state)
{
    static const char *const goals[] = {
        "1 2/3 0",           "1 2 3/4 5 0",       "1 2 3/4 0 5",
        "1 2 3 4/5 6 7 0",   "1 2/0 3/4 5/6 7",   "1 2 3/4 5 6/7 8 0",
        "1 2 3/4 5 6/7 0 8", "1 2 3/4 0 6/7 8 9",
    };
    loyd_solver *one = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_solver *two = oracle_solver(LOYD_TABLES_LARGE, 2);

    (void)state;
    for (size_t g = 0; g < sizeof(goals) / sizeof(goals[0]); g++) {
        uint32_t step = strlen(goals[g]) < 16 || oracle_is_long() ? 1 : 97;

        check_states(goals[g], step * oracle_share(), one, two);
    }
    loyd_solver_free(&one);
    loyd_solver_free(&two);
}

/* --- boards near the goal, and random ones, of larger classes --- */

/* Boards of a class: walks of growing length, or random ones; those with a
 * known optimum are kept. */
static void
draw_boards(struct boards *b, const loyd_board *goal, size_t n, bool is_small,
            uint64_t *random)
{
    struct ball_list ball, from;
    unsigned longest = is_small ? 50 : 34;

    assert_in_range(n, 0, BATCH_MAX);
    ball_open(&ball, oracle_cells(goal), goal);
    ball_open(&from, oracle_cells(goal), goal);
    ball_fill(&ball, oracle_is_long() ? 100000 : is_small ? 25000 : 8000);
    b->n = 0;
    for (size_t i = 0; b->n < n && i < 2 * n; i++) {
        loyd_puzzle puzzle = is_small && i % 2 == 0
            ? oracle_random(goal, random)
            : oracle_walked(goal, 6 + (unsigned)i % longest, random);
        unsigned optimum = ball_solve(&ball, &from, &puzzle.start);

        if (optimum == BALL_FAR)
            continue;
        b->puzzles[b->n] = puzzle;
        b->optimum[b->n++] = optimum;
    }
    ball_close(&ball);
    ball_close(&from);
    assert_true(b->n > n / 2);
}

/*
 * Of up to 12 cells, random boards; beyond, walks. Every class of 4x4; of
 * others, whose tables take longer, all in long tests.
 */
static void
check_size(unsigned w, unsigned h, size_t n, loyd_solver *one,
           loyd_solver *two, uint64_t *random)
{
    static struct boards b;

    for (unsigned blank = 0; blank < w * h; blank++) {
        loyd_board goal = oracle_goal(w, h, blank, 1 + blank % (w * h));

        if (!is_class(w, h, blank))
            continue;
        draw_boards(&b, &goal, n, w * h <= 12, random);
        check_laws(one, two, &b);
        if ((w != 4 || h != 4) && !oracle_is_long())
            return;
    }
}

static void
test_larger_classes(void **state)
{
    static const struct {
        uint8_t width, height;
        uint16_t n; /* boards of each class */
    } sizes[] = {{4, 3, 16}, {6, 2, 12}, {7, 2, 20},  {5, 3, 20},
                 {4, 4, 20}, {8, 2, 10}, {6, 3, 10},  {6, 6, 10},
                 {11, 3, 6}, {9, 7, 4},  {15, 15, 2}, {5, 4, 0},
                 {9, 2, 0},  {5, 5, 0},  {7, 3, 0},   {8, 4, 0}};
    loyd_solver *one = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_solver *two = oracle_solver(LOYD_TABLES_AUTO, 2);
    uint64_t random = 31;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        unsigned w = sizes[i].width, h = sizes[i].height;
        size_t n = sizes[i].n;

        if (oracle_is_watched() && w * h > 12)
            continue; /* walks of 12 cells run the same code */
        if (oracle_is_long())
            n = w * h <= 16 ? 100 * n : w * h > 64 ? 10 : 100;
        else
            n /= 2;
        if (n > 0)
            check_size(w, h, n / oracle_share() + 2, one, two, &random);
    }
    assert_true(seen.n_open > (oracle_is_watched() ? 0 : 100));
    assert_true(seen.n_proven > (oracle_is_watched() ? 0 : 1000));
    loyd_solver_free(&one);
    loyd_solver_free(&two);
}

/* --- with tables of the cache --- */

/* Budgets give one result with and without files of large tables. */
static void
test_cache(void **state)
{
    char folder[] = "/tmp/loyd-interval-XXXXXX";
    loyd_solver *plain;
    loyd_solver_options how = {.threads = 2, .tables = LOYD_TABLES_LARGE};
    loyd_solver *cached = NULL;
    static struct boards b;
    loyd_board goal = oracle_goal(5, 3, 14, 15);
    loyd_solve_options to_the_end;
    loyd_solution *s;
    uint64_t random = 32;
    char command[100];

    (void)state;
    if (oracle_is_watched())
        skip();
    plain = oracle_solver(LOYD_TABLES_SMALL, 1);
    assert_non_null(mkdtemp(folder));
    how.cache_dir = folder;
    memset(&to_the_end, 0, sizeof(to_the_end));
    draw_boards(&b, &goal, 20, false, &random);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(loyd_solver_new(&how, &cached), LOYD_OK);
        check_laws(plain, cached, &b); /* the second time, with files */
        s = oracle_solve(cached, b.puzzles, b.n, &to_the_end);
        for (size_t i = 0; i < b.n; i++)
            assert_int_equal(oracle_proven(&s[i]), b.optimum[i]);
        oracle_free(s, b.n);
        check_laws(plain, cached, &b);
        loyd_solver_free(&cached);
    }
    loyd_solver_free(&plain);
    snprintf(command, sizeof(command), "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

/* --- Korf and Felner's fifty boards --- */

static void
test_korf_and_felner(void **state)
{
    struct tsv boards, lengths;
    loyd_solver *one, *two;
    static struct boards b;

    (void)state;
    tsv_open(&boards, "korf24.boards");
    tsv_open(&lengths, "korf24.lengths");
    for (b.n = 0; tsv_next(&boards, 2); b.n++) {
        assert_true(tsv_next(&lengths, 1));
        b.puzzles[b.n].start = oracle_board(boards.field[0]);
        b.puzzles[b.n].goal = oracle_board(boards.field[1]);
        b.optimum[b.n] = (unsigned)strtoul(lengths.field[0], NULL, 10);
    }
    tsv_close(&boards);
    tsv_close(&lengths);
    assert_int_equal(b.n, 50);
    for (size_t i = 0; i < b.n; i++)
        assert_in_range(puzzle_mlc(&b.puzzles[i]), 1, b.optimum[i]);
    if (!oracle_is_long())
        skip(); /* the tables take four seconds; test_effort has some */
    one = oracle_solver(LOYD_TABLES_AUTO, 1);
    two = oracle_solver(LOYD_TABLES_AUTO, 2);
    check_laws(one, two, &b);
    loyd_solver_free(&one);
    loyd_solver_free(&two);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_state),
        cmocka_unit_test(test_larger_classes),
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_korf_and_felner),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
