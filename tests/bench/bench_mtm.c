/* SPDX-License-Identifier: MIT */
/* Benchmarks of lengths in MTM, in CPU time of one core. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

/* Solves the goal, which makes the tables, then n boards, with their paths. */
static void
mtm(const char *kind, loyd_tables tables, const char *size, size_t n)
{
    const loyd_solve_options options = {.metric = LOYD_MTM};
    char name[80], recipe[64];
    loyd_solver *solver;
    loyd_solution *solutions;
    loyd_puzzle *puzzles;
    double start, built, done;

    snprintf(name, sizeof(name), "%s in MTM, %s tables", kind, size);
    if (!wanted(name))
        return;
    snprintf(recipe, sizeof(recipe), "%s~g1~bench~0", kind);
    puzzles = draw(recipe, n);
    solver = solver_new(tables, 1);
    if ((solutions = calloc(n, sizeof(*solutions))) == NULL)
        die("out of memory");
    start = cpu_now();
    if (loyd_solve(solver, &(loyd_puzzle){puzzles[0].goal, puzzles[0].goal}, 1,
                   &options, solutions, NULL) != LOYD_OK)
        die(name);
    loyd_moves_free(&solutions[0].path);
    built = cpu_now();
    if (loyd_solve(solver, puzzles, n, &options, solutions, NULL) != LOYD_OK)
        die(name);
    done = cpu_now();
    row(name, 1e3 * (done - built) / (double)n, "ms", 0, false);
    row("the same, to build the tables", built - start, "s", 0, false);
    for (size_t i = 0; i < n; i++)
        loyd_moves_free(&solutions[i].path);
    free(solutions);
    loyd_solver_free(&solver);
    free(puzzles);
}

void
bench_mtm(void)
{
    mtm("3x3/rows", LOYD_TABLES_SMALL, "small", 2000);
    mtm("4x3/rows", LOYD_TABLES_SMALL, "small", 200);
    mtm("4x3/rows", LOYD_TABLES_LARGE, "large", 20000);
    mtm("5x3/rows", LOYD_TABLES_SMALL, "small", 50);
    mtm("8x2/rows", LOYD_TABLES_LARGE, "large", 20);
    mtm("4x4/rows", LOYD_TABLES_SMALL, "small", 50);
    mtm("4x4/rows,blank=0.1", LOYD_TABLES_SMALL, "small", 50);
    mtm("4x4/rows,blank=1.1", LOYD_TABLES_SMALL, "small", 50);
    mtm("4x4/rows", LOYD_TABLES_LARGE, "large", 100);
}
