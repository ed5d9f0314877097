/* SPDX-License-Identifier: MIT */
/*
 * Writes data/distributions.txt to stdout: the number of states at each
 * optimal length, for each class of up to 16 cells whose goal's blank is not
 * in a corner. With the argument `mtm` it writes data/distributions_mtm.txt,
 * for every class. `make data` runs it twice, in about 40 minutes, and
 * compares.
 *
 * Up to WHOLE_CELLS_MAX cells all states are counted while the solver's
 * whole-state table is built. Beyond, the boards of a seeded recipe are
 * solved one by one, which can be repeated with generate and solve.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loyd.h"
#include "solve/table/mtm_whole.h"

#define SAMPLE 100000
#define SAMPLE_MTM 5000 /* boards take longer to solve */
#define SAMPLE_MTM_16 2000
#define SEED "distribution"
#define BATCH 1000
#define LENGTHS 256

static void
need(loyd_err err, const char *what)
{
    if (err == LOYD_OK)
        return;
    fprintf(stderr, "distributions: %s: %s\n", what, loyd_strerror(err));
    exit(1);
}

/* Goals with the blank in its class's canonical cell. */
static bool
is_canonical(unsigned w, unsigned h, unsigned blank, struct frame *f)
{
    char text[LOYD_LAYOUT_TEXT];
    loyd_layout layout;
    int len =
        snprintf(text, sizeof(text), "rows,blank=%u.%u", blank / w, blank % w);

    need(loyd_layout_parse(text, (size_t)len, (uint8_t)w, (uint8_t)h, &layout,
                           NULL),
         text);
    frame_of_goal(&layout.goal, f);
    return f->cls.blank == blank;
}

static bool
go_on(void *context, const loyd_progress *progress)
{
    (void)context;
    (void)progress;
    return true;
}

static void
count_all(const loyd_class *cls, loyd_metric metric, uint64_t counts[LENGTHS])
{
    struct monitor m = {.progress = go_on};
    struct mtm_whole slides;
    struct whole table;

    pthread_mutex_init(&m.lock, NULL);
    if (metric == LOYD_MTM) {
        mtm_whole_plan(&slides, cls);
        slides.levels = counts;
        need(mtm_whole_build(&slides, 1, &m), "whole-state table");
        mtm_whole_free(&slides);
    } else {
        whole_plan(&table, cls);
        table.levels = counts;
        need(whole_build(&table, 1, &m), "whole-state table");
        whole_free(&table);
    }
    pthread_mutex_destroy(&m.lock);
}

/* Returns the boards to sample of a class of more than 12 cells. */
static unsigned
sample_of(const loyd_class *cls, loyd_metric metric)
{
    if (metric == LOYD_STM)
        return SAMPLE;
    return cls->width * cls->height == LOYD_EXACT_CELLS ? SAMPLE_MTM_16
                                                        : SAMPLE_MTM;
}

static void
count_batch(const loyd_generator *generator, loyd_solver *solver,
            loyd_metric metric, uint64_t from, uint64_t counts[LENGTHS])
{
    static loyd_puzzle puzzles[BATCH];
    static loyd_solution solutions[BATCH];
    loyd_solve_options options = {.is_length_only = true, .metric = metric};

    for (uint64_t i = 0; i < BATCH; i++)
        need(loyd_generator_draw(generator, NULL, from + i, 0, &puzzles[i],
                                 NULL, NULL),
             "drawing");
    need(loyd_solve(solver, puzzles, BATCH, &options, solutions, NULL),
         "solving");
    for (size_t i = 0; i < BATCH; i++)
        counts[solutions[i].upper]++;
}

static void
count_sample(const char *recipe_text, loyd_metric metric, unsigned n_boards,
             uint64_t counts[LENGTHS])
{
    loyd_solver_options options = {.tables = LOYD_TABLES_LARGE};
    loyd_generator *generator = NULL;
    loyd_solver *solver = NULL;
    loyd_recipe recipe;

    need(loyd_recipe_parse(recipe_text, strlen(recipe_text), &recipe, NULL),
         recipe_text);
    need(loyd_generator_new(&recipe, NULL, &generator, NULL), recipe_text);
    need(loyd_solver_new(&options, &solver), "solver");
    for (uint64_t i = 0; i < n_boards; i += BATCH)
        count_batch(generator, solver, metric, i, counts);
    loyd_solver_free(&solver);
    loyd_generator_free(&generator);
}

static void
print_counts(const uint64_t counts[LENGTHS])
{
    size_t n = LENGTHS;

    while (n > 0 && counts[n - 1] == 0)
        n--;
    for (size_t i = 0; i < n; i++)
        printf(" %" PRIu64, counts[i]);
    putchar('\n');
    fflush(stdout);
}

static void
make_class(const loyd_class *cls, loyd_metric metric)
{
    unsigned w = cls->width, h = cls->height, n = sample_of(cls, metric);
    uint64_t counts[LENGTHS] = {0};
    char recipe[64];

    snprintf(recipe, sizeof(recipe), "%ux%u/rows,blank=%u.%u~g1~" SEED "~0", w,
             h, cls->blank / w, cls->blank % w);
    printf("%ux%u blank=%u.%u ", w, h, cls->blank / w, cls->blank % w);
    if (w * h <= WHOLE_CELLS_MAX) {
        count_all(cls, metric, counts);
        printf("exact:");
    } else {
        count_sample(recipe, metric, n, counts);
        printf("sample=%u:", n);
    }
    print_counts(counts);
}

static const char head_stm[] =
    "# How many states lie at each optimal length (single-tile moves, length "
    "0\n"
    "# first), by class: size, longer side first, and the goal's blank,\n"
    "# row.column. The classes with the blank in a corner are in "
    "depths.txt.\n";

static const char head_mtm[] =
    "# How many states lie at each optimal length (multi-tile moves, length "
    "0\n"
    "# first), by class: size, longer side first, and the goal's blank,\n"
    "# row.column.\n";

static const char head_both[] =
    "#\n"
    "# exact: counted while the whole-state table of the class was built.\n"
    "# sample=N: of boards 0..N-1 of the recipes "
    "SIZE/rows,blank=R.C~g1~" SEED "~I,\n"
    "# uniform over all states but the goal, each solved optimally.\n"
    "#\n"
    "# Made by tests/data/distributions.c; `make data` makes it again and "
    "compares.\n";

int
main(int argc, char **argv)
{
    loyd_metric metric =
        argc > 1 && strcmp(argv[1], "mtm") == 0 ? LOYD_MTM : LOYD_STM;

    fputs(metric == LOYD_MTM ? head_mtm : head_stm, stdout);
    fputs(head_both, stdout);
    for (unsigned n = 4; n <= LOYD_EXACT_CELLS; n++)
        for (unsigned h = LOYD_SIDE_MIN; h * h <= n; h++) {
            if (n % h != 0)
                continue;
            for (unsigned blank = 0; blank < n; blank++) {
                struct frame f;

                if (is_canonical(n / h, h, blank, &f) &&
                    (metric == LOYD_MTM || blank != 0))
                    make_class(&f.cls, metric);
            }
        }
    return 0;
}
