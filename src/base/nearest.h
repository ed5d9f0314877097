/* SPDX-License-Identifier: MIT */
/* Which known name did somebody mean? For messages only. */
#ifndef LOYD_BASE_NEAREST_H
#define LOYD_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * How many letters must be put in, taken out, changed or swapped with their
 * neighbour to make `name` of text[0..len). Long words are compared by their
 * first 32 letters.
 */
size_t nearest_distance(const char *text, size_t len, const char *name);

/* Whether a word of `len` letters so far from a name can be a slip of keys. */
bool nearest_is_slip(size_t len, size_t distance);

/* The nearest of names[0..n), n >= 1; the first of several. */
const char *nearest_name(const char *text, size_t len,
                         const char *const *names, size_t n);

/* The nearest of names[], which NULL ends; NULL where none can be a slip. */
const char *nearest_word(const char *word, const char *const *names);

#endif
