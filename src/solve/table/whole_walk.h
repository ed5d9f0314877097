/* SPDX-License-Identifier: MIT */
/* Boards on their way through a whole-state table. */
#ifndef LOYD_SOLVE_TABLE_WHOLE_WALK_H
#define LOYD_SOLVE_TABLE_WHOLE_WALK_H

#include "solve/table/perm_words.h"
#include "solve/table/whole.h"

/* Returns the word of the table that holds a state. */
static inline const uint32_t *
whole_word(const struct whole *w, unsigned blank, uint32_t rank)
{
    return w->second + (size_t)blank * w->n_words + rank / WORD_ORDERS;
}

/* Returns the distance of a state modulo 4. */
static inline unsigned
whole_distance(const struct whole *w, unsigned blank, uint32_t rank)
{
    unsigned across = w->cls.width, home = w->cls.blank;
    unsigned steps =
        blank % across + blank / across + home % across + home / across;

    return 2 * (*whole_word(w, blank, rank) >> rank % WORD_ORDERS & 1) +
           (steps & 1);
}

/* A board on its path: the order of its tiles and its Lehmer code. */
struct walker {
    const struct whole *table;
    unsigned blank;
    uint32_t rank;
    uint8_t tile[WHOLE_CELLS_MAX];  /* by place */
    uint8_t digit[WHOLE_CELLS_MAX]; /* number of smaller tiles after it */
};

/* Begins at a board of the table's class. O(n^2). */
static inline void
walker_begin(struct walker *k, const struct whole *table,
             const struct permuted *board)
{
    unsigned n = 0;

    k->table = table;
    k->blank = board->blank;
    k->rank = 0;
    for (unsigned c = 0; c < table->n; c++)
        if (c != board->blank)
            k->tile[n++] = table->tile[board->home[c]];
    for (unsigned i = 0; i < n; i++) {
        k->digit[i] = 0;
        for (unsigned j = i + 1; j < n; j++)
            k->digit[i] = (uint8_t)(k->digit[i] + (k->tile[j] < k->tile[i]));
        k->rank += k->digit[i] * table->weight[i];
    }
}

/* Returns the rank after the tile at place `from` moves to place `to`. */
static inline uint32_t
walker_moved_rank(const struct walker *k, unsigned from, unsigned to)
{
    const uint32_t *weight = k->table->weight;
    uint8_t tile = k->tile[from];
    uint32_t rank = k->rank - k->digit[from] * weight[from];
    unsigned digit = k->digit[from];

    /*
     * Tiles in between shift by one place; the digits change by whether they
     * are larger than the moving tile.
     */
    if (from < to)
        for (unsigned i = from + 1; i <= to; i++) {
            bool is_larger = k->tile[i] > tile;

            rank -= k->digit[i] * weight[i];
            rank += (k->digit[i] + is_larger) * weight[i - 1];
            digit -= !is_larger;
        }
    else
        for (unsigned i = from; i-- > to;) {
            bool is_larger = k->tile[i] > tile;

            rank -= k->digit[i] * weight[i];
            rank += (k->digit[i] - is_larger) * weight[i + 1];
            digit += !is_larger;
        }
    return rank + digit * weight[to];
}

/*
 * Returns the places of the tile in `cell` before and after it moves into the
 * blank's cell.
 */
static inline void
walker_places(const struct walker *k, unsigned cell, unsigned *from,
              unsigned *to)
{
    *from = cell - (cell > k->blank);
    *to = k->blank - (k->blank > cell);
}

/* Returns the rank after the tile in `cell` moves into the blank's cell. */
static inline uint32_t
walker_rank(const struct walker *k, unsigned cell)
{
    unsigned from, to;

    walker_places(k, cell, &from, &to);
    return from == to ? k->rank : walker_moved_rank(k, from, to);
}

/* Moves the tile in `cell`; `rank` is its walker_rank. */
static inline void
walker_go(struct walker *k, unsigned cell, uint32_t rank)
{
    unsigned from, to;
    uint8_t tile, digit;

    walker_places(k, cell, &from, &to);
    k->rank = rank;
    k->blank = cell;
    tile = k->tile[from];
    digit = k->digit[from];
    for (unsigned i = from; i < to; i++) {
        bool is_larger = k->tile[i + 1] > tile;

        k->tile[i] = k->tile[i + 1];
        k->digit[i] = (uint8_t)(k->digit[i + 1] + is_larger);
        digit = (uint8_t)(digit - !is_larger);
    }
    for (unsigned i = from; i > to; i--) {
        bool is_larger = k->tile[i - 1] > tile;

        k->tile[i] = k->tile[i - 1];
        k->digit[i] = (uint8_t)(k->digit[i - 1] - is_larger);
        digit = (uint8_t)(digit + !is_larger);
    }
    k->tile[to] = tile;
    k->digit[to] = digit;
}

#endif
