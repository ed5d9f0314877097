/* SPDX-License-Identifier: MIT */
/* How the tables of a class in MTM see its boards. */
#ifndef LOYD_SOLVE_TABLE_MTM_SIGHT_H
#define LOYD_SOLVE_TABLE_MTM_SIGHT_H

#include "solve/table/frame.h"
#include "solve/table/mtm_table.h"

#define SIGHTS_MAX 6

/* A table, and the symmetry of the class through which it sees a board. */
struct mtm_sight {
    const struct mtm_table *table;
    uint8_t width;                         /* of the table */
    bool is_swapped;                       /* sees rows as columns */
    uint8_t cell[REGION_CELLS_MAX];        /* of the class -> of the table */
    uint32_t line[AXES][REGION_CELLS_MAX]; /* [axis][cell of the class]: first
                                       byte of the cell's line */
    const uint8_t *bits[AXES][AXES]; /* [axis of the last line][of the line] */
    uint8_t rank[REGION_CELLS_MAX];  /* home in the class -> number of the tile
                                        in the pattern, or UINT8_MAX */
};

/* The tables of a class. The first sights are read first. */
struct mtm_sights {
    loyd_class cls;
    unsigned n;
    struct mtm_sight sight[SIGHTS_MAX];
};

/* Adds a sight of a planned table. `cls` and `n` have been set. */
void mtm_sight_add(struct mtm_sights *sights, const struct mtm_table *table,
                   unsigned symmetry);

/* Looks where the tables are, once they are built or mapped. */
void mtm_sights_ready(struct mtm_sights *sights);

/* Where a board is on its way, seen by every sight. */
struct mtm_node {
    pattern here[SIGHTS_MAX];  /* places of the tiles */
    pattern top[SIGHTS_MAX];   /* the same with the blank gone to the top */
    uint8_t value[SIGHTS_MAX]; /* of the line along which to slide next */
    uint8_t blank;             /* its cell in the class */
};

/* Sets a node to a board; the values are not set. */
void mtm_place(const struct mtm_sights *sights, const struct permuted *board,
               struct mtm_node *node);

/*
 * Sets the values of a node's lines along which the first slide goes, by
 * walking down to the last line, which has the axis `end`. Returns the least
 * number of slides, or more than UINT16_MAX if a table has an impossible
 * value.
 */
unsigned mtm_values(const struct mtm_sights *sights, unsigned end,
                    unsigned first, struct mtm_node *node);

/* Returns whether no table has an impossible value on a way from a board. */
bool mtm_sights_hold(const struct mtm_sights *sights,
                     const struct permuted *board);

/* Returns the axis as the sight sees it. */
static inline unsigned
mtm_seen_axis(const struct mtm_sight *s, unsigned axis)
{
    return axis ^ s->is_swapped;
}

/* The line of an axis through a cell of the class. */
static inline const uint8_t *
mtm_line_of(const struct mtm_sight *s, unsigned end, unsigned axis,
            unsigned cell)
{
    return s->bits[end][axis] + s->line[axis][cell];
}

/* Returns the pattern after the blank moved by one cell, as a sight sees it.
 */
static inline pattern
mtm_moved(const struct mtm_sight *s, pattern p, unsigned from, unsigned to)
{
    unsigned a = s->cell[from], b = s->cell[to];

    if (a + s->width == b)
        return mtm_down(p, a, s->width);
    return b + s->width == a ? mtm_up(p, a, s->width) : p;
}

#endif
