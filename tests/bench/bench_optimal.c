/* SPDX-License-Identifier: MIT */
/* The time to count the shortest solutions, next to that of one of them. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#define BOARDS 100

/* The canonical path and the count of each board in turn, in CPU time. */
void
bench_optimal(void)
{
    static const char name[] = "4x4 random, all shortest solutions counted";
    double path = 0, count = 0, most = 0, solutions = 0;
    loyd_solver *solver;
    loyd_puzzle *puzzles;

    if (!wanted(name))
        return;
    puzzles = draw("4x4/rows~g1~bench~0", BOARDS);
    solver = solver_new(LOYD_TABLES_LARGE, 1);
    (void)solve(solver, puzzles, 1, false);
    for (size_t i = 0; i < BOARDS; i++) {
        double start = cpu_now(), solved;
        loyd_optimal optimal;

        (void)solve(solver, &puzzles[i], 1, false);
        solved = cpu_now();
        if (loyd_optimal_find(solver, &puzzles[i], NULL, &optimal, NULL,
                              NULL) != LOYD_OK)
            die(name);
        path += solved - start;
        count += cpu_now() - solved;
        solutions += (double)optimal.solutions;
        if ((double)optimal.states > most)
            most = (double)optimal.states;
    }
    row("4x4 random, one by one, canonical path", 1e3 * path / BOARDS, "ms", 0,
        false);
    row(name, 1e3 * count / BOARDS, "ms", 0, false);
    row("the same, in times the canonical path", count / path, "", 0, false);
    row("the same, solutions of a board, mean", solutions / BOARDS, "", 0,
        false);
    row("the same, most states on them", most, "", 0, false);
    loyd_solver_free(&solver);
    free(puzzles);
}
