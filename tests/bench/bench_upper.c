/* SPDX-License-Identifier: MIT */
/* Benchmarks of intervals and of solutions without a proof. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "solve/effort.h"
#include "solve/upper/construct.h"
#include "solve/upper/human.h"

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
        if (human_solve(&board, frame.cls.blank, &path, NULL) !=
            LOYD_OK)
            die("no solution by rows");
        sum += (double)path.n;
        loyd_moves_free(&path);
    }
    return sum / (double)n;
}

/* The method by stages alone: boards per second of the CPU, mean length. */
static void
by_stages(const char *size, size_t n)
{
    static struct monitor monitor = {.lock = PTHREAD_MUTEX_INITIALIZER};
    static struct stages stages;
    double t = 0, sum = 0;
    loyd_puzzle *puzzles;
    char name[80];

    snprintf(name, sizeof(name), "%s by stages", size);
    if (!wanted(name))
        return;
    snprintf(name, sizeof(name), "%s/rows~g1~bench~0", size);
    puzzles = draw(name, n);
    if (stages_init(&stages, &monitor) != LOYD_OK)
        die("no memory");
    for (unsigned again = 0; again < 2; again++) { /* the first makes tables */
        t = cpu_now();
        sum = 0;
        for (size_t i = 0; i < n; i++) {
            struct search_job job = {.rank = {0, 1, 2, 3}};
            struct frame frame;

            frame_of_goal(&puzzles[i].goal, &frame);
            frame_board(&frame, &puzzles[i].start, &job.board);
            if (construct_solve(&stages, &job, frame.cls.blank) != LOYD_OK)
                die("no solution by stages");
            sum += (double)job.path.n;
            loyd_moves_free(&job.path);
        }
        t = cpu_now() - t;
    }
    printf("%-5s by stages: %.1f, by rows %.1f, %.0f boards/s\n", size,
           sum / (double)n, by_rows(puzzles, n), (double)n / t);
    fflush(stdout);
    stages_free(&stages);
    free(puzzles);
}

/* A row of intervals. */
struct interval_row {
    const char *size; /* "fifty": Korf and Felner's */
    size_t n;
    loyd_effort effort;
};

/* Means of some boards. */
struct ends {
    double lower, upper;
    double seconds; /* of the CPU, a board */
};

/* The times include the proof that did not end. */
static struct ends
measure(const loyd_puzzle *puzzles, const struct interval_row *r)
{
    const loyd_solve_options options = {.effort = r->effort,
                                        .is_length_only = true};
    loyd_solution *solutions = calloc(r->n, sizeof(*solutions));
    loyd_solver *solver = solver_new(LOYD_TABLES_SMALL, 1);
    const loyd_solve_options quick = {.effort = LOYD_EFFORT_QUICK};
    struct ends e = {0, 0, 0};

    if (solutions == NULL)
        die("out of memory");
    /* The first makes the tables. */
    if (loyd_solve(solver, puzzles, 1, &quick, solutions, NULL) != LOYD_OK)
        die("cannot solve");
    loyd_moves_free(&solutions[0].path);
    e.seconds = cpu_now();
    if (loyd_solve(solver, puzzles, r->n, &options, solutions, NULL) !=
        LOYD_OK)
        die("cannot solve");
    e.seconds = (cpu_now() - e.seconds) / (double)r->n;
    for (size_t i = 0; i < r->n; i++) {
        e.lower += solutions[i].lower / (double)r->n;
        e.upper += solutions[i].upper / (double)r->n;
        loyd_moves_free(&solutions[i].path);
    }
    free(solutions);
    loyd_solver_free(&solver);
    return e;
}

/* The mean optimum of the fifty. */
static double
mean_of_fifty(void)
{
    FILE *file = fopen(LOYD_DATA "/korf24.lengths", "r");
    unsigned length, sum = 0;

    for (unsigned i = 0; i < 50; i++) {
        if (file == NULL || fscanf(file, "%u", &length) != 1)
            die(LOYD_DATA "/korf24.lengths");
        sum += length;
    }
    fclose(file);
    return sum / 50.0;
}

static void
interval(const struct interval_row *r)
{
    bool is_fifty = strcmp(r->size, "fifty") == 0;
    char name[64], recipe[64];
    loyd_puzzle *puzzles;
    struct ends e;

    snprintf(name, sizeof(name), "%s interval, %s", r->size,
             effort_name(r->effort));
    if (!wanted(name))
        return;
    snprintf(recipe, sizeof(recipe), "%s/rows~g1~bench~0",
             is_fifty ? "5x5" : r->size);
    puzzles = draw(recipe, is_fifty ? 50 : r->n);
    if (is_fifty)
        read_boards(LOYD_DATA "/korf24.boards", "rows,blank=first", 5, puzzles,
                    50);
    e = measure(puzzles, r);
    printf("%-22s %2zu boards %.1f..%.1f, by rows %.1f, %.3g s of CPU", name,
           r->n, e.lower, e.upper, by_rows(puzzles, r->n), e.seconds);
    if (is_fifty) {
        double best = mean_of_fifty();

        printf("; %.1f %% below, %.1f %% above the optimum",
               100 * (1 - e.lower / best), 100 * (e.upper / best - 1));
    }
    printf("\n");
    fflush(stdout);
    free(puzzles);
}

static const struct interval_row interval_rows[] = {
    {"fifty", 50, LOYD_EFFORT_QUICK}, {"fifty", 50, LOYD_EFFORT_GOOD},
    {"fifty", 50, LOYD_EFFORT_BEST},  {"6x6", 50, LOYD_EFFORT_QUICK},
    {"6x6", 20, LOYD_EFFORT_GOOD},    {"6x6", 20, LOYD_EFFORT_BEST},
    {"8x8", 20, LOYD_EFFORT_QUICK},   {"8x8", 20, LOYD_EFFORT_GOOD},
    {"8x8", 20, LOYD_EFFORT_BEST},    {"10x10", 20, LOYD_EFFORT_QUICK},
    {"10x10", 20, LOYD_EFFORT_GOOD},  {"10x10", 20, LOYD_EFFORT_BEST},
    {"15x15", 1, LOYD_EFFORT_QUICK},  {"15x15", 1, LOYD_EFFORT_GOOD},
    {"15x15", 1, LOYD_EFFORT_BEST},
};

void
bench_upper(void)
{
    by_stages("4x4", 20000);
    by_stages("5x5", 2000);
    by_stages("8x8", 20);
    for (size_t i = 0; i < sizeof(interval_rows) / sizeof(interval_rows[0]);
         i++)
        interval(&interval_rows[i]);
}
