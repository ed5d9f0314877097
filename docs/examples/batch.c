/* SPDX-License-Identifier: MIT */
/*
 * Draws a thousand 4x3 boards with the spiral as their goal, solves them on two
 * threads, and prints how many have each length.
 *
 *     cc batch.c $(pkg-config --cflags --libs loyd-core)
 */
#include <loyd.h>

#include <stdio.h>
#include <string.h>

enum {
    N = 1000
};

static loyd_puzzle puzzles[N];
static loyd_solution solutions[N];

/* Boards 0..N-1 of a recipe. Its index is ignored. */
static loyd_err
draw(const char *text, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_generator *generator = NULL;
    loyd_err err;

    if ((err = loyd_recipe_parse(text, strlen(text), &recipe, why)) ||
        (err = loyd_generator_new(&recipe, NULL, &generator, why)))
        return err;
    for (size_t i = 0; i < N && !err; i++)
        err = loyd_generator_draw(generator, NULL, i, 0, &puzzles[i], NULL,
                                  why);
    loyd_generator_free(&generator);
    return err;
}

int
main(void)
{
    unsigned count[100] = {0};
    loyd_solver_options options = {0};
    loyd_solve_options call = {0};
    loyd_solver *solver = NULL;
    loyd_why why = {{0}};
    loyd_err err;

    options.threads = 2;
    call.is_length_only = true;
    if ((err = draw("4x3/spiral~g1~batch~0", &why)) ||
        (err = loyd_solver_new(&options, &solver)) ||
        (err = loyd_solve(solver, puzzles, N, &call, solutions, &why))) {
        fprintf(stderr, "%s: %s\n", loyd_strerror(err), why.text);
    } else {
        for (size_t i = 0; i < N; i++)
            count[solutions[i].upper]++;
        for (size_t length = 0; length < 100; length++)
            if (count[length])
                printf("%zu %u\n", length, count[length]);
    }
    loyd_solver_free(&solver);
    return err != LOYD_OK;
}
