/* SPDX-License-Identifier: MIT */
/* Pieces of somebody else's text: parsers cut them, and copy nothing. */
#ifndef LOYD_BASE_SLICE_H
#define LOYD_BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* at[0..len); it may hold NULs, and none follows it. */
struct slice {
    const char *at;
    size_t len;
};

static inline struct slice
slice_of(const char *string)
{
    return (struct slice){string, strlen(string)};
}

/* Is it this, to the byte? */
bool slice_is(struct slice slice, const char *string);
bool slice_equals(struct slice a, struct slice b);

/* Takes `prefix` off its beginning; false: it has another one, and stays. */
bool slice_skip(struct slice *slice, const char *prefix);

/*
 * Cuts at the first `mark`: *head is what stands before it, and *rest what
 * follows. False: there is none, *head is all of it, and *rest is empty.
 */
bool slice_cut(struct slice *rest, char mark, struct slice *head);

/* The same at the last one. */
bool slice_cut_last(struct slice *rest, char mark, struct slice *head);

/* The same at the first "..". */
bool slice_cut_dots(struct slice *rest, struct slice *head);

/* Takes off what stands before the first byte that is among `marks`. */
struct slice slice_until(struct slice *rest, const char *marks);

/* Takes off a line, without its end, LF or CRLF. False: nothing is left. */
bool slice_line(struct slice *rest, struct slice *line);

/* --- whole numbers, for parsers that word their own errors --- */

enum number_form {
    NUMBER_GOOD = 0,
    NUMBER_NONE = 1,  /* empty, or something else than digits */
    NUMBER_ZEROS = 2, /* leading zeros */
    NUMBER_LARGE = 3, /* digits, but above UINT64_MAX */
};

/* Reads all of it as decimal digits; *number only where good. */
enum number_form slice_number(struct slice slice, uint64_t *number);

#endif
