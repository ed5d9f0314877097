/* SPDX-License-Identifier: MIT */
/*
 * Shared by the oracle tests: boards, moves, random boards, parity and
 * breadth-first search, implemented a second time with only the library's
 * plain structs. Simple rather than fast. Tests only.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "tsv.h"

#include <loyd/puzzle.h>
#include <loyd/solve.h>

/*
 * Moves in canonical order; from[m] is the moving tile's position relative to
 * the blank.
 */
static const struct {
    char name;
    int row, col;
} oracle_moves[4] = {{'U', 1, 0}, {'R', 0, -1}, {'D', -1, 0}, {'L', 0, 1}};

/* splitmix64 [Steele, Lea, Flood, OOPSLA 2014]; any seed is valid. */
static inline uint64_t
oracle_word(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/*
 * Returns 0..n-1; the bias of at most n / 2^64 is too small for a test to
 * detect.
 */
static inline unsigned
oracle_below(uint64_t *state, unsigned n)
{
    return (unsigned)(oracle_word(state) % n);
}

/* Reads "1 2 3/4 5 6/7 8 0". */
static inline loyd_board
oracle_board(const char *text)
{
    loyd_board board;
    unsigned n = 0;

    memset(&board, 0, sizeof(board));
    board.height = 1;
    while (*text != '\0' && n < LOYD_CELLS_MAX) {
        char *end;

        board.cell[n++] = (uint8_t)strtoul(text, &end, 10);
        board.height = (uint8_t)(board.height + (*end == '/'));
        text = *end == '\0' ? end : end + 1;
    }
    board.width = (uint8_t)(n / board.height);
    return board;
}

static inline unsigned
oracle_cells(const loyd_board *board)
{
    return (unsigned)board->width * board->height;
}

/*
 * Returns the cell of a label; fails the test if the board has no such label.
 */
static inline unsigned
oracle_find(const loyd_board *board, unsigned label)
{
    for (unsigned cell = 0; cell < oracle_cells(board); cell++)
        if (board->cell[cell] == label)
            return cell;
    fail_msg("board has no label %u", label);
    return 0;
}

/* Moves a tile. Returns false if there is none in that direction. */
static inline bool
oracle_step(loyd_board *board, unsigned move)
{
    unsigned blank = oracle_find(board, 0);
    int row = (int)(blank / board->width) + oracle_moves[move].row;
    int col = (int)(blank % board->width) + oracle_moves[move].col;
    unsigned from;

    if (row < 0 || row >= board->height || col < 0 || col >= board->width)
        return false;
    from = (unsigned)row * board->width + (unsigned)col;
    board->cell[blank] = board->cell[from];
    board->cell[from] = 0;
    return true;
}

/* True if the moves are legal and lead from start to goal. */
static inline bool
oracle_replays(const loyd_puzzle *puzzle, const loyd_moves *moves)
{
    loyd_board board = puzzle->start;

    for (size_t k = 0; k < moves->n; k++)
        if (moves->dir[k] > 3 || !oracle_step(&board, moves->dir[k]))
            return false;
    return memcmp(&board, &puzzle->goal, sizeof(board)) == 0;
}

/* Unsolvable if exactly one of permutation and blank distance is odd. */
static inline bool
oracle_solvable(const loyd_board *start, const loyd_board *goal)
{
    unsigned n = oracle_cells(start), w = start->width, odd;
    unsigned from = oracle_find(start, 0), to = oracle_find(goal, 0);
    loyd_board board = *start;

    odd = from % w + to % w + from / w + to / w;
    for (unsigned cell = 0; cell < n; cell++) {
        unsigned there = oracle_find(&board, goal->cell[cell]);

        odd += there != cell;
        board.cell[there] = board.cell[cell];
        board.cell[cell] = goal->cell[cell];
    }
    return odd % 2 == 0;
}

/* Draws a uniform start that can reach the goal, possibly the goal itself. */
static inline loyd_puzzle
oracle_random(const loyd_board *goal, uint64_t *state)
{
    loyd_puzzle puzzle = {*goal, *goal};
    uint8_t *cell = puzzle.start.cell;

    do {
        for (unsigned c = oracle_cells(goal) - 1; c > 0; c--) {
            unsigned j = oracle_below(state, c + 1);
            uint8_t label = cell[c];

            cell[c] = cell[j];
            cell[j] = label;
        }
    } while (!oracle_solvable(&puzzle.start, goal));
    return puzzle;
}

/* Walks `steps` random legal moves from the goal. */
static inline loyd_puzzle
oracle_walked(const loyd_board *goal, unsigned steps, uint64_t *state)
{
    loyd_puzzle puzzle = {*goal, *goal};

    while (steps > 0)
        steps -= oracle_step(&puzzle.start, oracle_below(state, 4));
    return puzzle;
}

/* Labels in ascending order, row by row, around the blank's cell. */
static inline loyd_board
oracle_goal(unsigned width, unsigned height, unsigned blank, unsigned missing)
{
    loyd_board board;
    unsigned label = 1;

    memset(&board, 0, sizeof(board));
    board.width = (uint8_t)width;
    board.height = (uint8_t)height;
    for (unsigned cell = 0; cell < width * height; cell++) {
        if (cell == blank)
            continue;
        label += label == missing;
        board.cell[cell] = (uint8_t)label++;
    }
    return board;
}

/*
 * Returns N from LOYD_SHORT: 1/N of the boards is enough, because the tool
 * that runs the tests slows them down. Default: 1.
 */
static inline unsigned
oracle_share(void)
{
    const char *set = getenv("LOYD_SHORT");
    unsigned long n = set == NULL ? 1 : strtoul(set, NULL, 10);

    return n < 1 ? 1 : n > 1000 ? 1000 : (unsigned)n;
}

/* True under a sanitizer: skip large tests that run without one too. */
static inline bool
oracle_is_watched(void)
{
    return oracle_share() > 1;
}

/*
 * True under ThreadSanitizer, for example: large tables and those beyond 16
 * cells take minutes to build, and small ones run the same code.
 */
static inline bool
oracle_is_slow(void)
{
    return oracle_share() >= 10;
}

/* True under valgrind, for example: a million of anything takes minutes. */
static inline bool
oracle_is_slowest(void)
{
    return oracle_share() >= 20;
}

/* True if tests may take minutes. */
static inline bool
oracle_is_long(void)
{
    const char *set = getenv("LOYD_LONG");

    return set != NULL && *set != '\0';
}

/* Returns the number of boards to try: 10 n in the long tests, by default an
   eighth of n. */
static inline size_t
oracle_effort(size_t n)
{
    size_t share = oracle_share();

    if (oracle_is_long())
        n *= 10;
    else if (share < 8)
        share = 8;
    return n / share + (n < share);
}

/* Returns how often to draw: n in the long tests, by default a tenth. */
static inline unsigned
oracle_draws(unsigned n)
{
    unsigned share = oracle_share();

    return n / (share < 10 && !oracle_is_long() ? 10 : share);
}

/* Solves n puzzles as one batch, with paths. Fails the test on errors. */
static inline loyd_solution *
oracle_solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
             const loyd_solve_options *options)
{
    loyd_solution *solutions = calloc(n, sizeof(*solutions));

    assert_non_null(solutions);
    assert_int_equal(loyd_solve(solver, puzzles, n, options, solutions, NULL),
                     LOYD_OK);
    for (size_t k = 0; k < n; k++)
        if (solutions[k].path.n > 0)
            assert_true(oracle_replays(&puzzles[k], &solutions[k].path));
    return solutions;
}

static inline void
oracle_free(loyd_solution *solutions, size_t n)
{
    for (size_t k = 0; k < n; k++)
        loyd_moves_free(&solutions[k].path);
    free(solutions);
}

/*
 * Returns the optimal length in a metric. Fails the test if it is not proven
 * or the path has another length.
 */
static inline unsigned
oracle_proven_in(const loyd_solution *solution, loyd_metric metric)
{
    assert_int_equal(solution->lower, solution->upper);
    assert_int_equal(loyd_moves_length(&solution->path, metric),
                     solution->upper);
    return solution->upper;
}

static inline unsigned
oracle_proven(const loyd_solution *solution)
{
    return oracle_proven_in(solution, LOYD_STM);
}

/*
 * Returns the folder of table files that the tests of one run share, so that
 * tables are built once; NULL if there is none.
 */
static inline const char *
oracle_cache(void)
{
    return getenv("TABLES_OF_RUN");
}

static inline loyd_solver *
oracle_solver(loyd_tables tables, unsigned threads)
{
    loyd_solver_options options;
    loyd_solver *solver = NULL;

    memset(&options, 0, sizeof(options));
    options.tables = tables;
    options.threads = threads;
    options.cache_dir = oracle_cache();
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    return solver;
}

/* The entry of depths.txt for one size, with the goal's blank in a corner. */
struct oracle_depths {
    unsigned radius;
    double total, mean, variance;
    double count[160]; /* states at each optimal length, exact below 2^53 */
};

static inline struct oracle_depths
oracle_depths(const char *size)
{
    struct oracle_depths depths;
    struct tsv tsv;
    double sum = 0, squares = 0;
    char *at;

    memset(&depths, 0, sizeof(depths));
    tsv_open(&tsv, "depths.txt");
    do {
        if (!tsv_next(&tsv, 1))
            fail_msg("no size %s in depths.txt", size);
        at = strchr(tsv.line, ' ');
        assert_non_null(at);
        *at++ = '\0';
    } while (strcmp(tsv.line, size) != 0);
    at = strchr(at, ':');
    assert_non_null(at);
    for (unsigned d = 0; *++at == ' '; d++) {
        assert_in_range(d, 0, 159);
        depths.count[d] = strtod(at, &at);
        depths.total += depths.count[d];
        sum += d * depths.count[d];
        squares += (double)d * d * depths.count[d];
        depths.radius = d;
        at--;
    }
    depths.mean = sum / depths.total;
    depths.variance = squares / depths.total - depths.mean * depths.mean;
    tsv_close(&tsv);
    return depths;
}

#endif
