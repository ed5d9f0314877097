/* SPDX-License-Identifier: MIT */
/*
 * The tables of the method by stages (construct.h).
 *
 * A stage is one step of solving the top row of a rectangle: it brings a few
 * tiles to their cells, regardless of the other tiles. Its table holds the
 * next move of a shortest sequence for every placement of these tiles and the
 * blank. Rectangles are mirrored and turned so that the line to solve is the
 * top row, left to right, so one table serves all four sides of rectangles of
 * its size on boards of any size.
 *
 * The last rectangle, the core, has at most nine cells and a whole-state
 * table.
 */
#ifndef LOYD_SOLVE_UPPER_STAGES_H
#define LOYD_SOLVE_UPPER_STAGES_H

#include <pthread.h>
#include <stdatomic.h>

#include "solve/table/whole.h"

#define STAGE_TILES_MAX 4

#define STAGE_END 4     /* a `move`: the stage is complete */
#define STAGE_NEVER 15  /* the state cannot be reached */

/* What a stage does. */
enum stage_kind {
    STAGE_PLACE, /* brings its tiles home */
    STAGE_PARK,  /* brings the second-to-last tile to the last cell */
    STAGE_ENTER  /* with that one parked, brings the last tile and the blank
                    into the window at the end of the row */
};

struct stage {
    enum stage_kind kind;
    unsigned n_tiles;
    uint8_t tile[STAGE_TILES_MAX];        /* home cells in the rectangle */
    uint32_t weight[STAGE_TILES_MAX + 1]; /* of each tile's cell in the number
                                             of a state, then the blank's */
    unsigned depth;                       /* the moves of its farthest state */
    uint8_t *moves; /* 4 bits for each state: a direction, or see above */
};

static inline unsigned
stage_move(const struct stage *s, uint32_t state)
{
    return s->moves[state / 2] >> state % 2 * 4 & 15;
}

/*
 * Rows of rectangles with many cells are solved one tile at a time, and their
 * last two tiles in a window of this many columns and rows at most.
 */
#define WINDOW_SIDE 6

/* Cores are at most 3x3 or, on boards of two rows, 4x2 cells. */
#define CORE_WIDTH_MAX 4
#define CORE_HEIGHT_MAX 3
#define CORE_CELLS_MAX 9

/* All tables, built when needed, by any thread, one at a time. */
struct stages {
    pthread_mutex_t building;
    struct monitor *monitor; /* may stop the building */
    /* [width][height][first cell of the stage in the row] */
    struct stage *_Atomic
        row[LOYD_SIDE_MAX + 1][LOYD_SIDE_MAX + 1][LOYD_SIDE_MAX];
    /* [width][height][the blank's home] */
    struct whole *_Atomic
        core[CORE_WIDTH_MAX + 1][CORE_HEIGHT_MAX + 1][CORE_CELLS_MAX];
};

/* Initialises `s`; stages_free releases it. Errors: LOYD_E_SYSTEM. */
LOYD_NODISCARD loyd_err stages_init(struct stages *s, struct monitor *m);

void stages_free(struct stages *s);

/*
 * Returns the stage of the top row of a width x height rectangle (at least
 * 2x3) whose first `done` < width tiles are at home: the next one towards a
 * solved row. STAGE_ENTER is followed by the stage of the window that ends the
 * row. Errors: LOYD_E_NOMEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err stages_row(struct stages *s, unsigned width,
                                   unsigned height, unsigned done,
                                   const struct stage **found);

/*
 * Returns the table of a core. Errors: those of whole_build.
 */
LOYD_NODISCARD loyd_err stages_core(struct stages *s, const loyd_class *cls,
                                    const struct whole **found);

#endif
