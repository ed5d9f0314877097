/* SPDX-License-Identifier: MIT */
/* Solves drawn boards and prints their solutions in reverse. */
#include "cli/scramble.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/entry.h"

#define BATCH_OF_LARGE 16 /* which take longer */

void
scrambles_begin(struct scrambles *scrambles, const loyd_layout *layout)
{
    unsigned cells = (unsigned)layout->width * layout->height;

    scrambles->has_goals = layout->is_drawn;
    scrambles->code = EXIT_DONE;
    scrambles->n = 0;
    scrambles->most =
        cells > LOYD_EXACT_CELLS ? BATCH_OF_LARGE : SCRAMBLES_MAX;
}

static int
print_one(const struct scrambles *scrambles, const loyd_puzzle *puzzle,
          const loyd_solution *solution)
{
    char goal[LOYD_BOARD_TEXT];
    struct text line = {0};

    if (solution != NULL)
        path_put(&line, &solution->path);
    else
        text_put(&line, "unsolvable");
    if (scrambles->has_goals) {
        loyd_board_print(&puzzle->goal, LOYD_FORM_ROWS, goal);
        text_char(&line, '\t');
        text_put(&line, goal);
    }
    out_line(&line);
    return solution != NULL ? EXIT_DONE : EXIT_NO;
}

/* A shuffle also draws unsolvable boards. */
static bool
is_solvable(const loyd_puzzle *puzzle)
{
    bool answer = false;

    return loyd_solvable(&puzzle->start, &puzzle->goal, &answer, NULL) ==
               LOYD_OK &&
           answer;
}

/* Finds the canonical path of each; beyond 16 cells a short one. */
static int
solve(const struct run *run, struct scrambles *scrambles)
{
    static const loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                               .is_wide_only = true};
    size_t n = 0;
    loyd_why why = {""};
    loyd_err err;

    for (size_t i = 0; i < scrambles->n; i++)
        if (is_solvable(&scrambles->puzzle[i]))
            scrambles->solvable[n++] = scrambles->puzzle[i];
    memset(scrambles->solution, 0, n * sizeof(scrambles->solution[0]));
    err = loyd_solve(run->solver, scrambles->solvable, n, &options,
                     scrambles->solution, &why);
    progress_clear();
    return report("generate", err, &why);
}

int
scrambles_print(const struct run *run, struct scrambles *scrambles)
{
    loyd_solution *next = scrambles->solution;
    int code = scrambles->n > 0 ? solve(run, scrambles) : EXIT_DONE;

    if (code != EXIT_DONE)
        return code;
    for (size_t i = 0; i < scrambles->n; i++) {
        const loyd_puzzle *puzzle = &scrambles->puzzle[i];
        loyd_solution *solution = is_solvable(puzzle) ? next++ : NULL;

        if (solution != NULL)
            loyd_moves_reverse(&solution->path);
        code = exit_higher(code, print_one(scrambles, puzzle, solution));
        if (solution != NULL)
            loyd_moves_free(&solution->path);
    }
    scrambles->n = 0;
    scrambles->code = exit_higher(scrambles->code, code);
    fflush(stdout);
    return scrambles->code;
}

int
scrambles_add(const struct run *run, struct scrambles *scrambles,
              const loyd_puzzle *puzzle)
{
    int code = EXIT_DONE;

    scrambles->puzzle[scrambles->n++] = *puzzle;
    if (scrambles->n == scrambles->most)
        code = scrambles_print(run, scrambles);
    return code > EXIT_NO ? code : EXIT_DONE;
}
