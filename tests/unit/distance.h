/* SPDX-License-Identifier: MIT */
/*
 * Computes the distance and the canonical path of every board of up to ten
 * cells by breadth-first search, and compares the library on each of them.
 * Tests only.
 */
#ifndef DISTANCE_H
#define DISTANCE_H

#include "oracle.h"

enum {
    DISTANCE_CELLS = 10,
    FAR = 255, /* not reached */
    BATCH = 4096,
};

/*
 * A goal and the search results for every arrangement of its labels, by
 * lexicographic rank among all n! of them.
 */
struct distances {
    loyd_board goal;
    unsigned n;
    uint32_t states;                /* n! */
    uint32_t home;                  /* the goal's rank */
    uint8_t labels[DISTANCE_CELLS]; /* the goal's, ascending */
    uint8_t *far;
    uint8_t *first; /* first move of the canonical path; none for the goal */
    uint32_t *next; /* rank of the board it leads to; in STM */
    loyd_metric metric;
};

static inline uint32_t
rank_of(const struct distances *d, const uint8_t *cell)
{
    uint32_t rank = 0;

    for (unsigned k = 0; k < d->n; k++) {
        uint32_t smaller = 0;

        for (unsigned later = k + 1; later < d->n; later++)
            smaller += cell[later] < cell[k];
        rank = rank * (d->n - k) + smaller;
    }
    return rank;
}

static inline loyd_board
board_of(const struct distances *d, uint32_t rank)
{
    loyd_board board = d->goal;
    uint8_t digit[DISTANCE_CELLS];
    bool used[DISTANCE_CELLS] = {false};

    for (unsigned k = d->n; k-- > 0;) {
        digit[k] = (uint8_t)(rank % (d->n - k));
        rank /= d->n - k;
    }
    for (unsigned k = 0; k < d->n; k++) {
        unsigned label = 0;

        for (unsigned skip = digit[k]; used[label] || skip > 0; label++)
            skip -= !used[label];
        used[label] = true;
        board.cell[k] = d->labels[label];
    }
    return board;
}

/*
 * Breadth-first search: the queue holds every board reached, in order. A board
 * is met from each neighbour that is nearer; the first move of its canonical
 * path is the least of those that lead back to one. In MTM, slides of more
 * tiles follow those of fewer.
 */
static inline void
distances_flood(struct distances *d, uint32_t *queue)
{
    uint32_t tail = 0;

    memset(d->far, FAR, d->states);
    d->home = queue[tail++] = rank_of(d, d->goal.cell);
    d->far[d->home] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t here = queue[head];
        loyd_board board = board_of(d, here);

        for (unsigned move = 0; move < 4; move++) {
            loyd_board next = board;
            unsigned back = move ^ 2; /* U undoes D, R undoes L */

            while (oracle_step(&next, move)) {
                uint32_t rank = rank_of(d, next.cell);

                if (d->far[rank] == FAR) {
                    d->far[rank] = (uint8_t)(d->far[here] + 1);
                    d->first[rank] = 4;
                    queue[tail++] = rank;
                }
                if (d->far[rank] == d->far[here] + 1 &&
                    back < d->first[rank]) {
                    d->first[rank] = (uint8_t)back;
                    d->next[rank] = here;
                }
                if (d->metric != LOYD_MTM)
                    break;
            }
        }
    }
}

static inline void
distances_open_in(struct distances *d, const loyd_board *goal,
                  loyd_metric metric)
{
    unsigned n_labels = 0;
    uint32_t *queue;

    memset(d, 0, sizeof(*d));
    d->goal = *goal;
    d->metric = metric;
    d->n = oracle_cells(&d->goal);
    assert_in_range(d->n, 4, DISTANCE_CELLS);
    d->states = 1;
    for (unsigned k = 2; k <= d->n; k++)
        d->states *= k;
    for (unsigned label = 0; label <= d->n; label++)
        if (memchr(d->goal.cell, (int)label, d->n) != NULL)
            d->labels[n_labels++] = (uint8_t)label;
    assert_int_equal(n_labels, d->n);
    d->far = malloc(d->states);
    d->first = malloc(d->states);
    d->next = malloc(d->states * sizeof(*d->next));
    queue = malloc(d->states * sizeof(*queue));
    assert_true(d->far != NULL && d->first != NULL && d->next != NULL &&
                queue != NULL);
    distances_flood(d, queue);
    free(queue);
}

static inline void
distances_open(struct distances *d, const char *goal)
{
    loyd_board board = oracle_board(goal);

    distances_open_in(d, &board, LOYD_STM);
}

static inline void
distances_close(struct distances *d)
{
    free(d->far);
    free(d->first);
    free(d->next);
}

/*
 * The solution must be proven, have the flood's length and be, move by move,
 * the canonical path. The path ends at the goal, so this replays it too.
 */
static inline void
distances_check(const struct distances *d, uint32_t rank,
                const loyd_solution *solution)
{
    uint32_t at = rank;

    if (oracle_proven(solution) != d->far[rank])
        fail_msg("board %u: length %u: expected %u", rank, solution->upper,
                 d->far[rank]);
    for (size_t k = 0; k < solution->path.n; k++) {
        if (solution->path.dir[k] != d->first[at])
            fail_msg("board %u: move %zu is %c: expected %c", rank, k,
                     oracle_moves[solution->path.dir[k] & 3].name,
                     oracle_moves[d->first[at]].name);
        at = d->next[at];
    }
    assert_int_equal(at, d->home);
}

/*
 * Solves every step-th board: all that can reach the goal, and one in ten of
 * the others. Returns the number of boards solved.
 */
static inline uint32_t
distances_solve(const struct distances *d, loyd_solver *solver, uint32_t step)
{
    loyd_puzzle *puzzles = calloc(BATCH, sizeof(*puzzles));
    loyd_solution *solutions = calloc(BATCH, sizeof(*solutions));
    uint32_t *ranks = calloc(BATCH, sizeof(*ranks)), n_solved = 0;
    size_t n = 0;

    assert_true(puzzles != NULL && solutions != NULL && ranks != NULL);
    for (uint32_t rank = 0; rank <= d->states; rank++) {
        if (n == BATCH || (rank == d->states && n > 0)) {
            assert_int_equal(
                loyd_solve(solver, puzzles, n, NULL, solutions, NULL),
                LOYD_OK);
            for (size_t k = 0; k < n; k++) {
                distances_check(d, ranks[k], &solutions[k]);
                loyd_moves_free(&solutions[k].path);
            }
            n_solved += (uint32_t)n;
            n = 0;
        }
        if (rank == d->states || rank % step != 0 ||
            (d->far[rank] == FAR && rank % 10 != 0))
            continue;
        ranks[n] = rank;
        puzzles[n].start = board_of(d, rank);
        puzzles[n].goal = d->goal;
        if (d->far[rank] != FAR)
            n++;
        else
            assert_int_equal(
                loyd_solve(solver, &puzzles[n], 1, NULL, &solutions[n], NULL),
                LOYD_E_UNSOLVABLE);
    }
    free(puzzles);
    free(solutions);
    free(ranks);
    return n_solved;
}

#endif
