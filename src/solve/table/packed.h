/* SPDX-License-Identifier: MIT */
/*
 * One view of a board of up to 16 cells with two patterns, in one word.
 *
 * A nibble per cell names its tile: the top bit is the tile's group, the other
 * three are its number within the pattern (pdb.h). The blank has a name that
 * no tile has. One instruction that gathers bits (PEXT) gives the cells of a
 * pattern, another its sequence, where pattern_move computes both from the
 * last ones. Only processors on which that instruction is fast use this form.
 */
#ifndef LOYD_SOLVE_TABLE_PACKED_H
#define LOYD_SOLVE_TABLE_PACKED_H

#include "solve/table/heuristic.h"
#include "solve/table/processor.h"

#define PACKED_GROUPS UINT64_C(0x8888888888888888)

/*
 * The values of all patterns are the bytes of one word, by view and group, and
 * 3 more than the value: bit 1 is that of the value less one. If the bit of
 * the next entry differs from it, the value rises.
 */
#define PACKED_BIAS UINT64_C(0x03030303)

/* True if the boards of a heuristic can be packed. */
static inline bool
packed_serves(const struct heuristic *h)
{
    return h->n_groups == 2 && h->has_small_index;
}

/* Returns a board in a view. */
static inline uint64_t
packed_board(const struct heuristic *h, const struct permuted *board,
             unsigned view)
{
    uint32_t second = h->table[view][1].home;
    uint64_t packed = 0;

    for (unsigned c = 0; c < (unsigned)h->cls.width * h->cls.height; c++) {
        unsigned at = h->cell[view][c], to = h->cell[view][board->home[c]];
        unsigned group = second >> to & 1;
        uint32_t home = h->table[view][group].home;
        unsigned name = (unsigned)__builtin_popcount(home & ((1u << to) - 1));

        if (c == board->blank) { /* a group of at most seven tiles has room */
            group = __builtin_popcount(h->table[view][0].home) == 8;
            name = 7;
        }
        packed |= (uint64_t)(group << 3 | name) << 4 * at;
    }
    return packed;
}

/* Returns the top bits of the nibbles of all cells. */
static inline uint64_t
packed_cells(const loyd_class *cls)
{
    return PACKED_GROUPS >> 4 * (16u - (unsigned)cls->width * cls->height);
}

/* A pattern after a move. */
struct packed_pattern {
    unsigned group;
    uint32_t mask;
    uint32_t sequence;
};

/*
 * Moves the tile in `cell` to `blank`. Returns the board and describes the
 * tile's pattern. `cells` is packed_cells of the class.
 */
static inline __attribute__((always_inline)) uint64_t
packed_move(uint64_t board, uint64_t cells, unsigned cell, unsigned blank,
            struct packed_pattern *p)
{
    unsigned from = 4 * cell, to = 4 * blank;
    uint64_t both = (board >> from ^ board >> to) & 15, own;

    p->group = (unsigned)(board >> (from + 3) & 1);
    board ^= both << from | both << to;
    own = (board ^ ((uint64_t)p->group - 1)) & cells;
    own &= ~(UINT64_C(8) << from); /* the blank now */
    p->mask = (uint32_t)processor_gather(own, PACKED_GROUPS);
    p->sequence = (uint32_t)processor_gather(board, own - (own >> 3));
    return board;
}

#endif
