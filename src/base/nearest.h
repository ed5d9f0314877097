/* SPDX-License-Identifier: MIT */
/* The known name nearest to a mistyped one, for messages. */
#ifndef LOYD_BASE_NEAREST_H
#define LOYD_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Returns how many letters must be inserted, deleted, replaced or swapped
 * with a neighbour to turn text[0..len) into `name`. Only the first 32 letters
 * of each are compared.
 */
size_t nearest_distance(const char *text, size_t len, const char *name);

/* Returns whether a word of `len` letters may be a typo at this distance. */
bool nearest_is_slip(size_t len, size_t distance);

/* Returns the nearest of names[0..n), n >= 1; the first of several. */
const char *nearest_name(const char *text, size_t len,
                         const char *const *names, size_t n);

/*
 * Returns the first of names[], which ends with NULL, that begins with the
 * word, or else the nearest one, or NULL if the word is not a typo of any.
 */
const char *nearest_word(const char *word, const char *const *names);

#endif
