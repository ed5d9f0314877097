/* SPDX-License-Identifier: MIT */
/*
 * Measures loyd and compares it with the best public programs.
 *
 *   bench [--long] [WORD ...]   only rows that contain one of the words
 *
 * Boards of 20 and more cells take long and are omitted by default; a word
 * selects them. The hour of fifty boards needs --long. Intervals of effort
 * best take ten minutes.
 *
 * The figures of the other programs were measured in November 2026 on one core
 * of a 2.6 GHz server on which the reference loop (bench_measure.c) took 0.40
 * seconds. They are scaled by the time of that loop now before the ratio is
 * computed. Boards are drawn by g1 with the seed "bench", so that all runs
 * measure the same ones.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "lab/classic.h"
#include "rate/observed.h"

#define N_BATCH 3000
#define N_SINGLE 1000
#define N_COLD 60

/* Millions of boards through the library, only their labels. */
static void
generation(const char *recipe_text, double peer)
{
    enum { N = 1 << 16, TIMES = 64 };
    static uint8_t starts[N * LOYD_CELLS_MAX];
    char name[80];
    double best = 1e9;
    loyd_generator *g = NULL;
    loyd_recipe recipe;

    snprintf(name, sizeof(name), "generation, 1 thread, %s", recipe_text);
    if (!wanted(name))
        return;
    if (loyd_recipe_parse(recipe_text, strlen(recipe_text), &recipe, NULL) !=
            LOYD_OK ||
        loyd_generator_new(&recipe, NULL, &g, NULL) != LOYD_OK)
        die(recipe_text);
    for (unsigned repeat = 0; repeat < 5; repeat++) {
        double t = now();

        for (unsigned i = 0; i < TIMES; i++)
            if (loyd_generator_draw_many(g, (uint64_t)i * N, N, 0, starts,
                                         NULL, NULL) != LOYD_OK)
                die(recipe_text);
        t = now() - t;
        best = t < best ? t : best;
    }
    row(name, 1e-6 * TIMES * N / best, "million/s", peer, true);
    loyd_generator_free(&g);
}

/* Boards of a target, two threads; the preparation has a separate row. */
static void
aiming(const char *span, size_t n)
{
    char name[80], text[64];
    loyd_generator *g = NULL;
    loyd_solver *solver = solver_new(LOYD_TABLES_AUTO, 2);
    loyd_recipe recipe;
    loyd_puzzle puzzle;
    double t = now();

    snprintf(name, sizeof(name), "4x4 aiming at %s, 2 threads", span);
    snprintf(text, sizeof(text), "4x4/rows~g1,stm=%s~bench~0", span);
    if (!wanted(name))
        goto end;
    if (loyd_recipe_parse(text, strlen(text), &recipe, NULL) != LOYD_OK)
        die(text);
    loyd_target_method(&recipe);
    if (loyd_generator_new(&recipe, NULL, &g, NULL) != LOYD_OK)
        die(text);
    /* Enough boards for the tables and bounds, or the ball, to be built. */
    for (size_t i = 0; i < (recipe.method == LOYD_METHOD_BALL ? 1 : 300); i++)
        if (loyd_generator_draw(g, solver, i, 0, &puzzle, NULL, NULL) !=
            LOYD_OK)
            die(text);
    row(recipe.method == LOYD_METHOD_BALL
            ? "4x4 aiming, its ball built"
            : "4x4 aiming, 300 boards and the bounds",
        now() - t, "s", 0, false);
    t = now();
    for (size_t i = 0; i < n; i++)
        if (loyd_generator_draw(g, solver, 1000 + i, 0, &puzzle, NULL, NULL) !=
            LOYD_OK)
            die(text);
    row(name, (double)n / (now() - t), "boards/s", 0, true);
end:
    loyd_generator_free(&g);
    loyd_solver_free(&solver);
}

/* The slowest of the lengths 66 to 80 by method far: three boards of each. */
static void
from_afar(void)
{
    static const char name[] = "4x4 from afar, the slowest length, 2 threads";
    loyd_solver *solver = solver_new(LOYD_TABLES_AUTO, 2);
    double slowest = 0;

    for (unsigned stm = 66; wanted(name) && stm <= LOYD_FAR_HIGH; stm++) {
        char text[64];
        loyd_generator *g = NULL;
        loyd_recipe recipe;
        loyd_puzzle puzzle;
        double t;

        snprintf(text, sizeof(text), "4x4/rows~g1:far,stm=%u..%u~bench~0", stm,
                 stm);
        if (loyd_recipe_parse(text, strlen(text), &recipe, NULL) != LOYD_OK ||
            loyd_generator_new(&recipe, NULL, &g, NULL) != LOYD_OK)
            die(text);
        t = now();
        for (size_t i = 0; i < 3; i++)
            if (loyd_generator_draw(g, solver, i, 0, &puzzle, NULL, NULL) !=
                LOYD_OK)
                die(text);
        t = (now() - t) / 3;
        slowest = t > slowest ? t : slowest;
        loyd_generator_free(&g);
    }
    if (wanted(name))
        row(name, slowest, "s/board", 0, false);
    loyd_solver_free(&solver);
}

/* Batches of one 4x4 class with warm large tables. */
static void
batches(const char *class_name, const char *layout, double peer)
{
    char recipe[64], name[80];
    loyd_puzzle *puzzles;

    snprintf(name, sizeof(name), "4x4 batch %s", class_name);
    if (!wanted(name))
        return;
    snprintf(recipe, sizeof(recipe), "4x4/%s~g1~bench~0", layout);
    puzzles = draw(recipe, N_BATCH);
    for (unsigned threads = 1; threads <= 2; threads++) {
        loyd_solver *solver = solver_new(LOYD_TABLES_LARGE, threads);

        solve(solver, puzzles, 1, true);
        for (int is_length_only = 1; is_length_only >= 0; is_length_only--) {
            double t = solve_best(solver, puzzles, N_BATCH, is_length_only);

            snprintf(name, sizeof(name), "4x4 batch %s, %u thread%s, %s",
                     class_name, threads, threads > 1 ? "s" : "",
                     is_length_only ? "length" : "canonical path");
            row(name, N_BATCH / t, "boards/s", threads == 1 ? peer : 0, true);
        }
        loyd_solver_free(&solver);
    }
    free(puzzles);
}

static void
one_by_one(void)
{
    const char *name = "4x4 one warm board";
    double t[N_SINGLE];
    loyd_puzzle *puzzles;
    loyd_solver *solver;

    if (!wanted(name))
        return;
    puzzles = draw("4x4/rows~g1~bench single~0", N_SINGLE);
    solver = solver_new(LOYD_TABLES_LARGE, 1);
    solve(solver, puzzles, 1, true);
    for (size_t i = 0; i < N_SINGLE; i++)
        t[i] = solve(solver, &puzzles[i], 1, true);
    latency_rows(name, t, N_SINGLE, 2.36, 21);
    loyd_solver_free(&solver);
    free(puzzles);
}

static void
korf_100(void)
{
    const char *name = "Korf's 100, warm batch";
    static loyd_puzzle puzzles[100];
    loyd_solver *solver;

    if (!wanted(name))
        return;
    if (read_boards(LOYD_DATA "/korf100.boards", "rows,blank=first", 4,
                    puzzles, 100) != 100)
        die(LOYD_DATA "/korf100.boards");
    solver = solver_new(LOYD_TABLES_LARGE, 1);
    solve(solver, puzzles, 1, true);
    row(name, solve_best(solver, puzzles, 100, true), "s", 0.254, false);
    loyd_solver_free(&solver);
}

static void
hardest_17(void)
{
    const char *name = "4x4 the 17 hardest, warm";
    static loyd_puzzle puzzles[17];

    if (!wanted(name))
        return;
    if (read_boards(LOYD_DATA "/hardest4x4.boards", "rows", 4, puzzles, 17) !=
        17)
        die(LOYD_DATA "/hardest4x4.boards");
    for (unsigned threads = 1; threads <= 2; threads++) {
        loyd_solver *solver = solver_new(LOYD_TABLES_LARGE, threads);
        char text[80];
        double t = 0;

        solve(solver, puzzles, 1, true);
        for (unsigned i = 0; i < 17; i++)
            t += solve(solver, &puzzles[i], 1, true);
        snprintf(text, sizeof(text), "%s, %u thread%s, mean", name, threads,
                 threads > 1 ? "s" : "");
        row(text, 1e3 * t / 17, "ms", threads == 1 ? 868 : 0, false);
        loyd_solver_free(&solver);
    }
}

/* A* by Manhattan distance, one board after the other: the median of five
   runs, in CPU time of one core. */
static void
textbook_astar(void)
{
    enum { RUNS = 5, N = 2000 };
    const char *name = "3x3 A*, Manhattan, 1 thread";
    const struct classic_options options = {
        .search = {ALGORITHM_ASTAR, HEURISTIC_MANHATTAN}};
    double t[RUNS];
    loyd_puzzle *puzzles;

    if (!wanted(name))
        return;
    puzzles = draw("3x3/rows~g1~bench~0", N);
    for (unsigned i = 0; i < RUNS; i++) {
        double begin = cpu_now();

        for (size_t k = 0; k < N; k++) {
            struct classic_result result;

            if (classic_solve(&puzzles[k], &options, &result, NULL) != LOYD_OK)
                die(name);
            loyd_moves_free(&result.solution.path);
        }
        t[i] = cpu_now() - begin;
    }
    row(name, N / median_of(t, RUNS), "boards/s", 0, true);
    free(puzzles);
}

/* Runs a child process: its seconds and its peak memory. */
struct cost {
    double seconds;
    double megabytes;
};

static struct cost
finish(pid_t child, double since)
{
    struct rusage usage;
    int status;
    struct cost c;

    if (child < 0 || wait4(child, &status, 0, &usage) != child ||
        !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        die("a child process failed");
    c.seconds = now() - since;
    c.megabytes = (double)usage.ru_maxrss / 1e3;
    return c;
}

/* Tables for one easy board, in a separate process. */
static struct cost
build_cost(const char *recipe, loyd_tables tables, unsigned threads)
{
    loyd_puzzle *puzzles = draw(recipe, 1);
    double t = now();
    pid_t child = fork();
    struct cost c;

    if (child == 0) {
        loyd_solver *solver = solver_new(tables, threads);

        solve(solver, puzzles, 1, true);
        _exit(0);
    }
    c = finish(child, t);
    free(puzzles);
    return c;
}

static void
tables_4x4(void)
{
    loyd_solver_options none = {.threads = 1};
    double bytes[2] = {0, 0};
    loyd_cursor *cursor = NULL;
    const loyd_row *found;

    if (!wanted("4x4 tables"))
        return;
    if (loyd_tables_open(LOYD_TABLE_LIST, &none, 4, 4, -1, &cursor, NULL) !=
        LOYD_OK)
        die("no list of tables");
    while (loyd_cursor_next(cursor, &found, NULL) == LOYD_OK && found != NULL)
        if (found->table_info->size == LOYD_TABLES_LARGE &&
            found->table_info->blank <= 1)
            bytes[found->table_info->blank] =
                (double)found->table_info->bytes / 1e6;
    loyd_cursor_close(&cursor);
    row("4x4 tables, corner", bytes[0], "MB", peer_here(577), false);
    row("4x4 tables, edge", bytes[1], "MB", 0, false);
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct cost c = build_cost("4x4/rows~g1:walk:4~bench~0",
                                   LOYD_TABLES_LARGE, threads);
        char name[64];

        snprintf(name, sizeof(name), "4x4 tables, build, %u thread%s", threads,
                 threads > 1 ? "s" : "");
        row(name, c.seconds, "s", threads == 1 ? 201 : 0, false);
        if (threads == 1)
            row("4x4 tables, scratch while building", c.megabytes - bytes[0],
                "MB", peer_here(3500), false);
    }
}

/* `loyd solve BOARD` in a new process, without table files. */
static double
command(const loyd_board *board, const char *cache)
{
    char text[LOYD_BOARD_TEXT];
    double t = now();
    pid_t child = fork();

    loyd_board_print(board, LOYD_FORM_ROWS, text);
    if (child == 0) {
        int null = open("/dev/null", O_WRONLY);

        setenv("XDG_CACHE_HOME", cache, 1);
        dup2(null, 1);
        dup2(null, 2);
        execl(LOYD_COMMAND, LOYD_COMMAND, "solve", text, (char *)NULL);
        _exit(127);
    }
    return finish(child, t).seconds;
}

static void
remove_cache(const char *cache)
{
    char line[600];

    snprintf(line, sizeof(line), "rm -rf '%s'", cache);
    if (system(line) != 0)
        die("rm");
}

static void
from_nothing(void)
{
    const char *name = "4x4 from nothing, whole command";
    char cache[] = "/tmp/loyd-bench-XXXXXX";
    double t[N_COLD];
    loyd_puzzle *puzzles;
    loyd_puzzle hardest;

    if (!wanted(name) || mkdtemp(cache) == NULL)
        return;
    puzzles = draw("4x4/rows~g1~bench cold~0", N_COLD);
    for (size_t i = 0; i < N_COLD; i++)
        t[i] = command(&puzzles[i].start, cache);
    latency_rows(name, t, N_COLD, 170, 0);
    remove_cache(cache);
    read_boards(LOYD_DATA "/hardest4x4.boards", "rows", 4, &hardest, 1);
    row("4x4 from nothing, an 80-move board", command(&hardest.start, cache),
        "s", 80, false);
    remove_cache(cache);
    free(puzzles);
}

/* `loyd check` as a filter over a file of boards. */
static void
parity_checks(void)
{
    enum { N = 2000000 };
    const char *name = "parity checks by loyd check, from a file";
    char folder[] = "/tmp/loyd-bench-XXXXXX", line[1024];
    double t;

    if (!wanted(name) || mkdtemp(folder) == NULL)
        return;
    snprintf(line, sizeof(line),
             "'" LOYD_COMMAND
             "' generate 4x4 --seed bench --count %d >%s/boards",
             N, folder);
    t = now();
    if (system(line) != 0)
        die(line);
    row("generation by loyd generate, into a file", 1e-6 * N / (now() - t),
        "million/s", 0, true);
    snprintf(line, sizeof(line),
             "'" LOYD_COMMAND "' check <%s/boards >/dev/null", folder);
    t = now();
    if (system(line) != 0)
        die(line);
    row(name, 1e-6 * N / (now() - t), "million/s", 0, true);
    remove_cache(folder);
}

/* A small class: building, memory, and microseconds per board. */
static void
small_class(const char *size, size_t n, double peer_us)
{
    char recipe[64], name[64];
    loyd_puzzle *puzzles;
    loyd_solver *solver;
    struct cost c;

    snprintf(name, sizeof(name), "%s table", size);
    if (!wanted(name))
        return;
    snprintf(recipe, sizeof(recipe), "%s/rows~g1~bench~0", size);
    c = build_cost(recipe, LOYD_TABLES_LARGE, 2);
    snprintf(name, sizeof(name), "%s table, 2 threads", size);
    row(name, 1e3 * c.seconds, "ms", 0, false);
    snprintf(name, sizeof(name), "%s table, the whole process", size);
    row(name, c.megabytes, "MB", 0, false);
    puzzles = draw(recipe, n);
    solver = solver_new(LOYD_TABLES_LARGE, 1);
    solve(solver, puzzles, 1, true);
    snprintf(name, sizeof(name), "%s table, path a board in batches", size);
    row(name, 1e6 * solve_best(solver, puzzles, n, false) / (double)n, "us",
        peer_us, false);
    loyd_solver_free(&solver);
    free(puzzles);
}

/* A searched class: milliseconds per board with warm large tables. */
static void
searched_class(const char *size, size_t n)
{
    char recipe[64], name[64];
    loyd_puzzle *puzzles;
    loyd_solver *solver;

    snprintf(name, sizeof(name), "%s random, warm batch", size);
    if (!wanted(name))
        return;
    snprintf(recipe, sizeof(recipe), "%s/rows~g1~bench~0", size);
    puzzles = draw(recipe, n);
    solver = solver_new(LOYD_TABLES_LARGE, 1);
    solve(solver, puzzles, 1, true);
    for (int is_length_only = 1; is_length_only >= 0; is_length_only--) {
        snprintf(name, sizeof(name), "%s random, warm batch, %s", size,
                 is_length_only ? "length" : "canonical path");
        row(name,
            1e3 * solve_best(solver, puzzles, n, is_length_only) / (double)n,
            "ms", 0, false);
    }
    loyd_solver_free(&solver);
    free(puzzles);
}

/* A number of about N(0, 1): the sum of twelve uniform ones, by the generator
 * of Knuth's MMIX. */
static double
about_normal(uint64_t *state)
{
    double sum = -6;

    for (unsigned i = 0; i < 12; i++) {
        *state = *state * UINT64_C(6364136223846793005) +
                 UINT64_C(1442695040888963407);
        sum += (double)(*state >> 11) / 9007199254740992.0;
    }
    return sum;
}

/* A million games of 10,000 puzzles by 20,000 players, a quarter given up. */
static void
observed_games(void)
{
    enum { PUZZLES = 10000, PLAYERS = 20000, GAMES = 1000000 };
    struct observed_game *games;
    uint64_t state = 1;
    struct cost c;
    double begin;
    pid_t child;

    if (!wanted("observed difficulty"))
        return;
    if ((games = malloc(GAMES * sizeof(*games))) == NULL)
        die("out of memory");
    for (unsigned i = 0; i < GAMES; i++) {
        uint32_t puzzle = (uint32_t)(state >> 32) % PUZZLES;
        uint32_t player = (uint32_t)(state >> 16) % PLAYERS;
        double time = 4 + puzzle % 100 * 0.02 - player % 100 * 0.02 +
                      0.4 * about_normal(&state);

        games[i] = (struct observed_game){puzzle, player,
                                          (uint32_t)(1000 * exp(time)),
                                          (state >> 40) % 4 > 0};
    }
    begin = now();
    if ((child = fork()) == 0) {
        struct observed o;
        loyd_why why;

        if (observed_rate(games, GAMES, PUZZLES, PLAYERS, NULL, &o, &why) !=
                LOYD_OK ||
            !o.has_converged)
            die("games not rated");
        _exit(0);
    }
    c = finish(child, begin);
    row("observed difficulty, a million games", c.seconds, "s", 0, false);
    row("observed difficulty, the whole process", c.megabytes, "MB", 0, false);
    free(games);
}

int
main(int argc, char **argv)
{
    bool with_long = argc > 1 && strcmp(argv[1], "--long") == 0;
    int first = with_long ? 2 : 1;

    bench_begin(argv + first, argc - first);
    generation("4x4/rows~g1~bench~0", 6.2);
    generation("3x3/rows~g1~bench~0", 0);
    generation("5x5/rows~g1~bench~0", 0);
    generation("4x4/rows~g1:retry~bench~0", 0);
    generation("4x4/rows~g1:walk:100~bench~0", 0);
    parity_checks();
    aiming("16..22", 1000000);
    aiming("24..27", 300);
    aiming("28..30", 600);
    from_afar();
    aiming("40..49", 2000);
    batches("corner", "rows", 435);
    batches("edge", "rows,blank=0.1", 0);
    batches("inner", "rows,blank=1.1", 0);
    one_by_one();
    korf_100();
    textbook_astar();
    tables_4x4();
    from_nothing();
    hardest_17();
    small_class("3x3", 20000, 12500);
    small_class("2x5", 10000, 0);
    small_class("3x4", 3000, 3600);
    small_class("2x6", 3000, 0);
    searched_class("2x7", 1000);
    searched_class("3x5", 1000);
    searched_class("2x8", 1000);
    observed_games();
    bench_games();
    bench_mtm();
    bench_optimal();
    bench_upper();
    bench_long(with_long, argc > first);
    return 0;
}
