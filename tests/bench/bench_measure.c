/* SPDX-License-Identifier: MIT */
/* What all benchmarks share: the clock, the rows, boards, timed solving. */
#define _DEFAULT_SOURCE /* clock_gettime */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REFERENCE_SECONDS 0.40

static double scale = 1; /* this machine now, relative to that of the peers */
static char **words;
static int n_words;

static double
seconds_of(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double
now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double
cpu_now(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

void
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

void
bench_begin(char **given, int n)
{
    double t = reference();

    words = given;
    n_words = n;
    scale = t / REFERENCE_SECONDS;
    printf("reference loop %.3f s: peers' times x %.2f\n\n", t, scale);
    printf("%-46s %10s %-9s %10s %10s\n", "work", "loyd", "", "peer here",
           "loyd is");
}

double
peer_here(double seconds)
{
    return seconds / scale;
}

bool
wanted(const char *row)
{
    for (int i = 0; i < n_words; i++)
        if (strstr(row, words[i]) != NULL)
            return true;
    return n_words == 0;
}

void
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

loyd_puzzle *
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
        if (loyd_generator_draw(g, NULL, i, 0, &puzzles[i], NULL, NULL) !=
            LOYD_OK)
            die(recipe_text);
    loyd_generator_free(&g);
    return puzzles;
}

loyd_solver *
solver_new(loyd_tables tables, unsigned threads)
{
    loyd_solver_options options = {.tables = tables, .threads = threads};
    loyd_solver *solver = NULL;

    if (loyd_solver_new(&options, &solver) != LOYD_OK)
        die("no solver");
    return solver;
}

size_t
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
        size_t len = strcspn(line, "\t\n"); /* the start alone */

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

double
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

double
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

double
mean_of(const double *t, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += t[i];
    return sum / (double)n;
}

double
median_of(double *t, size_t n)
{
    qsort(t, n, sizeof(*t), by_value);
    return t[n / 2];
}

void
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
