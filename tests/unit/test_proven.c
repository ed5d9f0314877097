/* SPDX-License-Identifier: MIT */
/*
 * data/proven.tsv: its boards, ends and solutions, and the easiest of its
 * lengths proven again by the search with two views, from nothing.
 */
#include "core/mlc.h"
#include "core/moves.h"
#include "draws.h"
#include "oracle.h"
#include "rate/sample.h"

#include <loyd/puzzle.h>
#include <loyd/band.h>

enum { BOARDS = 200, FIELDS = 9, AGAIN = 3, ESTIMATED = 20 };

static struct board {
    loyd_puzzle puzzle;
    unsigned estimate, lower, upper;
    uint64_t nodes;
} boards[BOARDS];

static unsigned
number(const struct tsv *file, int field)
{
    return (unsigned)strtoul(file->field[field], NULL, 10);
}

/* Reads the file, and checks what can be checked without a search. */
static void
test_rows(void **state)
{
    loyd_generator *generator =
        generator_of("5x5/rows~g1~sample-of-proven-5x5~0");
    struct tsv file;

    (void)state;
    tsv_open(&file, "proven.tsv");
    for (unsigned i = 0; i < BOARDS; i++) {
        struct board *b = &boards[i];
        loyd_moves moves = {0};
        loyd_board start;

        assert_true(tsv_next(&file, FIELDS));
        assert_int_equal(number(&file, 0), i);
        start = oracle_board(file.field[1]);
        b->puzzle = draw(generator, i);
        assert_memory_equal(&start, &b->puzzle.start, sizeof(start));
        assert_true(oracle_solvable(&start, &b->puzzle.goal));
        b->estimate = number(&file, 2);
        b->lower = number(&file, 3);
        b->upper = number(&file, 4);
        b->nodes = strtoull(file.field[6], NULL, 10);
        assert_int_equal(
            moves_parse(file.field[8], strlen(file.field[8]), &moves, NULL),
            LOYD_OK);
        assert_int_equal(moves.n, b->upper);
        assert_true(oracle_replays(&b->puzzle, &moves));
        if (b->lower > b->upper || (b->upper - b->lower) % 2 != 0 ||
            b->lower < puzzle_mlc(&b->puzzle) || b->upper > b->estimate)
            fail_msg("board %u: %u..%u, estimate %u", i, b->lower, b->upper,
                     b->estimate);
        loyd_moves_free(&moves);
    }
    assert_false(tsv_next(&file, FIELDS));
    tsv_close(&file);
    loyd_generator_free(&generator);
}

/* Some intervals of effort quick: they give the estimates, and intersect. */
static void
test_estimates(void **state)
{
    const loyd_solve_options quick = {.effort = LOYD_EFFORT_QUICK};
    loyd_solver *solver;
    size_t n = oracle_effort(ESTIMATED);

    (void)state;
    if (oracle_is_slow())
        skip(); /* these tables would take minutes to build */
    solver = oracle_solver(LOYD_TABLES_SMALL, 2);
    for (size_t i = 0; i < BOARDS; i += BOARDS / n) {
        const struct board *b = &boards[i];
        loyd_solution *s = oracle_solve(solver, &b->puzzle, 1, &quick);

        if (s->upper != b->estimate || s->lower > b->upper)
            fail_msg("board %zu: %u..%u", i, s->lower, s->upper);
        oracle_free(s, 1);
    }
    loyd_solver_free(&solver);
}

static int
by_nodes(const void *a, const void *b)
{
    const struct board *one = a, *other = b;
    bool open_one = one->lower < one->upper;
    bool open_other = other->lower < other->upper;

    if (open_one != open_other)
        return open_one ? 1 : -1;
    return (one->nodes > other->nodes) - (one->nodes < other->nodes);
}

static void
test_easiest_again(void **state)
{
    const loyd_solve_options options = {.is_length_only = true};
    static struct board sorted[BOARDS];
    loyd_solver *solver;
    size_t n = oracle_effort(AGAIN);

    (void)state;
    if (oracle_is_watched())
        skip();
    memcpy(sorted, boards, sizeof(sorted));
    qsort(sorted, BOARDS, sizeof(sorted[0]), by_nodes);
    solver = oracle_solver(LOYD_TABLES_SMALL, 2);
    for (size_t i = 0; i < n && sorted[i].lower == sorted[i].upper; i++) {
        loyd_solution *s =
            oracle_solve(solver, &sorted[i].puzzle, 1, &options);

        if (s->lower != s->upper || s->upper != sorted[i].upper)
            fail_msg("%u moves, not %u", s->upper, sorted[i].upper);
        oracle_free(s, 1);
    }
    loyd_solver_free(&solver);
}

/*
 * The boards are like those of the built-in sample: the two distributions of
 * estimates nowhere differ by more than chance allows once in a thousand
 * [Smirnov, Ann. Math. Stat. 19 (1948)].
 */
static void
test_sample_is_alike(void **state)
{
    const loyd_sample *sample = sample_get(5, 5, 24);
    double below = 0, most = 0;
    unsigned mine = 0;

    (void)state;
    assert_non_null(sample);
    for (unsigned length = 0; length <= sample->estimates.radius; length++) {
        double apart;

        below += (double)sample->estimates.count[length];
        for (size_t i = 0; i < BOARDS; i++)
            mine += boards[i].estimate == length;
        apart = below / (double)sample->estimates.total -
                mine / (double)BOARDS;
        most = apart > most ? apart : -apart > most ? -apart : most;
    }
    /* 1.95 * sqrt((200 + 2000) / (200 * 2000)) */
    if (most > 0.1446)
        fail_msg("the distributions are %f apart", most);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_estimates),
        cmocka_unit_test(test_easiest_again),
        cmocka_unit_test(test_sample_is_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
