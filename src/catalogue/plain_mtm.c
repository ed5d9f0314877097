/* SPDX-License-Identifier: MIT */
/*
 * Optimal lengths in MTM by breadth-first search from the goal, for boards of
 * at most SEARCHED_CELLS cells. It shares nothing with the solver.
 */
#include "catalogue/prove.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN UINT8_MAX

/* Boards that differ in labels only, and their lengths. */
struct class
{
    unsigned width;
    unsigned height;
    unsigned blank;  /* the goal's */
    uint8_t *length; /* by number; NULL: not searched yet */
};

#define SIDES (SEARCHED_CELLS / 2 + 1)

struct plain_lengths {
    struct class classes[SIDES][SIDES][SEARCHED_CELLS];
};

/* The number of a permutation of n cells among all of them (Lehmer's code). */
static uint32_t
number_of(const uint8_t *home, unsigned n)
{
    uint32_t number = 0;

    for (unsigned c = 0; c < n; c++) {
        unsigned less = 0;

        for (unsigned d = c + 1; d < n; d++)
            less += home[d] < home[c];
        number = number * (n - c) + less;
    }
    return number;
}

/* The inverse of number_of. */
static void
board_at(uint32_t number, unsigned n, uint8_t *home)
{
    for (unsigned c = n < SEARCHED_CELLS ? n : SEARCHED_CELLS; c-- > 0;) {
        home[c] = (uint8_t)(number % (n - c));
        number /= n - c;
        for (unsigned d = c + 1; d < n; d++)
            home[d] = (uint8_t)(home[d] + (home[d] >= home[c]));
    }
}

static unsigned
blank_of(const uint8_t *home, unsigned n, unsigned goal_blank)
{
    unsigned at = 0;

    while (at + 1 < n && home[at] != goal_blank)
        at++;
    return at;
}

/*
 * Slides one more tile in direction `dir` (0..3: U R D L of the tile) towards
 * the blank in cell *blank. Returns false if there is none.
 */
static bool
slide(const struct class *of, uint8_t *home, unsigned *blank, unsigned dir)
{
    static const int step_x[] = {0, -1, 0, 1}, step_y[] = {1, 0, -1, 0};
    int x = (int)(*blank % of->width) + step_x[dir];
    int y = (int)(*blank / of->width) + step_y[dir];
    unsigned from;

    if (x < 0 || y < 0 || x >= (int)of->width || y >= (int)of->height)
        return false;
    from = (unsigned)y * of->width + (unsigned)x;
    home[*blank] = home[from];
    home[from] = (uint8_t)of->blank;
    *blank = from;
    return true;
}

/* Gives every board one slide away from `home` the length, if it has none. */
static uint32_t
spread(const struct class *of, const uint8_t *home, uint8_t length,
       uint32_t *queue, uint32_t n_queue)
{
    unsigned n = of->width * of->height;
    unsigned blank = blank_of(home, n, of->blank);

    for (unsigned dir = 0; dir < 4; dir++) {
        uint8_t next[SEARCHED_CELLS];
        unsigned at = blank;

        memcpy(next, home, n);
        while (slide(of, next, &at, dir)) {
            uint32_t number = number_of(next, n);

            if (of->length[number] == UNKNOWN) {
                of->length[number] = length;
                queue[n_queue++] = number;
            }
        }
    }
    return n_queue;
}

static void
fill(const struct class *of, uint32_t *queue, uint32_t n_states)
{
    unsigned n = of->width * of->height;
    uint8_t home[SEARCHED_CELLS] = {0};
    uint32_t n_queue = 1;

    memset(of->length, UNKNOWN, n_states);
    for (unsigned c = 0; c < n && c < SEARCHED_CELLS; c++)
        home[c] = (uint8_t)c;
    queue[0] = number_of(home, n);
    of->length[queue[0]] = 0;
    for (uint32_t i = 0; i < n_queue; i++) {
        board_at(queue[i], n, home);
        n_queue = spread(of, home, (uint8_t)(of->length[queue[i]] + 1), queue,
                         n_queue);
    }
}

/* Returns the class of a board, with its lengths; NULL: out of memory. */
static struct class *
class_of(struct plain_lengths *all, const struct plain_board *board)
{
    unsigned n = board->width * board->height;
    unsigned blank = board->home[board->blank];
    struct class *of = &all->classes[board->width][board->height][blank];
    uint32_t n_states = 1, *queue;

    if (of->length != NULL)
        return of;
    for (unsigned c = 2; c <= n; c++)
        n_states *= c;
    *of = (struct class){board->width, board->height, blank, malloc(n_states)};
    queue = calloc(n_states, sizeof(*queue));
    if (of->length != NULL && queue != NULL) {
        fill(of, queue, n_states);
    } else {
        free(of->length);
        of->length = NULL;
    }
    free(queue);
    return of->length != NULL ? of : NULL;
}

/* Appends the first slide, in canonical order, that shortens the way. */
static void
descend(const struct class *of, uint8_t *home, unsigned *blank,
        struct plain_path *path)
{
    unsigned n = of->width * of->height;
    uint8_t length = of->length[number_of(home, n)];

    for (unsigned dir = 0; dir < 4; dir++) {
        uint8_t next[SEARCHED_CELLS];
        unsigned at = *blank, tiles = 0;

        memcpy(next, home, n);
        while (slide(of, next, &at, dir)) {
            tiles++;
            if (of->length[number_of(next, n)] >= length)
                continue;
            while (tiles-- > 0)
                path->dir[path->n++] = (uint8_t)dir;
            memcpy(home, next, n);
            *blank = at;
            return;
        }
    }
}

struct plain_lengths *
plain_lengths_new(void)
{
    return calloc(1, sizeof(struct plain_lengths));
}

void
plain_lengths_free(struct plain_lengths **all)
{
    if (*all == NULL)
        return;
    for (unsigned w = 0; w < SIDES; w++)
        for (unsigned h = 0; h < SIDES; h++)
            for (unsigned c = 0; c < SEARCHED_CELLS; c++)
                free((*all)->classes[w][h][c].length);
    free(*all);
    *all = NULL;
}

bool
plain_solve_mtm(struct plain_lengths *all, const struct plain_board *board,
                unsigned *length, struct plain_path *path)
{
    unsigned n = board->width * board->height, blank = board->blank;
    uint8_t home[SEARCHED_CELLS];
    const struct class *of;

    if (n > SEARCHED_CELLS || (of = class_of(all, board)) == NULL)
        return false;
    memcpy(home, board->home, n);
    *length = of->length[number_of(home, n)];
    path->n = 0;
    for (unsigned i = 0; i < *length; i++)
        descend(of, home, &blank, path);
    return true;
}
