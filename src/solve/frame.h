/* SPDX-License-Identifier: MIT */
/*
 * Classes: every goal is turned, mirrored and relabelled into the canonical
 * goal of its class, so that tables belong to classes, never to layouts.
 */
#ifndef LOYD_SOLVE_FRAME_H
#define LOYD_SOLVE_FRAME_H

#include "loyd/puzzle.h"
#include "solve/permuted.h"

/*
 * A class: a size with width >= height, and the goal's blank cell, the least
 * one that a symmetry of the rectangle brings it to.
 */
struct shape {
    uint8_t width;
    uint8_t height;
    uint8_t blank;
};

/* How one goal's boards are seen in its class. */
struct frame {
    struct shape shape;
    uint8_t symmetry;             /* 0..7: which turn or mirror, see frame.c */
    uint8_t cell[LOYD_CELLS_MAX]; /* a cell of the goal -> of the class */
    uint8_t home[LOYD_CELLS_MAX + 1]; /* a label -> its goal cell, class's */
    uint8_t dir_out[4];               /* a direction in the class -> outside */
};

/* Symmetry s applied to a cell of a width x height board, s in 0..7. */
uint8_t symmetry_cell(unsigned symmetry, unsigned width, unsigned height,
                      unsigned cell);

/* Symmetry s applied to a direction. */
loyd_dir symmetry_dir(unsigned symmetry, loyd_dir dir);

/* The class of a checked goal, and the way there. O(n). */
void frame_of_goal(const loyd_board *goal, struct frame *out);

/* A board in the class: each tile named by its home cell. O(n). */
void frame_board(const struct frame *f, const loyd_board *start,
                 struct permuted *out);

#endif
