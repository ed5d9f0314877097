/* SPDX-License-Identifier: MIT */
/*
 * Tables of lower bounds in MTM, with one bit per entry.
 *
 * Slides of a shortest solution are sideways and up or down in turn. So a
 * search walks along lines: a row line is all boards that differ by sideways
 * slides, a column line those that differ by slides up or down. A board lies
 * on one line of each axis, and a slide takes it from the one line to where
 * it crosses another. The value of a line is the number of lines to walk from
 * it to the last one, which is the goal's row or the goal's column: each has
 * its own table, and the parity of a value follows from the axes of the two
 * lines. Neighbouring lines differ by exactly one, so that bit 1 of the value
 * is enough along any path whose first value is known.
 *
 * A table sees only the tiles of a pattern, on their places: the cells row by
 * row without the blank's. Sideways slides leave the places unchanged, so a
 * row line is (row of the blank, places of the tiles); a column line is
 * (column of the blank, places once the blank has gone to the top).
 *
 * Entries are ordered by line, set of places, permutation of the tiles.
 */
#ifndef LOYD_SOLVE_TABLE_MTM_TABLE_H
#define LOYD_SOLVE_TABLE_MTM_TABLE_H

#include "solve/table/pdb.h"

/* The axis of a line and of the slides along it. */
enum { AXIS_ROW = 0, AXIS_COLUMN = 1, AXES = 2 };

#define SET_NONE UINT32_MAX

/* The size of a table and how its entries are numbered. */
struct mtm_space {
    uint8_t width;
    uint8_t height;
    uint8_t k;         /* tiles of the pattern, 4..PATTERN_TILES_MAX */
    unsigned n_places; /* width * height - 1 */
    uint32_t n_sets;
    uint32_t set_bytes; /* of the permutations of one set */
    uint32_t *first;    /* [1 << n_places] byte of the first entry of a
                           set in a line, or SET_NONE */
    uint16_t *set;      /* [n_sets] masks of places, ascending */
    struct perm_ranks ranks;
};

struct mtm_table {
    struct mtm_space space;
    uint8_t blank;             /* the blank's home */
    uint32_t home;             /* mask of the tiles' home cells */
    uint8_t *bits[AXES][AXES]; /* [axis of the last line][axis of the line] */
};

/*
 * Plans a table of k tiles; `home` is the mask of their home cells. The
 * caller frees it with mtm_table_free, also after an error. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err mtm_table_plan(struct mtm_table *t, unsigned width,
                                       unsigned height, unsigned blank,
                                       uint32_t home);

/* Returns the bytes of the lines of an axis, for one last line. */
uint64_t mtm_axis_bytes(const struct mtm_space *s, unsigned axis);

/* Returns the bytes of all entries. */
uint64_t mtm_table_bytes(const struct mtm_table *t);

/*
 * Computes a planned table by breadth-first search from both last lines, 24
 * states at a time (orders.h). Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM,
 * LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err mtm_table_build(struct mtm_table *t, unsigned threads,
                                        struct orders *orders);
void mtm_table_free(struct mtm_table *t);

/*
 * Returns the pattern after the tile, of whatever kind, at place `from` moved
 * to place `to` and those in between by one place. The value is unchanged.
 */
static inline pattern
mtm_rotate(pattern p, unsigned from, unsigned to)
{
    uint32_t mask = pattern_cells(p), seq = pattern_sequence(p);
    unsigned low = from < to ? from : to,
             len = from < to ? to - from : from - to;
    uint32_t all = (UINT32_C(2) << len) - 1, below = (1u << low) - 1;
    uint32_t window = mask >> low & all, turned;
    unsigned a = 3 * (unsigned)__builtin_popcount(mask & below);
    unsigned n = 3 * (unsigned)__builtin_popcount(window);

    turned = from < to ? window >> 1 | (window & 1) << len
                       : (window << 1 & all) | window >> len;
    if (mask >> from & 1 && n > 3) {
        uint32_t fields = ((UINT32_C(1) << n) - 1) << a;
        uint32_t part = (seq & fields) >> a;

        part = from < to ? part >> 3 | (part & 7) << (n - 3)
                         : (part << 3 & (fields >> a)) | part >> (n - 3);
        seq = (seq & ~fields) | part << a;
    }
    mask = (mask & ~(all << low)) | turned << low;
    return (p & ~(PATTERN_VALUE_ONE - 1)) | (uint64_t)seq << 32 | mask;
}

/* Returns the pattern after the blank in `cell` has gone up one row. */
static inline pattern
mtm_up(pattern p, unsigned cell, unsigned width)
{
    return mtm_rotate(p, cell - width, cell - 1);
}

/* Returns the pattern after the blank in `cell` has gone down one row. */
static inline pattern
mtm_down(pattern p, unsigned cell, unsigned width)
{
    return mtm_rotate(p, cell + width - 1, cell);
}

/* Returns the pattern with the blank of `cell` gone to the top. */
static inline pattern
mtm_top(pattern p, unsigned cell, unsigned width)
{
    for (; cell >= width; cell -= width)
        p = mtm_up(p, cell, width);
    return p;
}

/* Returns the bytes of one line. */
static inline uint32_t
mtm_line_bytes(const struct mtm_space *s)
{
    return s->n_sets * s->set_bytes;
}

/* Returns bit 1 of a pattern's value, where `line` has its line's entries. */
static inline unsigned
mtm_bit(const struct mtm_space *s, const uint8_t *line, pattern p)
{
    uint32_t rank = perm_rank(&s->ranks, pattern_sequence(p));

    return line[s->first[pattern_cells(p)] + (rank >> 3)] >> (rank & 7) & 1;
}

/* Returns the goal's pattern, with value 0. */
pattern mtm_home(const struct mtm_table *t);

#endif
