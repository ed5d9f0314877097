/* SPDX-License-Identifier: MIT */
/* Builds balls: the boards around a goal. */
#include "solve/search/ball.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"

/*
 * A packed board holds the ranks of its labels (0 for the blank, tiles in
 * ascending order), 4 bits each, with cell 0 in the most significant bits, so
 * that packed boards sort like the bytes of boards. In a layer, the 4 bits of
 * the last cell, which the other cells imply, instead hold the set of moves
 * that lead back towards the goal.
 */
#define LAST 15U

enum { N_DIRS = 4, N_DIGIT = 10, N_DIGITS = 6 };

/*
 * Neighbours of each cell. Cells are numbered from the least significant
 * nibble; direction d ^ 1 undoes direction d.
 */
struct grid {
    unsigned n;
    unsigned missing;
    uint64_t cells;                     /* lowest bit of every nibble in use */
    uint64_t ranks;                     /* XOR of all ranks */
    uint8_t to[BALL_CELLS_MAX][N_DIRS]; /* CELL_NONE: no neighbour */
};

/* Boards with the same optimum, ascending. */
struct layer {
    uint64_t *state;
    size_t n;
};

static void
grid_of(const loyd_board *goal, struct grid *g)
{
    static const loyd_dir dirs[N_DIRS] = {LOYD_DIR_UP, LOYD_DIR_DOWN,
                                          LOYD_DIR_LEFT, LOYD_DIR_RIGHT};

    memset(g, 0, sizeof(*g));
    g->n = board_cells(goal);
    g->missing = board_missing(goal);
    for (unsigned c = 0; c < g->n; c++) {
        unsigned at = g->n - 1 - c; /* number of its nibble */

        g->cells |= UINT64_C(1) << 4 * at;
        g->ranks ^= c;
        for (unsigned d = 0; d < N_DIRS; d++) {
            uint8_t from = cell_of_tile(goal->width, goal->height, c, dirs[d]);

            g->to[at][d] = from == CELL_NONE
                               ? CELL_NONE
                               : (uint8_t)(4 * (g->n - 1 - from));
        }
    }
}

static uint64_t
pack(const struct grid *g, const loyd_board *board)
{
    uint64_t packed = 0;

    for (unsigned c = 0; c < g->n; c++)
        packed = packed << 4 |
                 (uint64_t)(board->cell[c] - (board->cell[c] > g->missing));
    return packed;
}

/* Returns the full board of a layer's state, with its last cell restored. */
static uint64_t
whole_board(const struct grid *g, uint64_t state)
{
    uint64_t sum = state &= ~(uint64_t)LAST;

    sum ^= sum >> 32;
    sum ^= sum >> 16;
    sum ^= sum >> 8;
    sum ^= sum >> 4;
    return state | ((sum ^ g->ranks) & LAST);
}

/* Returns the nibble that holds the blank. */
static unsigned
blank_of(const struct grid *g, uint64_t board)
{
    uint64_t bits = board | board >> 1;

    return (unsigned)__builtin_ctzll(~(bits | bits >> 2) & g->cells) / 4;
}

/* Returns the directions that lead outward, as a bit set. */
static unsigned
outward(const struct grid *g, unsigned blank, uint64_t state)
{
    unsigned dirs = 0;

    for (unsigned d = 0; d < N_DIRS; d++)
        dirs |= (unsigned)(g->to[blank][d] != CELL_NONE) << d;
    return dirs & ~(unsigned)state;
}

static size_t
count_outward(const struct grid *g, const struct layer *from)
{
    size_t n = 0;

    for (size_t i = 0; i < from->n; i++) {
        uint64_t board = whole_board(g, from->state[i]);

        n += (size_t)__builtin_popcount(
            outward(g, blank_of(g, board), from->state[i]));
    }
    return n;
}

/* Lists every neighbour farther from the goal, possibly several times. */
static void
expand(const struct grid *g, const struct layer *from, struct layer *next)
{
    next->n = 0;
    for (size_t i = 0; i < from->n; i++) {
        uint64_t board = whole_board(g, from->state[i]);
        unsigned blank = blank_of(g, board);
        unsigned dirs = outward(g, blank, from->state[i]);

        for (; dirs != 0; dirs &= dirs - 1) {
            unsigned d = (unsigned)__builtin_ctz(dirs);
            unsigned at = g->to[blank][d];
            uint64_t tile = board >> at & 15;
            uint64_t moved = board ^ tile << at ^ tile << 4 * blank;

            next->state[next->n++] =
                (moved & ~(uint64_t)LAST) | UINT64_C(1) << (d ^ 1);
        }
    }
}

/* LSD radix sort. Returns whichever of the two arrays holds the result. */
static uint64_t *
sort(uint64_t *state, uint64_t *other, size_t n)
{
    enum { VALUES = 1 << N_DIGIT };
    size_t count[N_DIGITS][VALUES];

    memset(count, 0, sizeof(count));
    for (size_t i = 0; i < n; i++)
        for (unsigned k = 0; k < N_DIGITS; k++)
            count[k][state[i] >> (4 + N_DIGIT * k) & (VALUES - 1)]++;
    for (unsigned k = 0; k < N_DIGITS; k++) {
        unsigned shift = 4 + N_DIGIT * k;
        size_t at = 0;
        uint64_t *spare = state;

        if (n == 0 || count[k][state[0] >> shift & (VALUES - 1)] == n)
            continue; /* all digits are equal */
        for (unsigned v = 0; v < VALUES; v++) {
            size_t here = count[k][v];
            count[k][v] = at;
            at += here;
        }
        for (size_t i = 0; i < n; i++)
            other[count[k][state[i] >> shift & (VALUES - 1)]++] = state[i];
        state = other;
        other = spare;
    }
    return state;
}

/* Merges equal boards and the sets of moves that lead back from them. */
static void
join_doubles(struct layer *l)
{
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++) {
        if (n > 0 && l->state[n - 1] >> 4 == l->state[i] >> 4)
            l->state[n - 1] |= l->state[i];
        else
            l->state[n++] = l->state[i];
    }
    l->n = n;
}

/* Replaces *l by the next layer. */
static loyd_err
step_outward(const struct grid *g, struct layer *l)
{
    size_t n = count_outward(g, l);
    struct layer next = {NULL, 0};
    uint64_t *other = NULL, *sorted;

    if (n > BALL_STATES_MAX)
        return LOYD_E_UNSUPPORTED;
    next.state = malloc((n + 1) * sizeof(*next.state));
    if (next.state == NULL)
        return LOYD_E_NOMEM;
    expand(g, l, &next);
    free(l->state);
    *l = next;
    other = malloc((n + 1) * sizeof(*other));
    if (other == NULL)
        return LOYD_E_NOMEM;
    sorted = sort(l->state, other, l->n);
    free(sorted == other ? l->state : other);
    l->state = sorted;
    join_doubles(l);
    return LOYD_OK;
}

/* Appends a layer to the ball as full boards. */
static loyd_err
append_layer(struct ball *b, const struct grid *g, const struct layer *l)
{
    uint64_t *more;

    if (l->n > BALL_STATES_MAX - b->n)
        return LOYD_E_UNSUPPORTED;
    more = realloc(b->state, (b->n + l->n + 1) * sizeof(*more));
    if (more == NULL)
        return LOYD_E_NOMEM;
    b->state = more;
    for (size_t i = 0; i < l->n; i++)
        more[b->n++] = whole_board(g, l->state[i]);
    return LOYD_OK;
}

loyd_err
ball_build(struct ball *b, const loyd_board *goal, unsigned low, unsigned high,
           struct monitor *m)
{
    struct layer l = {malloc(sizeof(*l.state)), 1};
    loyd_err err = l.state != NULL ? LOYD_OK : LOYD_E_NOMEM;
    struct grid g;

    memset(b, 0, sizeof(*b));
    b->goal = *goal;
    b->low = low;
    b->high = high;
    grid_of(goal, &g);
    if (err == LOYD_OK)
        l.state[0] = pack(&g, goal) & ~(uint64_t)LAST;
    for (unsigned d = 1; err == LOYD_OK && d <= high && l.n > 0; d++) {
        if (!monitor_tell(m, "enumerating boards near the goal", d, high))
            err = LOYD_E_CANCELLED;
        if (err == LOYD_OK)
            err = step_outward(&g, &l);
        if (err == LOYD_OK && d >= low)
            err = append_layer(b, &g, &l);
    }
    free(l.state);
    return err;
}

void
ball_board(const struct ball *b, size_t index, loyd_board *board)
{
    unsigned n = board_cells(&b->goal), missing = board_missing(&b->goal);
    uint64_t packed = b->state[index];

    memset(board, 0, sizeof(*board));
    board->width = b->goal.width;
    board->height = b->goal.height;
    for (unsigned c = n; c-- > 0; packed >>= 4) {
        unsigned rank = (unsigned)packed & 15;

        board->cell[c] = (uint8_t)(rank + (rank >= missing));
    }
}

void
ball_free(struct ball *b)
{
    free(b->state);
    memset(b, 0, sizeof(*b));
}
