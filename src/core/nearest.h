/* SPDX-License-Identifier: MIT */
/* Which known name did somebody mean? For messages only. */
#ifndef LOYD_CORE_NEAREST_H
#define LOYD_CORE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The one of names[0..n), n >= 1, with the least edit distance from
 * text[0..len); the first of several. O(n) distances of short words.
 */
const char *nearest_name(const char *text, size_t len,
                         const char *const *names, size_t n);

/* Whether a name so near can be a slip of the keys. */
bool nearest_is_near(const char *text, size_t len, const char *name);

#endif
