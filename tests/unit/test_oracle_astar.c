/* SPDX-License-Identifier: MIT */
/*
 * Boards near their goals, solved again by plain IDA* with the Manhattan
 * distance [Korf, Artificial Intelligence 27 (1985)]: any class, inner blanks,
 * missing labels, and boards beyond 16 cells. Moves are tried in canonical
 * order, so the first path found is the canonical one.
 */
#include "oracle.h"

enum { DEEP = 64 };

/* A running search. */
struct search {
    unsigned width, height, n;
    uint8_t home[LOYD_CELLS_MAX + 1]; /* cell of each label in the goal */
    uint8_t cell[LOYD_CELLS_MAX];
    unsigned blank;
    unsigned depth;                   /* moves made */
    unsigned bound;
    uint8_t path[DEEP];
};

static unsigned
away(const struct search *s, unsigned label, unsigned cell)
{
    int rows = (int)(cell / s->width) - (int)(s->home[label] / s->width);
    int cols = (int)(cell % s->width) - (int)(s->home[label] % s->width);

    return (unsigned)(abs(rows) + abs(cols));
}

static bool deepen(struct search *s, unsigned far);

/* Makes one move, searches on, and undoes it. */
static bool
try_move(struct search *s, unsigned move, unsigned far)
{
    int row = (int)(s->blank / s->width) + oracle_moves[move].row;
    int col = (int)(s->blank % s->width) + oracle_moves[move].col;
    unsigned from, to = s->blank;
    uint8_t label;
    bool found;

    if (row < 0 || row >= (int)s->height || col < 0 || col >= (int)s->width)
        return false;
    from = (unsigned)row * s->width + (unsigned)col;
    label = s->cell[from];
    s->cell[to] = label;
    s->blank = from;
    s->path[s->depth++] = (uint8_t)move;
    found = deepen(s, far - away(s, label, from) + away(s, label, to));
    if (found)
        return true;
    s->depth--;
    s->blank = to;
    s->cell[from] = label;
    return false;
}

/* True if the goal is within the bound. `far` is the Manhattan distance. */
static bool
deepen(struct search *s, unsigned far)
{
    if (s->depth + far > s->bound)
        return false;
    if (far == 0)
        return true;
    for (unsigned move = 0; move < 4; move++) {
        /* U undoes D, R undoes L. */
        if (s->depth > 0 && s->path[s->depth - 1] == (move ^ 2))
            continue;
        if (try_move(s, move, far))
            return true;
    }
    return false;
}

/* Returns the optimal length; s->path is the canonical path. */
static unsigned
solve(struct search *s, const loyd_puzzle *puzzle)
{
    unsigned far = 0;

    memset(s, 0, sizeof(*s));
    s->width = puzzle->goal.width;
    s->height = puzzle->goal.height;
    s->n = s->width * s->height;
    s->blank = oracle_find(&puzzle->start, 0);
    for (unsigned cell = 0; cell < s->n; cell++) {
        s->home[puzzle->goal.cell[cell]] = (uint8_t)cell;
        s->cell[cell] = puzzle->start.cell[cell];
    }
    for (unsigned cell = 0; cell < s->n; cell++)
        if (s->cell[cell] != 0)
            far += away(s, s->cell[cell], cell);
    for (s->bound = far; !deepen(s, far); s->bound += 2)
        assert_in_range(s->bound, 0, DEEP - 2);
    return s->depth;
}

/*
 * Solves n boards that are a number of random moves from the goal, or uniform
 * ones if that is 0.
 */
static void
check_goal(loyd_solver *solver, const loyd_board *goal, size_t n,
            unsigned steps, uint64_t *random)
{
    loyd_puzzle *puzzles = calloc(n, sizeof(*puzzles));
    loyd_solve_options options;
    loyd_solution *solutions;

    assert_non_null(puzzles);
    memset(&options, 0, sizeof(options));
    for (size_t k = 0; k < n; k++)
        puzzles[k] = steps == 0 ? oracle_random(goal, random)
                                : oracle_walked(goal, steps, random);
    solutions = oracle_solve(solver, puzzles, n, &options);
    for (size_t k = 0; k < n; k++) {
        struct search search;
        unsigned length = solve(&search, &puzzles[k]);

        if (oracle_proven(&solutions[k]) != length)
            fail_msg("%ux%u, board %zu: length %u: expected %u", goal->width,
                     goal->height, k, solutions[k].upper, length);
        for (unsigned move = 0; move < length; move++)
            if (solutions[k].path.dir[move] != search.path[move])
                fail_msg("%ux%u, board %zu: move %u is %c: expected %c",
                         goal->width, goal->height, k, move,
                         oracle_moves[solutions[k].path.dir[move]].name,
                         oracle_moves[search.path[move]].name);
    }
    oracle_free(solutions, n);
    free(puzzles);
}

/*
 * Every cell for the goal's blank, on each size of up to 16 cells. Nearly
 * every class has two or more of these cells, so a long test solves thousands
 * of its boards.
 */
static void
test_every_blank(void **state)
{
    static const struct {
        unsigned width, height, steps;
    } sizes[] = {
        {3, 3, 0},  {4, 2, 0},  {2, 5, 0},  {5, 2, 60}, {4, 3, 80},
        {3, 4, 80}, {6, 2, 80}, {2, 7, 80}, {7, 2, 80},
        {5, 3, 90}, {3, 5, 90}, {8, 2, 90}, {2, 8, 90}, {4, 4, 100},
    };
    size_t n_boards = oracle_is_long() ? 1000 : oracle_effort(4);
    uint64_t random = 4;

    (void)state;
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
        unsigned n = sizes[k].width * sizes[k].height;

        for (unsigned blank = 0; blank < n; blank++) {
            if (oracle_is_watched() && n > 12 && blank > 0)
                break; /* one more class is one more table to build */
            if (!oracle_is_long() && n > 12 && blank % 3 != k % 3)
                continue;
            loyd_board goal = oracle_goal(sizes[k].width, sizes[k].height,
                                          blank, 1 + blank * 7 % n);

            check_goal(solver, &goal, n_boards, sizes[k].steps, &random);
        }
        loyd_solver_free(&solver);
    }
}

/* Beyond 16 cells without a budget: searched to the end. */
static void
test_beyond_16_cells(void **state)
{
    static const struct {
        unsigned width, height, blank;
    } classes[] = {
        {5, 4, 19}, {5, 4, 7}, {4, 5, 0}, {9, 2, 17}, {2, 10, 5},
        {6, 3, 3},  {5, 5, 0}, {5, 5, 12}, {5, 5, 2}, {6, 6, 35},
        {7, 5, 16}, {15, 15, 224}, {15, 2, 8}, {2, 15, 29},
    };
    uint64_t random = 5;

    (void)state;
    for (size_t k = 0; k < sizeof(classes) / sizeof(classes[0]); k++) {
        if (oracle_is_watched() && k % 4 != 3)
            continue; /* the same class */
        loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
        unsigned n = classes[k].width * classes[k].height;
        loyd_board goal = oracle_goal(classes[k].width, classes[k].height,
                                      classes[k].blank, n / 3);

        check_goal(solver, &goal, oracle_effort(6), 60, &random);
        loyd_solver_free(&solver);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_blank),
        cmocka_unit_test(test_beyond_16_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
