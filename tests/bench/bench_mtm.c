/* SPDX-License-Identifier: MIT */
/*
 * Measures lengths in MTM: seconds to build tables, and milliseconds a board,
 * on one core. Run by `make bench`.
 */
#define _POSIX_C_SOURCE 200809L
#include <loyd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 20000

static void
need(loyd_err err, const char *what)
{
    if (err == LOYD_OK)
        return;
    fprintf(stderr, "bench-mtm: %s: %s\n", what, loyd_strerror(err));
    exit(1);
}

/* Processor time: other load on the machine adds little to it. */
static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Draws n boards of the recipes KIND~g1~bench~I. */
static void
draw(const char *kind, loyd_puzzle *puzzles, size_t n)
{
    loyd_generator *generator = NULL;
    loyd_recipe recipe;
    char text[64];

    snprintf(text, sizeof(text), "%s~g1~bench~0", kind);
    need(loyd_recipe_parse(text, strlen(text), &recipe, NULL), text);
    need(loyd_generator_new(&recipe, NULL, &generator, NULL), text);
    for (size_t i = 0; i < n; i++)
        need(loyd_generator_draw(generator, NULL, i, 0, &puzzles[i], NULL,
                                 NULL),
             text);
    loyd_generator_free(&generator);
}

/* Solves the first board, with the tables still to be built, then the rest. */
static void
measure(const char *kind, loyd_tables tables, const char *size, size_t n)
{
    static loyd_puzzle puzzles[MOST + 1];
    static loyd_solution solutions[MOST + 1];
    const loyd_solver_options options = {.tables = tables, .threads = 1};
    const loyd_solve_options mtm = {.metric = LOYD_MTM};
    loyd_solver *solver = NULL;
    double start, built, done, sum = 0;

    memset(solutions, 0, sizeof(solutions));
    draw(kind, puzzles, n);
    puzzles[n] = (loyd_puzzle){puzzles[0].goal, puzzles[0].goal};
    need(loyd_solver_new(&options, &solver), "solver");
    start = now();
    need(loyd_solve(solver, &puzzles[n], 1, &mtm, &solutions[n], NULL), kind);
    built = now();
    need(loyd_solve(solver, puzzles, n, &mtm, solutions, NULL), kind);
    done = now();
    for (size_t i = 0; i <= n; i++) {
        sum += solutions[i].upper;
        loyd_moves_free(&solutions[i].path);
    }
    printf("%-24s %s tables: built in %.2f s, %.4f ms a board with path "
           "(%zu boards, mean %.2f)\n",
           kind, size, built - start, 1e3 * (done - built) / (double)n, n,
           sum / (double)n);
    (void)fflush(stdout);
    loyd_solver_free(&solver);
}

int
main(void)
{
    measure("3x3/rows", LOYD_TABLES_SMALL, "small", 2000);
    measure("4x3/rows", LOYD_TABLES_SMALL, "small", 200);
    measure("4x3/rows", LOYD_TABLES_LARGE, "large", MOST);
    measure("5x3/rows", LOYD_TABLES_SMALL, "small", 50);
    measure("8x2/rows", LOYD_TABLES_LARGE, "large", 20);
    measure("4x4/rows", LOYD_TABLES_SMALL, "small", 50);
    measure("4x4/rows,blank=0.1", LOYD_TABLES_SMALL, "small", 50);
    measure("4x4/rows,blank=1.1", LOYD_TABLES_SMALL, "small", 50);
    measure("4x4/rows", LOYD_TABLES_LARGE, "large", 100);
    return 0;
}
