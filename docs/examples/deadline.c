/* SPDX-License-Identifier: MIT */
/*
 * A server's reply within a time limit: reads a board of the goal "rows" from
 * each line, and answers within so many milliseconds, 50 if none are given, with
 * its optimal length or an interval.
 *
 *     cc deadline.c $(pkg-config --cflags --libs loyd-core)
 *     ./a.out 100 <boards
 */
#include <loyd.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool
is_late(void *context)
{
    const struct timespec *end = (const struct timespec *)context;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > end->tv_sec ||
           (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
}

/* Reads the start, and makes the goal of its size. */
static loyd_err
read_puzzle(const char *line, loyd_puzzle *puzzle, loyd_why *why)
{
    loyd_layout layout;
    loyd_err err;

    if ((err = loyd_board_parse(line, strlen(line), 0, 0, &puzzle->start,
                                why)) ||
        (err = loyd_layout_parse("rows", 4, puzzle->start.width,
                                 puzzle->start.height, &layout, why)))
        return err;
    puzzle->goal = layout.goal;
    return loyd_puzzle_check(puzzle, why);
}

static loyd_err
answer(loyd_solver *solver, const char *line, long ms, loyd_why *why)
{
    loyd_puzzle puzzle;
    loyd_solve_options options = {0};
    loyd_solution solution = {0};
    struct timespec end;
    loyd_err err;

    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += ms % 1000 * 1000000;
    end.tv_sec += ms / 1000 + end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    options.stop = is_late;
    options.context = &end;
    if ((err = read_puzzle(line, &puzzle, why)) ||
        (err = loyd_solve(solver, &puzzle, 1, &options, &solution, why)))
        return err;
    if (solution.lower == solution.upper)
        printf("%u\n", (unsigned)solution.upper);
    else
        printf("%u..%u\n", (unsigned)solution.lower, (unsigned)solution.upper);
    loyd_moves_free(&solution.path);
    return LOYD_OK;
}

int
main(int argc, char **argv)
{
    /* Without `stop`, so that the tables of 4x4 are there for the first line. */
    static const char first[] = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    loyd_solver *solver = NULL;
    loyd_puzzle puzzle;
    loyd_solution solution = {0};
    loyd_why why = {{0}};
    char line[LOYD_BOARD_TEXT];
    long ms = argc > 1 ? atol(argv[1]) : 50;
    loyd_err err;

    if ((err = loyd_solver_new(NULL, &solver)) ||
        (err = read_puzzle(first, &puzzle, &why)) ||
        (err = loyd_solve(solver, &puzzle, 1, NULL, &solution, &why)))
        fprintf(stderr, "%s: %s\n", loyd_strerror(err), why.text);
    loyd_moves_free(&solution.path);
    while (!err && fgets(line, sizeof(line), stdin)) {
        loyd_err bad = answer(solver, line, ms, &why);

        if (bad)
            printf("%s: %s\n", loyd_strerror(bad), why.text);
        fflush(stdout);
    }
    loyd_solver_free(&solver);
    return err != LOYD_OK;
}
