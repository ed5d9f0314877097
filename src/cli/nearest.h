/* SPDX-License-Identifier: MIT */
/* The name that somebody may have meant. */
#ifndef LOYD_CLI_NEAREST_H
#define LOYD_CLI_NEAREST_H

#include <stddef.h>

/*
 * How many letters must be put in, taken out, changed or swapped with their
 * neighbour to make b of a. Long words are compared by their first letters.
 */
size_t edit_distance(const char *a, const char *b);

/* Whether two words so far apart can be a slip of the keys. */
int is_near(const char *word, size_t distance);

/*
 * The one of words[], which NULL ends, that `word` may have been meant to be;
 * NULL where none is near.
 */
const char *nearest_word(const char *word, const char *const *words);

#endif
