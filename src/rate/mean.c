/* SPDX-License-Identifier: MIT */
/* Owns what is known of the mean optimum of a class. */
#include <math.h>
#include <stdlib.h>

#include "core/cells.h"
#include "loyd/audit.h"

#define ENUMERATED_CELLS_MAX 10 /* 1.8 million boards, some seconds */
#define BATCH 4096

/* The sums over the boards of a class, all but the goal. */
typedef struct sums {
    uint64_t boards;
    uint64_t stm;
    uint64_t squares;
} sums;

/* With the goal's blank in a corner; sums of the counts in depths.txt. */
static const struct corner {
    uint8_t width, height; /* width >= height */
    sums sums;
} corners[] = {
    {2, 2, {11, 36, 146}},
    {3, 2, {359, 4544, 63412}},
    {4, 2, {20159, 457180, 10780136}},
    {3, 3, {181439, 3986672, 89653456}},
    {5, 2, {1814399, 63011770, 2247263188}},
    {4, 3, {239500799, 8407513030, 299864118312}},
    {6, 2, {239500799, 11734163390, 587757225676}},
    {7, 2, {43589145599, 2854370953760, 190587958215508}},
    {5, 3, {653837183999, 33657834159010, 1756731136463348}},
    {4, 4, {10461394943999, 550159233465966, 29231082190360844}},
    {8, 2, {10461394943999, 880509311207846, 75416354751911656}},
};

static loyd_mean
mean_of(const sums *s)
{
    double n = (double)s->boards, mean = (double)s->stm / n;

    return (loyd_mean){mean, sqrt((double)s->squares / n - mean * mean), 0};
}

static bool
is_corner(const loyd_board *goal)
{
    unsigned blank = loyd_board_blank(goal);
    unsigned x = blank % goal->width, y = blank / goal->width;

    return (x == 0 || x + 1u == goal->width) &&
           (y == 0 || y + 1u == goal->height);
}

static const struct corner *
find_corner(const loyd_board *goal)
{
    unsigned long_side =
        goal->width > goal->height ? goal->width : goal->height;

    for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++)
        if (corners[i].width == long_side &&
            corners[i].width * corners[i].height == (int)board_cells(goal))
            return is_corner(goal) ? &corners[i] : NULL;
    return NULL;
}

static int
by_label(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

static void
swap(uint8_t *a, uint8_t *b)
{
    uint8_t held = *a;

    *a = *b;
    *b = held;
}

/* The next order of bytes, lexicographically; false after the last. */
static bool
next_order(uint8_t *item, unsigned n)
{
    unsigned i = n - 1, j = n - 1;

    while (i > 0 && item[i - 1] >= item[i])
        i--;
    if (i == 0)
        return false;
    while (item[j] <= item[i - 1])
        j--;
    swap(&item[i - 1], &item[j]);
    for (j = n - 1; i < j; i++, j--)
        swap(&item[i], &item[j]);
    return true;
}

static loyd_err
add_batch(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
          loyd_solution *solutions, sums *s)
{
    static const loyd_solve_options options = {.length_only = true};
    loyd_err err = loyd_solve(solver, puzzles, n, &options, solutions);

    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        uint64_t stm = solutions[i].upper;

        if (solutions[i].err == LOYD_E_UNSOLVABLE)
            continue;
        err = solutions[i].err;
        s->boards++;
        s->stm += stm;
        s->squares += stm * stm;
    }
    return err;
}

/* Every order of the labels is tried; half of them are boards of the goal. */
static loyd_err
enumerate(const loyd_board *goal, loyd_solver *solver, sums *s)
{
    unsigned cells = board_cells(goal);
    loyd_puzzle *puzzles = calloc(BATCH, sizeof(*puzzles));
    loyd_solution *solutions = calloc(BATCH, sizeof(*solutions));
    loyd_board start = *goal;
    bool has_next = true;
    loyd_err err = LOYD_E_NOMEM;

    if (puzzles == NULL || solutions == NULL)
        goto fail;
    qsort(start.cell, cells, 1, by_label);
    err = LOYD_OK;
    while (err == LOYD_OK && has_next) {
        size_t n = 0;

        for (; has_next && n < BATCH; has_next = next_order(start.cell, cells))
            puzzles[n++] = (loyd_puzzle){start, *goal};
        err = add_batch(solver, puzzles, n, solutions, s);
    }
    s->boards--; /* the goal itself */
fail:
    free(puzzles);
    free(solutions);
    return err;
}

loyd_err
loyd_mean_of(const loyd_board *goal, loyd_solver *solver, loyd_mean *mean)
{
    const struct corner *corner;
    sums s = {0, 0, 0};
    loyd_err err = loyd_board_check(goal, NULL);

    if (err != LOYD_OK)
        return err;
    if ((corner = find_corner(goal)) != NULL) {
        *mean = mean_of(&corner->sums);
        return LOYD_OK;
    }
    if (solver == NULL || board_cells(goal) > ENUMERATED_CELLS_MAX)
        return LOYD_E_NOT_FOUND;
    if ((err = enumerate(goal, solver, &s)) == LOYD_OK)
        *mean = mean_of(&s);
    return err;
}
