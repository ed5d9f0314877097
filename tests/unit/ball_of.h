/* SPDX-License-Identifier: MIT */
/*
 * True distances of boards of any size, by breadth-first search from both
 * ends: all boards near a goal are kept, and a board further away is searched
 * until it meets one of them. Tests only.
 */
#ifndef BALL_OF_H
#define BALL_OF_H

#include "oracle.h"

enum {
    BALL_BITS = 20, /* of the hash table */
    BALL_MAX = 1 << 18,
    BALL_DEEPEST = 120,
    BALL_FAR = 255,
};

/* Boards in the order in which a search has reached them. */
struct ball_list {
    loyd_board goal; /* the first board */
    unsigned n_cells;
    uint8_t *cells; /* n_cells of each board */
    uint64_t *hash; /* of each board; two boards never share one */
    size_t n, room;
    uint32_t *slot; /* hash table: number of a board plus one; 0: free */
    size_t first[BALL_DEEPEST + 2]; /* board at each distance */
    unsigned depth;                 /* all boards up to here are listed */
};

/* The part of a hash that a label in a cell makes. */
static inline uint64_t
ball_part(unsigned label, unsigned cell)
{
    uint64_t state = (uint64_t)label << 8 | cell;

    return oracle_word(&state);
}

/* A hash of 64 bits: among a million boards, two equal ones are one in 10^7
 * runs. */
static inline uint64_t
ball_hash(const uint8_t *cells, unsigned n)
{
    uint64_t hash = 0;

    for (unsigned c = 0; c < n; c++)
        hash ^= ball_part(cells[c], c);
    return hash;
}

/* Returns the number of a board plus one, or 0. */
static inline uint32_t
ball_find(const struct ball_list *b, uint64_t hash)
{
    size_t at = hash >> (64 - BALL_BITS);

    while (b->slot[at] != 0 && b->hash[b->slot[at] - 1] != hash)
        at = (at + 1) & ((1u << BALL_BITS) - 1);
    return b->slot[at];
}

static inline void
ball_add(struct ball_list *b, const uint8_t *cells, uint64_t hash)
{
    size_t at = hash >> (64 - BALL_BITS);

    if (ball_find(b, hash) != 0)
        return;
    assert_in_range(b->n, 0, b->room - 1);
    memcpy(b->cells + b->n * b->n_cells, cells, b->n_cells);
    b->hash[b->n++] = hash;
    while (b->slot[at] != 0)
        at = (at + 1) & ((1u << BALL_BITS) - 1);
    b->slot[at] = (uint32_t)b->n;
}

/* The board with a number. */
static inline loyd_board
ball_board(const struct ball_list *b, size_t i)
{
    loyd_board board = b->goal;

    memcpy(board.cell, b->cells + i * b->n_cells, b->n_cells);
    return board;
}

/* The distance of a listed board, by its number. */
static inline unsigned
ball_distance(const struct ball_list *b, size_t i)
{
    unsigned d = b->depth;

    while (b->first[d] > i)
        d--;
    return d;
}

/* Adds the next distance. Returns false if there are no more boards. */
static inline bool
ball_grow(struct ball_list *b)
{
    size_t end = b->n;

    for (size_t i = b->first[b->depth]; i < end; i++) {
        loyd_board board = ball_board(b, i);
        unsigned from = oracle_find(&board, 0);

        for (unsigned move = 0; move < 4; move++) {
            uint64_t hash = b->hash[i];
            unsigned to, label;

            if (!oracle_step(&board, move))
                continue;
            to = oracle_find(&board, 0);
            label = board.cell[from];
            hash ^= ball_part(0, from) ^ ball_part(0, to) ^
                    ball_part(label, from) ^ ball_part(label, to);
            ball_add(b, board.cell, hash);
            (void)oracle_step(&board, move ^ 2); /* back */
        }
    }
    if (b->n == end)
        return false;
    b->first[++b->depth] = end;
    return true;
}

static inline void
ball_start(struct ball_list *b, const loyd_board *start)
{
    if (b->n > 0)
        memset(b->slot, 0, sizeof(*b->slot) << BALL_BITS);
    b->goal = *start;
    b->n = 0;
    b->depth = 0;
    b->first[0] = 0;
    ball_add(b, start->cell, ball_hash(start->cell, b->n_cells));
}

/* Makes room for lists of boards of n_cells cells. */
static inline void
ball_open(struct ball_list *b, unsigned n_cells, const loyd_board *start)
{
    memset(b, 0, sizeof(*b));
    b->n_cells = n_cells;
    b->room = 4 * (size_t)BALL_MAX;
    b->cells = malloc(b->room * n_cells);
    b->hash = malloc(b->room * sizeof(*b->hash));
    b->slot = calloc((size_t)1 << BALL_BITS, sizeof(*b->slot));
    assert_true(b->cells != NULL && b->hash != NULL && b->slot != NULL);
    ball_start(b, start);
}

static inline void
ball_close(struct ball_list *b)
{
    free(b->cells);
    free(b->hash);
    free(b->slot);
}

/* Lists all boards up to some distance: at least n if the goal has as many. */
static inline void
ball_fill(struct ball_list *b, size_t n)
{
    while (b->n < n && b->depth < BALL_DEEPEST && ball_grow(b))
        ;
}

/*
 * Returns the distance of a board from the goal of `ball`: its own number of
 * moves to the first board at the ball's edge, and from there. Returns
 * BALL_FAR if it would have to list too many boards in `from`.
 */
static inline unsigned
ball_solve(const struct ball_list *ball, struct ball_list *from,
           const loyd_board *board)
{
    uint32_t here = ball_find(ball, ball_hash(board->cell, ball->n_cells));

    if (here != 0)
        return ball_distance(ball, here - 1);
    for (ball_start(from, board); from->n < BALL_MAX;) {
        if (!ball_grow(from))
            return BALL_FAR;
        for (size_t i = from->first[from->depth]; i < from->n; i++)
            if (ball_find(ball, from->hash[i]) > ball->first[ball->depth])
                return from->depth + ball->depth;
    }
    return BALL_FAR;
}

#endif
