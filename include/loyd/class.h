/* SPDX-License-Identifier: MIT */
/* Classes: what tables, distributions and percentiles belong to. */
#ifndef LOYD_CLASS_H
#define LOYD_CLASS_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A size and the goal's blank cell, up to symmetry: the longer side lies,
 * and the blank is in the least cell, row by row, that a turn or a mirror
 * of the rectangle brings it to. Labels make no difference, so that every
 * goal of a class has the same states around it.
 */
typedef struct loyd_class {
    uint8_t width;  /* >= height */
    uint8_t height;
    uint8_t blank;  /* a cell; width * height of them, row-major */
} loyd_class;

/* Room for a class's text, its closing NUL included. */
#define LOYD_CLASS_TEXT 16

/*
 * The class of goals of width x height cells, each side 2..15, whose blank
 * is in cell `blank`, 0..width*height-1. O(1), any thread.
 */
LOYD_API loyd_class
loyd_class_of(unsigned width, unsigned height, unsigned blank);

/* The same size, and the blank in the same cell. O(1), any thread. */
LOYD_API bool loyd_class_equal(const loyd_class *a, const loyd_class *b);

/*
 * Reads a class, "SIZE@ROW.COL": any goal of it by its size and its blank's
 * row and column from 0, such as 4x4@3.3, or 4x4@0.0, which is the same.
 * Errors: LOYD_E_SYNTAX, LOYD_E_SIZE, LOYD_E_RANGE (outside the board; the
 * nearest cell is suggested).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_class_parse(const char *text, size_t len, loyd_class *out, loyd_why *why);

/* Prints it as its least cell, "4x4@0.0"; returns the length. */
LOYD_API size_t
loyd_class_print(const loyd_class *cls, char text[LOYD_CLASS_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
