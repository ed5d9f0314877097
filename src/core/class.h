/* SPDX-License-Identifier: MIT */
/* Classes: their texts, and whether two are the same. */
#ifndef LOYD_CORE_CLASS_H
#define LOYD_CORE_CLASS_H

#include "loyd/class.h"

/* Room for a class's text, including its NUL. */
#define CLASS_TEXT 16

/* Returns whether two classes are the same. O(1), safe from any thread. */
bool class_equal(const loyd_class *a, const loyd_class *b);

/*
 * Parses a class, "SIZE@ROW.COL": the size of any goal of the class, and the
 * row and column of its blank, from 0. 4x4@3.3 and 4x4@0.0 are the same
 * class. Errors: LOYD_E_SYNTAX, LOYD_E_SIZE, LOYD_E_RANGE (a cell outside the
 * board; `why` suggests the nearest cell).
 */
loyd_err class_parse(const char *text, size_t len, loyd_class *out,
                     loyd_why *why);

/* Writes a class as "4x4@0.0", with its lowest cell; returns the length. */
size_t class_print(const loyd_class *cls, char text[CLASS_TEXT]);

/* Writes that a class has no sample, and the command that makes one. */
#define NO_SAMPLE_TEXT 128

void class_no_sample(const loyd_class *cls, char text[NO_SAMPLE_TEXT]);

#endif
