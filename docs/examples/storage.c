/* SPDX-License-Identifier: MIT */
/*
 * A program with its own storage: writes boards with ids, optimal lengths and
 * percentiles as lines of text, reads them again and verifies each one.
 *
 *     cc storage.c $(pkg-config --cflags --libs loyd-core)
 *     ./a.out boards.tsv
 */
#include <loyd.h>

#include <stdio.h>
#include <string.h>

/* Of a board of the length the percentile from the distribution of its class:
 * the share of boards that are shorter, and half of the equally long ones. */
static double
percentile(const loyd_board *goal, unsigned length)
{
    const loyd_distribution *all = loyd_distribution_of(goal, LOYD_STM);
    double below = 0;

    for (unsigned i = 1; i < length; i++)
        below += (double)all->count[i];
    return 100 * (below + (double)all->count[length] / 2) / (double)all->total;
}

static loyd_err
write_line(FILE *file, const loyd_generator *generator, loyd_solver *solver,
           uint64_t index, loyd_why *why)
{
    loyd_puzzle puzzle;
    loyd_solve_options options = {0};
    loyd_solution solution = {0};
    loyd_id id;
    char name[LOYD_ID_CHARS + 1], start[LOYD_BOARD_TEXT], goal[LOYD_BOARD_TEXT];
    loyd_err err;

    options.is_length_only = true;
    if ((err = loyd_generator_draw(generator, NULL, index, 0, &puzzle, NULL,
                                   why)) ||
        (err = loyd_solve(solver, &puzzle, 1, &options, &solution, why)))
        return err;
    loyd_puzzle_id(&puzzle, &id);
    loyd_id_print(&id, name);
    loyd_board_print(&puzzle.start, LOYD_FORM_ROWS, start);
    loyd_board_print(&puzzle.goal, LOYD_FORM_ROWS, goal);
    fprintf(file, "%s\t%s\t%s\t%u\t%.3f\n", name, start, goal,
            (unsigned)solution.upper, percentile(&puzzle.goal, solution.upper));
    return LOYD_OK;
}

/* Whether a line's boards are a puzzle, and have its id. */
static loyd_err
check_line(const char *line, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1], start[LOYD_BOARD_TEXT], goal[LOYD_BOARD_TEXT];
    char found[LOYD_ID_CHARS + 1];
    loyd_puzzle puzzle;
    loyd_id id;
    loyd_err err;

    if (sscanf(line, "%16[^\t]\t%1023[^\t]\t%1023[^\t]", name, start, goal) != 3)
        return LOYD_E_SYNTAX;
    if ((err = loyd_board_parse(start, strlen(start), 0, 0, &puzzle.start,
                                why)) ||
        (err = loyd_board_parse(goal, strlen(goal), 0, 0, &puzzle.goal, why)) ||
        (err = loyd_puzzle_check(&puzzle, why)))
        return err;
    loyd_puzzle_id(&puzzle, &id);
    loyd_id_print(&id, found);
    return strcmp(found, name) ? LOYD_E_CORRUPT : LOYD_OK;
}

int
main(int argc, char **argv)
{
    static const char text[] = "4x4/snake~g1~storage~0";
    loyd_recipe recipe;
    loyd_generator *generator = NULL;
    loyd_solver *solver = NULL;
    loyd_why why = {{0}};
    FILE *file = argc > 1 ? fopen(argv[1], "w+") : NULL;
    char line[3 * LOYD_BOARD_TEXT];
    unsigned n = 0;
    loyd_err err;

    if (!file) {
        fprintf(stderr, "storage FILE: cannot be written\n");
        return 2;
    }
    if (!(err = loyd_recipe_parse(text, strlen(text), &recipe, &why)) &&
        !(err = loyd_generator_new(&recipe, NULL, &generator, &why)))
        err = loyd_solver_new(NULL, &solver);
    for (uint64_t i = 0; i < 20 && !err; i++)
        err = write_line(file, generator, solver, i, &why);
    rewind(file);
    while (!err && fgets(line, sizeof(line), file)) {
        err = check_line(line, &why);
        n++;
    }
    if (err)
        fprintf(stderr, "%s: %s\n", loyd_strerror(err), why.text);
    else
        printf("%u puzzles verified\n", n);
    loyd_solver_free(&solver);
    loyd_generator_free(&generator);
    return fclose(file) || err != LOYD_OK;
}
