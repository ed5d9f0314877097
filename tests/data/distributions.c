/* SPDX-License-Identifier: MIT */
/*
 * Writes data/distributions.txt to stdout: the number of states at each
 * optimal length, for each class of up to 16 cells whose goal's blank is not
 * in a corner. With the argument `mtm` it writes data/distributions_mtm.txt,
 * for every class. `make data` runs it twice, in about 40 minutes, and
 * compares.
 *
 * Up to WHOLE_CELLS_MAX cells all states are counted. Beyond, the boards of a
 * seeded recipe are solved one by one, which can be repeated with generate and
 * solve.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loyd.h"
#include "core/board.h"
#include "solve/table/frame.h"

#define WHOLE_CELLS_MAX 12
#define STATES_MAX ((size_t)479001600)

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

/*
 * Counts all states level by level. A state is the blank's cell and the rank
 * of the tiles in the other cells; `depth` has a byte for each.
 */
struct count {
    unsigned w, h, n;
    uint32_t orders;
    uint8_t *depth; /* [n][orders], UINT8_MAX: not reached */
};

static size_t
rank_of(const struct count *c, const uint8_t *cell, unsigned blank)
{
    uint32_t rank = 0;

    for (unsigned i = 0; i < c->n; i++) {
        unsigned left = 0, smaller = 0;

        for (unsigned j = i + 1; j < c->n; j++) {
            left += j != blank;
            smaller += j != blank && cell[j] < cell[i];
        }
        if (i != blank)
            rank = rank * (left + 1) + smaller;
    }
    return (size_t)blank * c->orders + rank;
}

static unsigned
unrank(const struct count *c, const uint8_t *tiles, size_t state,
       uint8_t *cell)
{
    unsigned blank = (unsigned)(state / c->orders), k = c->n - 1;
    uint32_t rank = (uint32_t)(state % c->orders), orders = c->orders;
    uint8_t rest[LOYD_CELLS_MAX];

    memcpy(rest, tiles, k);
    for (unsigned i = 0; i < c->n; i++) {
        unsigned at;

        if (i == blank)
            continue;
        orders /= k;
        at = rank / orders;
        rank %= orders;
        cell[i] = rest[at];
        memmove(rest + at, rest + at + 1, --k - at);
    }
    return blank;
}

/* Reaches the neighbours of a state, in MTM all that one slide leads to. */
static void
spread(struct count *c, const uint8_t *tiles, size_t state, loyd_metric metric)
{
    for (unsigned d = 0; d < 4; d++) {
        uint8_t cell[LOYD_CELLS_MAX], from;
        unsigned blank = unrank(c, tiles, state, cell);
        unsigned next = c->depth[state] + 1u;

        while ((from = cell_of_tile(c->w, c->h, blank, (loyd_dir)d)) !=
               CELL_NONE) {
            uint8_t *depth;

            cell[blank] = cell[from];
            blank = from;
            depth = &c->depth[rank_of(c, cell, blank)];
            if (*depth > next)
                *depth = (uint8_t)next;
            if (metric == LOYD_STM)
                break;
        }
    }
}

static void
count_all(const loyd_class *cls, loyd_metric metric, uint64_t counts[LENGTHS])
{
    struct count c = {cls->width, cls->height,
                      (unsigned)cls->width * cls->height, 1, NULL};
    uint8_t home[LOYD_CELLS_MAX], tiles[LOYD_CELLS_MAX];
    unsigned n = 0, level = 0;
    size_t states;

    for (unsigned i = 2; i < c.n; i++)
        c.orders *= i;
    for (unsigned i = 0; i < c.n; i++) {
        home[i] = (uint8_t)i;
        if (i != cls->blank)
            tiles[n++] = (uint8_t)i;
    }
    states = (size_t)c.n * c.orders;
    c.depth = malloc(STATES_MAX);
    need(c.depth != NULL ? LOYD_OK : LOYD_E_NOMEM, "counting");
    memset(c.depth, UINT8_MAX, states);
    c.depth[rank_of(&c, home, cls->blank)] = 0;
    do {
        for (size_t i = 0; i < states; i++)
            if (c.depth[i] == level) {
                counts[level]++;
                spread(&c, tiles, i, metric);
            }
    } while (counts[level++] > 0);
    free(c.depth);
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
    "# exact: all states are counted.\n"
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
