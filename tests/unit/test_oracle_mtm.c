/* SPDX-License-Identifier: MIT */
/*
 * Lengths and canonical paths in MTM: against a breadth-first search over
 * slides that shares no code with the library, against each other by tables
 * that share nothing, and by laws.
 */
#include "core/moves.h"
#include "oracle.h"

#include <loyd/class.h>
#include <loyd/band.h>

#include "solve/search/search.h"
#include "solve/search/plain_search.h"
#include "solve/table/mtm_sight.h"
#include "solve/table/orders.h"
#include "solve/upper/shorten.h"

/* --- a breadth-first search --- */

#define FLOOD_CELLS 10
#define UNREACHED 255

/* The slides from the goal of every state of a class. */
struct flood {
    unsigned width, height, n;
    uint8_t goal[FLOOD_CELLS];
    uint8_t *slides; /* by rank of the permutation */
    uint64_t count[64];
};

static unsigned
rank_of(const uint8_t *cell, unsigned n)
{
    unsigned rank = 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned smaller = 0;

        for (unsigned j = i + 1; j < n; j++)
            smaller += cell[j] < cell[i];
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

static void
unrank(unsigned rank, unsigned n, uint8_t cell[FLOOD_CELLS])
{
    uint8_t all[FLOOD_CELLS + 1] = {0};

    for (unsigned i = n < FLOOD_CELLS ? n : FLOOD_CELLS; i-- > 0;) {
        all[i] = (uint8_t)(rank % (n - i));
        rank /= n - i;
        for (unsigned j = i + 1; j < n && j < FLOOD_CELLS; j++)
            all[j] = (uint8_t)(all[j] + (all[j] >= all[i]));
    }
    memcpy(cell, all, FLOOD_CELLS);
}

/* Moves one tile; the order of directions is U, R, D, L. */
static bool
shift(const struct flood *f, uint8_t *cell, unsigned *blank, unsigned dir)
{
    int row = (int)(*blank / f->width) + oracle_moves[dir].row;
    int col = (int)(*blank % f->width) + oracle_moves[dir].col;
    unsigned from = (unsigned)row * f->width + (unsigned)col;

    if (row < 0 || row >= (int)f->height || col < 0 || col >= (int)f->width)
        return false;
    cell[*blank] = cell[from];
    cell[from] = 0;
    *blank = from;
    return true;
}

static unsigned
blank_of(const uint8_t *cell)
{
    unsigned blank = 0;

    while (cell[blank] != 0)
        blank++;
    return blank;
}

static void
flood_make(struct flood *f, unsigned width, unsigned height, unsigned blank)
{
    unsigned n = width * height, states = 1, label = 1, at = 0, end = 1;
    unsigned *queue;

    memset(f, 0, sizeof(*f));
    f->width = width;
    f->height = height;
    f->n = n;
    for (unsigned c = 0; c < n; c++)
        f->goal[c] = c == blank ? 0 : (uint8_t)label++;
    for (unsigned i = 2; i <= n; i++)
        states *= i;
    f->slides = malloc(states);
    queue = malloc(states / 2 * sizeof(*queue));
    assert_non_null(f->slides);
    assert_non_null(queue);
    memset(f->slides, UNREACHED, states);
    queue[0] = rank_of(f->goal, n);
    f->slides[queue[0]] = 0;
    for (; at < end; at++) {
        uint8_t from[FLOOD_CELLS];
        unsigned slides = f->slides[queue[at]];

        f->count[slides]++;
        unrank(queue[at], n, from);
        for (unsigned dir = 0; dir < 4; dir++) {
            uint8_t cell[FLOOD_CELLS];
            unsigned place = blank_of(from), rank;

            memcpy(cell, from, n);
            while (shift(f, cell, &place, dir))
                if (f->slides[rank = rank_of(cell, n)] == UNREACHED) {
                    f->slides[rank] = (uint8_t)(slides + 1);
                    queue[end++] = rank;
                }
        }
    }
    assert_int_equal(end, states / 2);
    free(queue);
}

/*
 * Plays the first slide, in canonical order, that leads nearer; returns its
 * tiles and sets the direction.
 */
static unsigned
nearer(const struct flood *f, uint8_t *cell, unsigned *dir)
{
    unsigned slides = f->slides[rank_of(cell, f->n)];

    for (*dir = 0; *dir < 4; ++*dir) {
        uint8_t next[FLOOD_CELLS];
        unsigned blank = blank_of(cell), tiles = 0;

        memcpy(next, cell, f->n);
        while (shift(f, next, &blank, *dir)) {
            tiles++;
            if (f->slides[rank_of(next, f->n)] + 1U != slides)
                continue;
            memcpy(cell, next, f->n);
            return tiles;
        }
    }
    fail_msg("no slide leads nearer");
    return 0;
}

/* Compares a solution with the canonical path of the search. */
static void
check_path(const struct flood *f, const loyd_puzzle *puzzle,
           const loyd_solution *solution)
{
    uint8_t cell[FLOOD_CELLS];
    size_t at = 0;

    memcpy(cell, puzzle->start.cell, f->n);
    assert_int_equal(oracle_proven_in(solution, LOYD_MTM),
                     f->slides[rank_of(cell, f->n)]);
    while (f->slides[rank_of(cell, f->n)] > 0) {
        unsigned dir, tiles = nearer(f, cell, &dir);

        for (; tiles > 0; tiles--, at++) {
            assert_true(at < solution->path.n);
            assert_int_equal(solution->path.dir[at], dir);
        }
    }
    assert_int_equal(at, solution->path.n);
}

static loyd_puzzle
puzzle_of(const struct flood *f, const uint8_t *cell)
{
    loyd_puzzle puzzle;

    memset(&puzzle, 0, sizeof(puzzle));
    puzzle.start.width = puzzle.goal.width = (uint8_t)f->width;
    puzzle.start.height = puzzle.goal.height = (uint8_t)f->height;
    memcpy(puzzle.start.cell, cell, f->n);
    memcpy(puzzle.goal.cell, f->goal, f->n);
    return puzzle;
}

static const loyd_solve_options in_mtm = {.metric = LOYD_MTM};

/* Solves every `step`-th state of a flooded class. */
static void
check_states(const struct flood *f, loyd_tables tables, unsigned step)
{
    enum { ROOM = 8192 };
    loyd_solver *solver = oracle_solver(tables, 1);
    loyd_puzzle *puzzles = calloc(ROOM, sizeof(*puzzles));
    loyd_solution *solutions;
    unsigned states = 1;
    size_t n = 0;

    assert_non_null(puzzles);
    for (unsigned i = 2; i <= f->n; i++)
        states *= i;
    for (unsigned rank = step / 2; rank < states && n < ROOM; rank += step) {
        uint8_t cell[FLOOD_CELLS];

        unrank(rank, f->n, cell);
        if (f->slides[rank] != UNREACHED)
            puzzles[n++] = puzzle_of(f, cell);
    }
    solutions = oracle_solve(solver, puzzles, n, &in_mtm);
    for (size_t i = 0; i < n; i++)
        check_path(f, &puzzles[i], &solutions[i]);
    oracle_free(solutions, n);
    loyd_solver_free(&solver);
    free(puzzles);
}

static void
check_counts(const struct flood *f)
{
    loyd_puzzle puzzle = puzzle_of(f, f->goal);
    const loyd_distribution *d = loyd_distribution_of(&puzzle.goal, LOYD_MTM);

    assert_non_null(d);
    assert_int_equal(d->sample, 0);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(f->count[i], i <= d->radius ? d->count[i] : 0);
}

/* Every class and both orientations of up to nine cells, and a 5x2. */
static void
test_small_boards_against_a_search(void **state)
{
    static const struct {
        unsigned width, height, step;
    } sizes[] = {{2, 2, 1}, {3, 2, 1},   {2, 3, 1},    {4, 2, 13},
                 {2, 4, 7}, {3, 3, 151}, {5, 2, 30011}};

    (void)state;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        unsigned w = sizes[s].width, n = w * sizes[s].height;

        for (unsigned blank = 0; blank < n; blank++) {
            loyd_class cls = loyd_class_of(w, sizes[s].height, blank);
            struct flood f;

            /* The last cell of each class as well: another symmetry. */
            if (cls.blank != blank && blank != n - 1)
                continue;
            if (n > 9 && blank != 1)
                continue;
            flood_make(&f, w, sizes[s].height, blank);
            check_counts(&f);
            check_states(&f, LOYD_TABLES_SMALL, sizes[s].step);
            if (n > 9)
                check_states(&f, LOYD_TABLES_LARGE, sizes[s].step);
            free(f.slides);
        }
    }
}

/* --- published values --- */

/* Means and radius of 3x3 as stated by others; 4x4 takes at most 43. */
static void
test_known_values(void **state)
{
    static const struct {
        const char *goal;
        double mean;
    } rows[] = {{"1 2 3/4 5 6/7 8 0", 16.554},
                {"1 0 2/3 4 5/6 7 8", 16.559},
                {"1 2 3/4 0 5/6 7 8", 16.573}};
    loyd_board goal;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const loyd_distribution *d;
        double sum = 0;

        goal = oracle_board(rows[i].goal);
        d = loyd_distribution_of(&goal, LOYD_MTM);
        assert_int_equal(d->radius, 24);
        for (unsigned k = 1; k <= d->radius; k++)
            sum += (double)k * (double)d->count[k];
        sum /= (double)d->total;
        assert_true(sum > rows[i].mean - 0.0006 &&
                    sum < rows[i].mean + 0.0006);
    }
    goal = oracle_board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
    assert_int_equal(loyd_distribution_of(&goal, LOYD_MTM)->radius, 43);
}

/* --- larger classes --- */

/* A goal with ascending labels and the blank in a cell. */
static loyd_board
goal_of(unsigned width, unsigned height, unsigned blank)
{
    loyd_board goal;
    uint8_t label = 1;

    memset(&goal, 0, sizeof(goal));
    goal.width = (uint8_t)width;
    goal.height = (uint8_t)height;
    for (unsigned c = 0; c < width * height; c++)
        goal.cell[c] = c == blank ? 0 : label++;
    return goal;
}

/* A board some random slides from its goal. */
static loyd_puzzle
walk(const loyd_board *goal, unsigned slides, uint64_t *random)
{
    loyd_puzzle puzzle = {.start = *goal, .goal = *goal};

    while (slides-- > 0) {
        unsigned dir = oracle_below(random, 4), tiles = 1;

        tiles += oracle_below(random, 3);
        while (tiles-- > 0 && oracle_step(&puzzle.start, dir))
            ;
    }
    return puzzle;
}

static void
assert_same(const loyd_solution *a, const loyd_solution *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(a[i].lower, b[i].lower);
        assert_int_equal(a[i].upper, b[i].upper);
        assert_int_equal(a[i].path.n, b[i].path.n);
        if (a[i].path.n > 0)
            assert_memory_equal(a[i].path.dir, b[i].path.dir, a[i].path.n);
    }
}

/*
 * MTM <= STM <= (longer side - 1) x MTM, and the path of one is no shorter in
 * the other metric than the optimum there.
 */
static void
check_laws(loyd_solver *solver, const loyd_puzzle *puzzles,
           const loyd_solution *mtm, size_t n)
{
    unsigned w = puzzles[0].start.width, h = puzzles[0].start.height;
    unsigned longer = w > h ? w : h;
    loyd_solution *stm = oracle_solve(solver, puzzles, n, NULL);

    for (size_t i = 0; i < n; i++) {
        unsigned slides = oracle_proven_in(&mtm[i], LOYD_MTM);
        unsigned moves = oracle_proven(&stm[i]);

        assert_true(slides <= loyd_moves_length(&stm[i].path, LOYD_MTM));
        assert_true(moves <= mtm[i].path.n);
        assert_true(moves <= (longer - 1) * slides);
        assert_int_equal(mtm[i].path.n % 2, moves % 2);
    }
    oracle_free(stm, n);
}

/* Searches against whole-state tables, and both against the laws. */
static void
test_tables_agree(void **state)
{
    enum { N = 300 };
    uint64_t random = 16;
    size_t n = oracle_effort(N) < N ? oracle_effort(N) : N;
    loyd_puzzle *puzzles = calloc(N, sizeof(*puzzles));
    loyd_solver *small = oracle_solver(LOYD_TABLES_SMALL, 2);
    loyd_solver *large = oracle_solver(LOYD_TABLES_LARGE, 1);

    (void)state;
    assert_non_null(puzzles);
    for (unsigned k = 0; k < (oracle_is_long() ? 7U : 1U); k++) {
        static const uint8_t classes[][3] = {{3, 4, 11}, {6, 2, 0}, {4, 3, 1},
                                             {4, 3, 4},  {4, 3, 5}, {6, 2, 1},
                                             {6, 2, 2}};
        loyd_board goal = goal_of(classes[k][0], classes[k][1], classes[k][2]);
        loyd_solution *a, *b;

        for (size_t i = 0; i < n; i++)
            puzzles[i] = oracle_random(&goal, &random);
        a = oracle_solve(small, puzzles, n, &in_mtm);
        b = oracle_solve(large, puzzles, n, &in_mtm);
        assert_same(a, b, n);
        check_laws(small, puzzles, a, n);
        oracle_free(a, n);
        oracle_free(b, n);
    }
    loyd_solver_free(&small);
    loyd_solver_free(&large);
    free(puzzles);
}

/* The length, and the canonical path, after each slide that can be made. */
static void
check_neighbours(loyd_solver *solver, const loyd_puzzle *puzzle,
                 const loyd_solution *solution)
{
    unsigned n = 0, best = 0;
    loyd_puzzle next[2 * LOYD_SIDE_MAX];
    loyd_solution *solutions;

    for (unsigned dir = 0; dir < 4; dir++) {
        loyd_puzzle p = *puzzle;

        while (oracle_step(&p.start, dir))
            next[n++] = p;
    }
    solutions = oracle_solve(solver, next, n, &in_mtm);
    for (unsigned i = 0; i < n; i++) {
        assert_in_range(solutions[i].upper + 1U, solution->upper,
                        solution->upper + 2U);
        best += solutions[i].upper + 1U == solution->upper;
    }
    assert_true(best > 0);
    oracle_free(solutions, n);
}

/* Every class of 13 to 16 cells: neighbours differ by at most one. */
static void
test_large_classes(void **state)
{
    static const uint8_t sizes[][2] = {{4, 4}, {3, 5}, {5, 3},
                                       {7, 2}, {2, 7}, {8, 2}};
    uint64_t random = 4;

    (void)state;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        unsigned w = sizes[s][0], h = sizes[s][1];
        unsigned step = oracle_is_long() ? 1 : 11;

        for (unsigned blank = s % 2; blank < w * h; blank += step) {
            loyd_board goal = goal_of(w, h, blank);
            loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
            loyd_puzzle puzzles[4];
            loyd_solution *solutions;

            for (unsigned i = 0; i < 4; i++)
                puzzles[i] = walk(&goal, 24, &random);
            solutions = oracle_solve(solver, puzzles, 4, &in_mtm);
            check_laws(solver, puzzles, solutions, 4);
            for (unsigned i = 0; i < 4; i++)
                if (solutions[i].upper > 0)
                    check_neighbours(solver, &puzzles[i], &solutions[i]);
            oracle_free(solutions, 4);
            loyd_solver_free(&solver);
        }
    }
}

/* --- two heuristics that share no table --- */

static struct monitor monitor;

/* Solves 4x4 boards with one pattern alone. */
static void
run_pattern(uint32_t home, struct search_job *jobs, size_t n, bool is_portable)
{
    struct mtm_sights sights = {.cls = {4, 4, 0}};
    struct mtm_table table;
    struct orders orders = {.levels.monitor = &monitor};
    struct search_batch batch = {.jobs = jobs,
                                 .n_jobs = n,
                                 .monitor = &monitor,
                                 .sights = &sights,
                                 .is_portable = is_portable};

    assert_int_equal(mtm_table_plan(&table, 4, 4, 0, home), LOYD_OK);
    assert_int_equal(mtm_table_build(&table, 2, &orders), LOYD_OK);
    orders_free(&orders);
    mtm_sight_add(&sights, &table, 0);
    mtm_sights_ready(&sights);
    assert_int_equal(mtm_search_run(&batch, 1), LOYD_OK);
    mtm_table_free(&table);
}

static void
test_two_heuristics(void **state)
{
    enum { N = 60 };
    static struct search_job a[N], b[N];
    uint64_t random = 44;
    loyd_board goal = goal_of(4, 4, 0);

    (void)state;
    for (size_t i = 0; i < N; i++) {
        loyd_puzzle puzzle = walk(&goal, 22, &random);
        struct frame f;

        frame_of_goal(&goal, &f);
        memset(&a[i], 0, sizeof(a[i]));
        frame_board(&f, &puzzle.start, &a[i].board);
        for (unsigned d = 0; d < 4; d++)
            a[i].rank[d] = f.dir_out[d];
        a[i].wants_path = true;
        b[i] = a[i];
    }
    run_pattern(0x7E, a, N, false);  /* the first six tiles */
    run_pattern(0xFC00, b, N, true); /* the last six */
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(a[i].end, SEARCH_SOLVED);
        assert_int_equal(b[i].end, SEARCH_SOLVED);
        assert_int_equal(a[i].lower, b[i].lower);
        assert_int_equal(a[i].path.n, b[i].path.n);
        if (a[i].path.n > 0)
            assert_memory_equal(a[i].path.dir, b[i].path.dir, a[i].path.n);
        loyd_moves_free(&a[i].path);
        loyd_moves_free(&b[i].path);
    }
}

/* --- options --- */

static void
test_limits_and_budgets(void **state)
{
    loyd_board goal = goal_of(4, 4, 15);
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    uint64_t random = 7;

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        loyd_puzzle puzzle = walk(&goal, 60, &random);
        loyd_solve_options options = in_mtm;
        loyd_solution *whole = oracle_solve(solver, &puzzle, 1, &in_mtm), *s;
        unsigned length = oracle_proven_in(whole, LOYD_MTM);
        uint16_t given = (uint16_t)(length - 1);

        assert_true(length > 2);
        options.limit = (uint16_t)(length - 1);
        s = oracle_solve(solver, &puzzle, 1, &options);
        assert_int_equal(s->lower, length);
        assert_int_equal(s->upper, LOYD_LENGTH_UNKNOWN);
        oracle_free(s, 1);
        options.limit = (uint16_t)length;
        options.expert = &(loyd_solve_expert){.lowers = &given};
        s = oracle_solve(solver, &puzzle, 1, &options);
        assert_same(whole, s, 1);
        oracle_free(s, 1);
        options = in_mtm;
        options.nodes = 5;
        s = oracle_solve(solver, &puzzle, 1, &options);
        assert_true(s->lower <= length && length <= s->upper);
        assert_int_equal(loyd_moves_length(&s->path, LOYD_MTM), s->upper);
        oracle_free(s, 1);
        options = in_mtm;
        options.is_length_only = true;
        s = oracle_solve(solver, &puzzle, 1, &options);
        assert_int_equal(s->upper, length);
        assert_int_equal(s->lower, length);
        assert_int_equal(s->path.n, 0);
        oracle_free(s, 1);
        oracle_free(whole, 1);
    }
    loyd_solver_free(&solver);
}

/*
 * A lower end above the optimum is noticed if a shorter solution is found, and
 * always next to the goal, where no other solution has so few slides.
 */
static void
test_false_lower_ends(void **state)
{
    static const struct {
        unsigned width, height, blank;
    } classes[] = {{3, 3, 8}, {4, 4, 15}, {4, 3, 5}, {5, 4, 0}};
    unsigned n_noticed = 0, n = 0;
    uint64_t random = 3;

    (void)state;
    for (size_t k = 0; k < sizeof(classes) / sizeof(classes[0]); k++) {
        loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
        loyd_board goal =
            goal_of(classes[k].width, classes[k].height, classes[k].blank);

        for (unsigned i = 0; i < 20; i++, n++) {
            loyd_puzzle puzzle = walk(&goal, i < 5 ? i / 4 : i, &random);
            loyd_solve_options options = in_mtm;
            loyd_solution *whole = oracle_solve(solver, &puzzle, 1, &in_mtm);
            uint16_t length = whole->upper, given = (uint16_t)(length + 2);
            loyd_solution *s;

            options.expert = &(loyd_solve_expert){.lowers = &given};
            s = oracle_solve(solver, &puzzle, 1, &options);
            assert_true(s->lower == given);
            assert_in_range(s->upper, length, given);
            assert_true(length > 1 || s->upper == length);
            assert_true(oracle_replays(&puzzle, &s->path));
            assert_int_equal(loyd_moves_length(&s->path, LOYD_MTM), s->upper);
            n_noticed += s->upper < given;
            oracle_free(s, 1);
            oracle_free(whole, 1);
        }
        loyd_solver_free(&solver);
    }
    assert_true(n_noticed > n / 2);
}

/* --- intervals --- */

/*
 * Of this board the search first meets a solution that is not the canonical
 * one: no budget may end with that one as proven.
 */
static void
test_budgets_in_the_last_bound(void **state)
{
    static const char text[] = "2 3 7 4 5/1 6 8 9 10/11 12 13 14 0";
    loyd_puzzle puzzle = {.goal = goal_of(5, 3, 14)};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_solve_options options = in_mtm;
    loyd_solution *whole, *s;
    size_t n_proven = 0;

    (void)state;
    assert_int_equal(loyd_board_parse(text, strlen(text), 0, 0, &puzzle.start,
                                      NULL),
                     LOYD_OK);
    whole = oracle_solve(solver, &puzzle, 1, &in_mtm);
    for (uint64_t n = 1; n <= whole->nodes + 1; n++) {
        options.nodes = n;
        s = oracle_solve(solver, &puzzle, 1, &options);
        assert_in_range(whole->upper, s->lower, s->upper);
        assert_true(oracle_replays(&puzzle, &s->path));
        if (s->lower == s->upper) {
            assert_same(whole, s, 1);
            n_proven++;
        }
        oracle_free(s, 1);
    }
    assert_true(n_proven > 0 && n_proven < whole->nodes);
    oracle_free(whole, 1);
    loyd_solver_free(&solver);
}

/* --- the search of large boards, on boards whose optimum is known --- */

/* Returns a board with its tiles named by their homes. */
static struct permuted
permuted_of(const loyd_puzzle *p)
{
    struct permuted board;

    memset(&board, 0, sizeof(board));
    board.width = p->start.width;
    board.height = p->start.height;
    board.blank = (uint8_t)oracle_find(&p->start, 0);
    for (unsigned c = 0; c < oracle_cells(&p->start); c++)
        board.home[c] = (uint8_t)oracle_find(&p->goal, p->start.cell[c]);
    return board;
}

/* No state of a class has a solution below the estimate; some are tight. */
static void
test_cuts_are_a_lower_end(void **state)
{
    static const struct {
        unsigned width, height;
    } sizes[] = {{2, 2}, {2, 3}, {4, 2}, {3, 3}, {5, 2}, {2, 5}};

    (void)state;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++) {
        unsigned n = sizes[s].width * sizes[s].height, states = 1;

        for (unsigned i = 2; i <= n; i++)
            states *= i;
        bool is_all = n < 10 || oracle_is_long();

        /* All states of ten cells take a second for each blank. */
        for (unsigned blank = is_all ? 0 : s % 2 * 7; blank < n;
             blank += n < 10   ? 1
                      : is_all ? 4
                               : n) {
            unsigned n_tight = 0;
            struct flood f;

            flood_make(&f, sizes[s].width, sizes[s].height, blank);
            for (unsigned rank = 0; rank < states; rank++) {
                uint8_t cell[FLOOD_CELLS];
                struct permuted board;
                loyd_puzzle puzzle;
                unsigned lower;

                if (f.slides[rank] == UNREACHED)
                    continue;
                unrank(rank, n, cell);
                puzzle = puzzle_of(&f, cell);
                board = permuted_of(&puzzle);
                lower = plain_slides(&board);
                assert_true(lower <= f.slides[rank]);
                assert_true((lower == 0) == (f.slides[rank] == 0));
                n_tight += lower == f.slides[rank];
            }
            assert_true(n_tight > n);
            free(f.slides);
        }
    }
}

/* The same for random boards whose optimum tables find. */
static void
test_cuts_of_larger_boards(void **state)
{
    enum { N = 300 };
    static const struct {
        unsigned width, height, blank;
    } classes[] = {{4, 3, 11}, {3, 4, 4}, {6, 2, 0}, {5, 3, 7}};
    static loyd_puzzle puzzles[N];
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    uint64_t random = 11;

    (void)state;
    for (size_t k = 0; k < sizeof(classes) / sizeof(classes[0]); k++) {
        loyd_board goal =
            goal_of(classes[k].width, classes[k].height, classes[k].blank);
        size_t n = (oracle_is_long() ? N : N / 6) / oracle_share();
        loyd_solution *s;

        for (size_t i = 0; i < n; i++)
            puzzles[i] = oracle_random(&goal, &random);
        s = oracle_solve(solver, puzzles, n, &in_mtm);
        for (size_t i = 0; i < n; i++) {
            struct permuted board = permuted_of(&puzzles[i]);

            assert_true(plain_slides(&board) <= s[i].upper);
        }
        oracle_free(s, n);
    }
    loyd_solver_free(&solver);
}

static struct search_job
wide_job(const loyd_puzzle *puzzle)
{
    return (struct search_job){.board = permuted_of(puzzle),
                               .rank = {0, 1, 2, 3},
                               .metric = LOYD_MTM,
                               .wants_path = true};
}

static void
run_wide(struct search_job *job)
{
    struct search_batch batch = {
        .jobs = job, .n_jobs = 1, .monitor = &monitor};

    assert_int_equal(plain_run(&batch, 1), LOYD_OK);
}

/* Lengths and canonical paths are those of a breadth-first search; a budget
 * and a limit leave a lower end, and a false one is noticed. */
static void
test_wide_search_against_a_search(void **state)
{
    static const struct {
        unsigned width, height, blank, step;
    } classes[] = {{3, 3, 8, 3001}, {2, 4, 3, 67}, {4, 2, 0, 61}};

    (void)state;
    for (size_t k = 0; k < sizeof(classes) / sizeof(classes[0]); k++) {
        unsigned states = 1, n = classes[k].width * classes[k].height;
        struct flood f;

        flood_make(&f, classes[k].width, classes[k].height, classes[k].blank);
        for (unsigned i = 2; i <= n; i++)
            states *= i;
        for (unsigned rank = 1; rank < states; rank += classes[k].step) {
            loyd_solution solution = {.lower = 0};
            unsigned length = f.slides[rank];
            uint8_t cell[FLOOD_CELLS];
            struct search_job job;
            loyd_puzzle puzzle;

            if (length == UNREACHED || length < 2)
                continue;
            unrank(rank, n, cell);
            puzzle = puzzle_of(&f, cell);
            job = wide_job(&puzzle);
            run_wide(&job);
            assert_int_equal(job.end, SEARCH_SOLVED);
            solution.lower = solution.upper = job.lower;
            solution.path = job.path;
            check_path(&f, &puzzle, &solution);
            loyd_moves_free(&job.path);
            job = wide_job(&puzzle);
            job.budget = 1 + rank % 50;
            run_wide(&job);
            assert_true(job.lower <= length);
            assert_true(job.end == SEARCH_BUDGET || job.lower == length);
            loyd_moves_free(&job.path);
            job = wide_job(&puzzle);
            job.limit = (uint16_t)(length - 1);
            run_wide(&job);
            assert_int_equal(job.end, SEARCH_LIMIT);
            assert_int_equal(job.lower, length);
            job = wide_job(&puzzle);
            job.lower = job.known_lower = (uint16_t)(length + 3);
            run_wide(&job);
            if (job.end == SEARCH_BELOW)
                assert_in_range(job.below, length, length + 2);
            loyd_moves_free(&job.path);
        }
        free(f.slides);
    }
}

/* A path through detours becomes shorter, never longer, and stays a path. */
static void
test_pieces_are_shortened(void **state)
{
    unsigned n_optimal[2] = {0}, n = 40;
    struct flood f;
    uint64_t random = 5;

    (void)state;
    flood_make(&f, 3, 3, 8);
    for (unsigned i = 0; i < n; i++) {
        uint64_t nodes = i % 2 == 0 ? 20 : 100000000;
        loyd_puzzle puzzle = puzzle_of(&f, f.goal);
        struct permuted board;
        loyd_moves path = {0};
        uint8_t back[120];
        size_t slides;

        for (unsigned k = 0; k < 120;) {
            unsigned dir = oracle_below(&random, 4);

            if (oracle_step(&puzzle.start, dir))
                back[k++] = (uint8_t)(dir ^ 2);
        }
        for (unsigned k = 120; k-- > 0;)
            assert_int_equal(moves_push(&path, (loyd_dir)back[k]), LOYD_OK);
        slides = loyd_moves_length(&path, LOYD_MTM);
        board = permuted_of(&puzzle);
        assert_int_equal(shorten(&board, &path, LOYD_MTM, &nodes,
                                 &monitor),
                         LOYD_OK);
        assert_true(oracle_replays(&puzzle, &path));
        assert_true(loyd_moves_length(&path, LOYD_MTM) <= slides);
        n_optimal[i % 2] += loyd_moves_length(&path, LOYD_MTM) ==
                     f.slides[rank_of(puzzle.start.cell, 9)];
        loyd_moves_free(&path);
    }
    assert_int_equal(n_optimal[1], n / 2);
    assert_true(n_optimal[0] < n / 4);
    free(f.slides);
}

static void
test_large_boards_have_intervals(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_solve_options options = in_mtm;
    loyd_puzzle puzzles[3];
    loyd_solution *s;
    uint64_t random = 3;
    loyd_board goal = goal_of(7, 6, 41);

    (void)state;
    puzzles[0] = oracle_random(&goal, &random);
    puzzles[1] = walk(&goal, 4, &random);
    puzzles[2] = (loyd_puzzle){.start = goal, .goal = goal};
    options.effort = LOYD_EFFORT_QUICK;
    options.is_wide_only = true;
    s = oracle_solve(solver, puzzles, 3, &options);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(s[i].lower < s[i].upper || s[i].upper == 1);
        assert_true(s[i].path.n > 0);
        assert_int_equal(loyd_moves_length(&s[i].path, LOYD_MTM), s[i].upper);
    }
    assert_in_range(s[1].upper, 1, 4);
    assert_int_equal(oracle_proven_in(&s[2], LOYD_MTM), 0);
    oracle_free(s, 3);
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards_against_a_search),
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_tables_agree),
        cmocka_unit_test(test_large_classes),
        cmocka_unit_test(test_two_heuristics),
        cmocka_unit_test(test_limits_and_budgets),
        cmocka_unit_test(test_false_lower_ends),
        cmocka_unit_test(test_budgets_in_the_last_bound),
        cmocka_unit_test(test_cuts_are_a_lower_end),
        cmocka_unit_test(test_cuts_of_larger_boards),
        cmocka_unit_test(test_wide_search_against_a_search),
        cmocka_unit_test(test_pieces_are_shortened),
        cmocka_unit_test(test_large_boards_have_intervals),
    };

    pthread_mutex_init(&monitor.lock, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
