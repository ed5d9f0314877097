/* SPDX-License-Identifier: MIT */
/*
 * Measures loyd and compares it with the best public programs.
 *
 *   bench [--long] [WORD ...]   only rows that contain one of the words
 *
 * Boards of 20 and more cells take long and are omitted by default; a word
 * selects them. The hour of fifty boards needs --long.
 *
 * The figures of the other programs were measured in November 2026 on one core
 * of a 2.6 GHz server on which the reference loop below took
 * REFERENCE_SECONDS. They are scaled by the time of that loop now before the
 * ratio is computed. Boards are drawn by g1 with the seed "bench", so that all
 * runs measure the same ones.
 */
#define _DEFAULT_SOURCE /* wait4 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "loyd.h"
#include "solve/construct.h"
#include "solve/human.h"

#define REFERENCE_SECONDS 0.40
#define N_BATCH 3000
#define N_SINGLE 1000
#define N_COLD 60

static double scale = 1; /* this machine now, relative to that of the peers */
static char **words;
static int n_words;
static bool with_long;

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

/*
 * Eight chains of dependent loads through 64 MB, as in a search with tables,
 * with a little arithmetic in between.
 */
static double
reference(void)
{
    enum { WORDS = 1 << 24, CHAINS = 8, STEPS = 1 << 21 };
    uint32_t *table = malloc(WORDS * sizeof(*table)), at[CHAINS];
    uint32_t sum = 0;
    double best = 1e9;

    if (table == NULL)
        die("out of memory");
    for (uint32_t i = 0; i < WORDS; i++)
        table[i] = i * 2654435761u ^ i >> 7;
    for (unsigned repeat = 0; repeat < 5; repeat++) {
        double t = now();

        for (uint32_t c = 0; c < CHAINS; c++)
            at[c] = c;
        for (unsigned i = 0; i < STEPS; i++)
            for (unsigned c = 0; c < CHAINS; c++) {
                uint32_t x = table[at[c]] + i;

                x ^= x >> 15;
                x *= 2246822519u;
                x ^= x >> 13;
                at[c] = x & (WORDS - 1);
            }
        t = now() - t;
        best = t < best ? t : best;
        sum += at[0];
    }
    free(table);
    return sum == 1 ? best + 1e-9 : best; /* keeps the loop */
}

static bool
wanted(const char *row)
{
    for (int i = 0; i < n_words; i++)
        if (strstr(row, words[i]) != NULL)
            return true;
    return n_words == 0;
}

/*
 * Prints one row. `peer`: the best public figure, 0 if unknown; `faster`: the
 * figure is a rate (more is better), otherwise a time.
 */
static void
row(const char *what, double figure, const char *unit, double peer,
    bool faster)
{
    double there = faster ? peer / scale : peer * scale;

    printf("%-46s %10.4g %-9s", what, figure, unit);
    if (peer > 0)
        printf(" %10.4g %8.1f x", there,
               faster ? figure / there : there / figure);
    printf("\n");
    fflush(stdout);
}

static loyd_puzzle *
draw(const char *recipe_text, size_t n)
{
    loyd_puzzle *puzzles = calloc(n, sizeof(*puzzles));
    loyd_generator *g = NULL;
    loyd_recipe recipe;

    if (puzzles == NULL ||
        loyd_recipe_parse(recipe_text, strlen(recipe_text), &recipe, NULL) !=
            LOYD_OK ||
        loyd_generator_new(&recipe, NULL, &g, NULL) != LOYD_OK)
        die(recipe_text);
    for (size_t i = 0; i < n; i++)
        if (loyd_generator_draw(g, i, 0, &puzzles[i], NULL) != LOYD_OK)
            die(recipe_text);
    loyd_generator_free(&g);
    return puzzles;
}

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

static loyd_solver *
solver_new(loyd_tables tables, unsigned threads)
{
    loyd_solver_options options = {.tables = tables, .threads = threads};
    loyd_solver *solver = NULL;

    if (loyd_solver_new(&options, &solver) != LOYD_OK)
        die("no solver");
    return solver;
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
        if (loyd_target_draw(g, solver, i, 0, &puzzle, NULL, NULL) != LOYD_OK)
            die(text);
    row(recipe.method == LOYD_METHOD_BALL
            ? "4x4 aiming, its ball built"
            : "4x4 aiming, 300 boards and the bounds",
        now() - t, "s", 0, false);
    t = now();
    for (size_t i = 0; i < n; i++)
        if (loyd_target_draw(g, solver, 1000 + i, 0, &puzzle, NULL, NULL) !=
            LOYD_OK)
            die(text);
    row(name, (double)n / (now() - t), "boards/s", 0, true);
end:
    loyd_generator_free(&g);
    loyd_solver_free(&solver);
}

/* Reads boards, one per line, with the goal of a layout. */
static size_t
read_boards(const char *path, const char *layout_text, unsigned side,
            loyd_puzzle *puzzles, size_t most)
{
    FILE *file = fopen(path, "r");
    loyd_layout layout;
    char line[512];
    size_t n = 0;

    if (file == NULL ||
        loyd_layout_parse(layout_text, strlen(layout_text), (uint8_t)side,
                          (uint8_t)side, &layout, NULL) != LOYD_OK)
        die(path);
    while (n < most && fgets(line, sizeof(line), file) != NULL) {
        size_t len = strcspn(line, "\n");

        if (line[0] == '#' || len == 0)
            continue;
        puzzles[n].goal = layout.goal;
        if (loyd_board_parse(line, len, 0, 0, &puzzles[n].start, NULL) !=
            LOYD_OK)
            die(path);
        n++;
    }
    fclose(file);
    return n;
}

/* Seconds for one call with n puzzles, all of which must be solved. */
static double
solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
      bool is_length_only)
{
    loyd_solution *solutions = calloc(n, sizeof(*solutions));
    loyd_solve_options options = {.is_length_only = is_length_only};
    double t;

    if (solutions == NULL)
        die("out of memory");
    t = now();
    if (loyd_solve(solver, puzzles, n, &options, solutions, NULL) != LOYD_OK)
        die("cannot solve");
    t = now() - t;
    for (size_t i = 0; i < n; i++) {
        if (solutions[i].lower != solutions[i].upper)
            die("a board is not solved");
        loyd_moves_free(&solutions[i].path);
    }
    free(solutions);
    return t;
}

/* The best of three: other load on the machine only adds time. */
static double
solve_best(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
           bool is_length_only)
{
    double best = 1e9;

    for (unsigned i = 0; i < 3; i++) {
        double t = solve(solver, puzzles, n, is_length_only);

        best = t < best ? t : best;
    }
    return best;
}

static int
by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double
mean_of(const double *t, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += t[i];
    return sum / (double)n;
}

/* Prints the mean and the 99th percentile of n times, in milliseconds. */
static void
latency_rows(const char *what, double *t, size_t n, double peer_mean,
             double peer_p99)
{
    char name[64];

    qsort(t, n, sizeof(*t), by_value);
    snprintf(name, sizeof(name), "%s, mean", what);
    row(name, 1e3 * mean_of(t, n), "ms", peer_mean, false);
    snprintf(name, sizeof(name), "%s, p99", what);
    row(name, 1e3 * t[n * 99 / 100], "ms", peer_p99, false);
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
    loyd_table_info info;
    bool found = true;

    if (!wanted("4x4 tables"))
        return;
    if (loyd_tables_open(LOYD_TABLE_LIST, &none, 4, 4, &cursor, NULL) !=
        LOYD_OK)
        die("no list of tables");
    while (loyd_table_info_next(cursor, &info, &found, NULL) == LOYD_OK &&
           found)
        if (info.size == LOYD_TABLES_LARGE && info.blank <= 1)
            bytes[info.blank] = (double)info.bytes / 1e6;
    loyd_cursor_close(&cursor);
    row("4x4 tables, corner", bytes[0], "MB", 577 / scale, false);
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
                "MB", 3500 / scale, false);
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
        const char *build = getenv("BUILD");
        char path[512];

        snprintf(path, sizeof(path), "%s/loyd", build ? build : "build");
        setenv("XDG_CACHE_HOME", cache, 1);
        dup2(null, 1);
        dup2(null, 2);
        execl(path, path, "solve", text, (char *)NULL);
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
    const char *build = getenv("BUILD");
    char folder[] = "/tmp/loyd-bench-XXXXXX", line[1024];
    double t;

    if (!wanted(name) || mkdtemp(folder) == NULL)
        return;
    snprintf(line, sizeof(line),
             "'%s/loyd' generate 4x4 --seed bench --count %d >%s/boards",
             build ? build : "build", N, folder);
    t = now();
    if (system(line) != 0)
        die(line);
    row("generation by loyd generate, into a file", 1e-6 * N / (now() - t),
        "million/s", 0, true);
    snprintf(line, sizeof(line), "'%s/loyd' check <%s/boards >/dev/null",
             build ? build : "build", folder);
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

/* Slow boards, lengths only: seconds each. */
static void
long_ones(const char *name, const loyd_puzzle *puzzles, size_t n,
          unsigned threads, double peer)
{
    loyd_solver *solver = solver_new(LOYD_TABLES_LARGE, threads);
    loyd_puzzle solved = {puzzles[0].goal, puzzles[0].goal};

    solve(solver, &solved, 1, true);
    row(name, solve(solver, puzzles, n, true) / (double)n, "s", peer, false);
    loyd_solver_free(&solver);
}

/* One of Korf and Felner's fifty. */
struct felner {
    unsigned number;
    unsigned length;
    loyd_puzzle puzzle;
};

static int
by_length(const void *a, const void *b)
{
    const struct felner *x = a, *y = b;
    int d = (x->length > y->length) - (x->length < y->length);

    return d != 0 ? d : (x->number > y->number) - (x->number < y->number);
}

static bool
before_deadline(void *context, const loyd_progress *progress)
{
    (void)progress;
    return now() < *(const double *)context;
}

/* The queue of the fifty boards. */
struct contest {
    struct felner boards[50];
    atomic_uint next;
    atomic_uint n_proven;
    double end;
};

static void *
contest_member(void *argument)
{
    struct contest *c = argument;
    const loyd_listener listener = {.progress = before_deadline,
                                    .context = &c->end};
    loyd_solver_options options = {
        .tables = LOYD_TABLES_LARGE, .threads = 1, .listener = &listener};
    loyd_solve_options length = {.is_length_only = true};
    loyd_solver *solver = NULL;
    unsigned i;

    if (loyd_solver_new(&options, &solver) != LOYD_OK)
        die("no solver");
    while ((i = atomic_fetch_add(&c->next, 1)) < 50) {
        const struct felner *board = &c->boards[i];
        loyd_solution solution = {0};
        double t = now();
        loyd_err err =
            loyd_solve(solver, &board->puzzle, 1, &length, &solution, NULL);

        if (err == LOYD_E_CANCELLED)
            break;
        if (err != LOYD_OK || solution.upper != board->length)
            die("a board of the fifty has another length");
        printf("  #%-2u %3u moves %10.1f s\n", board->number, board->length,
               now() - t);
        fflush(stdout);
        atomic_fetch_add(&c->n_proven, 1);
    }
    loyd_solver_free(&solver);
    return NULL;
}

/*
 * Solves as many of Korf and Felner's fifty as possible in an hour (or
 * BENCH_SECONDS), the shortest first, one board per core, and prints the time
 * of each.
 */
static void
an_hour_of_24(const loyd_puzzle *puzzles)
{
    const char *name = "5x5 the fifty, 2 cores, an hour";
    const char *seconds = getenv("BENCH_SECONDS");
    static struct contest c;
    FILE *file = fopen(LOYD_DATA "/korf24.lengths", "r");
    pthread_t other;

    if (!wanted(name))
        return;
    for (unsigned i = 0; i < 50; i++) {
        c.boards[i] = (struct felner){.number = i + 1, .puzzle = puzzles[i]};
        if (file == NULL || fscanf(file, "%u", &c.boards[i].length) != 1)
            die(LOYD_DATA "/korf24.lengths");
    }
    fclose(file);
    qsort(c.boards, 50, sizeof(c.boards[0]), by_length);
    c.end = now() + (seconds ? atof(seconds) : 3600);
    if (pthread_create(&other, NULL, contest_member, &c) != 0)
        die("no thread");
    contest_member(&c);
    pthread_join(other, NULL);
    row(name, atomic_load(&c.n_proven), "proven", 0, false);
}

static void
large_boards(void)
{
    static loyd_puzzle puzzles[50];

    if (!with_long && n_words == 0)
        return;
    read_boards(LOYD_DATA "/korf24.boards", "rows,blank=first", 5, puzzles,
                50);
    if (wanted("5x5 #40"))
        long_ones("5x5 #40, 1 thread", &puzzles[39], 1, 1, 17);
    if (wanted("5x5 #38"))
        long_ones("5x5 #38, 1 thread", &puzzles[37], 1, 1, 26);
    if (wanted("5x5 #1"))
        long_ones("5x5 #1, 1 thread", &puzzles[0], 1, 1, 0);
    if (wanted("4x5")) {
        loyd_puzzle *random = draw("5x4/rows~g1~bench~0", 30);

        long_ones("4x5, 30 random boards, 2 threads, a board", random, 30, 2,
                  0);
        free(random);
    }
    if (with_long)
        an_hour_of_24(puzzles);
}

static double
by_rows(const loyd_puzzle *puzzles, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        loyd_moves path = {NULL, 0, 0};
        struct permuted board;
        struct frame frame;

        frame_of_goal(&puzzles[i].goal, &frame);
        frame_board(&frame, &puzzles[i].start, &board);
        if (human_solve(&board, frame.cls.blank, &path) != LOYD_OK)
            die("no solution by rows");
        sum += (double)path.n;
        loyd_moves_free(&path);
    }
    return sum / (double)n;
}

/* The method by stages alone: rate and mean length, next to row by row. */
static void
by_stages(const char *size, size_t n)
{
    static struct stages stages;
    static struct monitor monitor;
    double t = 0, sum = 0;
    loyd_puzzle *puzzles;
    char name[80];

    snprintf(name, sizeof(name), "%s by stages", size);
    if (!wanted(name))
        return;
    snprintf(name, sizeof(name), "%s/rows~g1~bench~0", size);
    puzzles = draw(name, n);
    if (stages_init(&stages) != LOYD_OK)
        die("no memory");
    for (unsigned again = 0; again < 2; again++) { /* the first makes tables */
        t = now();
        sum = 0;
        for (size_t i = 0; i < n; i++) {
            struct search_job job = {.rank = {0, 1, 2, 3}};
            struct frame frame;

            frame_of_goal(&puzzles[i].goal, &frame);
            frame_board(&frame, &puzzles[i].start, &job.board);
            if (construct_solve(&stages, &job, frame.cls.blank, &monitor) !=
                LOYD_OK)
                die("no solution by stages");
            sum += (double)job.path.n;
            loyd_moves_free(&job.path);
        }
        t = now() - t;
    }
    printf("%-5s by stages: %.1f, by rows %.1f, %.0f boards/s\n", size,
           sum / (double)n, by_rows(puzzles, n), (double)n / t);
    fflush(stdout);
    stages_free(&stages);
    free(puzzles);
}

/* Mean ends of intervals; the times include the proof that did not end. */
static void
interval_row(const char *name, const loyd_puzzle *puzzles, size_t n,
             const loyd_solve_options *options)
{
    loyd_solution *solutions = calloc(n, sizeof(*solutions));
    loyd_solver *solver = solver_new(LOYD_TABLES_SMALL, 1);
    double t = 0, lower = 0, upper = 0;
    size_t first = 1; /* makes the tables */

    if (solutions == NULL)
        die("out of memory");
    for (unsigned again = 0; again < 2; again++) {
        t = now();
        if (loyd_solve(solver, puzzles, first, options, solutions, NULL) !=
            LOYD_OK)
            die("cannot solve");
        t = now() - t;
        first = n;
    }
    for (size_t i = 0; i < n; i++) {
        lower += solutions[i].lower / (double)n;
        upper += solutions[i].upper / (double)n;
    }
    printf("%-26s %.1f..%.1f, by rows %.1f, %.3g ms\n", name, lower, upper,
           by_rows(puzzles, n), 1e3 * t / (double)n);
    fflush(stdout);
    free(solutions);
    loyd_solver_free(&solver);
}

static void
intervals(const char *size, size_t n, loyd_effort effort)
{
    loyd_solve_options options = {.effort = effort, .is_length_only = true};
    loyd_puzzle *puzzles;
    char name[80];

    snprintf(name, sizeof(name), "%s/rows~g1~bench~0", size);
    puzzles = draw(name, n);
    snprintf(name, sizeof(name), "%s interval, %s", size,
             loyd_effort_name(effort));
    if (wanted(name))
        interval_row(name, puzzles, n, &options);
    free(puzzles);
}

/* Korf and Felner's fifty; their mean optimum is 100.78. */
static void
intervals_of_fifty(size_t n, loyd_effort effort)
{
    loyd_solve_options options = {.effort = effort, .is_length_only = true};
    static loyd_puzzle puzzles[50];
    char name[80];

    snprintf(name, sizeof(name), "5x5 interval, fifty, %s",
             loyd_effort_name(effort));
    if (!wanted(name))
        return;
    read_boards(LOYD_DATA "/korf24.boards", "rows,blank=first", 5, puzzles,
                50);
    interval_row(name, puzzles, n, &options);
}

int
main(int argc, char **argv)
{
    double t;

    if (argc > 1 && strcmp(argv[1], "--long") == 0) {
        with_long = true;
        argc--;
        argv++;
    }
    words = argv + 1;
    n_words = argc - 1;
    t = reference();
    scale = t / REFERENCE_SECONDS;
    printf("reference loop %.3f s: peers' times x %.2f\n\n", t, scale);
    printf("%-46s %10s %-9s %10s %10s\n", "work", "loyd", "", "peer here",
           "loyd is");
    generation("4x4/rows~g1~bench~0", 6.2);
    generation("3x3/rows~g1~bench~0", 0);
    generation("5x5/rows~g1~bench~0", 0);
    generation("4x4/rows~g1:retry~bench~0", 0);
    generation("4x4/rows~g1:walk:100~bench~0", 0);
    parity_checks();
    aiming("16..22", 1000000);
    aiming("24..27", 300);
    aiming("28..30", 600);
    aiming("40..49", 2000);
    batches("corner", "rows", 435);
    batches("edge", "rows,blank=0.1", 0);
    batches("inner", "rows,blank=1.1", 0);
    one_by_one();
    korf_100();
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
    by_stages("4x4", 20000);
    by_stages("5x5", 2000);
    by_stages("8x8", 20);
    for (loyd_effort e = LOYD_EFFORT_QUICK; e < LOYD_EFFORT_COUNT_; e++) {
        bool is_quick = e == LOYD_EFFORT_QUICK;

        intervals_of_fifty(50, e);
        intervals("6x6", is_quick ? 50 : 10, e);
        intervals("8x8", is_quick ? 20 : 4, e);
        intervals("10x10", is_quick ? 10 : 2, e);
        intervals("15x15", 1, e);
    }
    large_boards();
    return 0;
}
