/* SPDX-License-Identifier: MIT */
/* Slices: borrowed pieces of text, which parsers split without copying. */
#ifndef LOYD_BASE_SLICE_H
#define LOYD_BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* at[0..len), which may contain NULs and need not end with one. */
struct slice {
    const char *at;
    size_t len;
};

static inline struct slice
slice_of(const char *string)
{
    return (struct slice){string, strlen(string)};
}

/* Return whether the bytes are the same. */
bool slice_is(struct slice slice, const char *string);
bool slice_equals(struct slice a, struct slice b);

/* Removes `prefix`. Returns false, and changes nothing, if it is not there. */
bool slice_skip(struct slice *slice, const char *prefix);

/*
 * Cuts at the first `mark`: *head becomes the text before it and *rest the
 * text after it. Without a mark it returns false, *head becomes all of the
 * text and *rest is empty.
 */
bool slice_cut(struct slice *rest, char mark, struct slice *head);

/* Like slice_cut, at the last `mark`. */
bool slice_cut_last(struct slice *rest, char mark, struct slice *head);

/* Like slice_cut, at the first "..". */
bool slice_cut_dots(struct slice *rest, struct slice *head);

/* Removes and returns the text before the first byte that is in `marks`. */
struct slice slice_until(struct slice *rest, const char *marks);

static inline bool
slice_is_mark(char c, const char *marks)
{
    while (*marks != '\0' && *marks != c)
        marks++;
    return *marks != '\0';
}

/* Removes and returns the next word, which bytes in `gaps` are not part of;
 * empty at the end. Inline: `gaps` is known where it is called. */
static inline struct slice
slice_word(struct slice *rest, const char *gaps)
{
    const char *at = rest->at, *end = at + rest->len;
    struct slice word;

    while (at < end && slice_is_mark(*at, gaps))
        at++;
    word.at = at;
    while (at < end && !slice_is_mark(*at, gaps))
        at++;
    word.len = (size_t)(at - word.at);
    *rest = (struct slice){at, (size_t)(end - at)};
    return word;
}

/* Removes a line with its LF or CRLF, which *line does not include. Returns
 * false if nothing is left. */
bool slice_line(struct slice *rest, struct slice *line);

/* --- whole numbers, for parsers with their own messages --- */

enum number_form {
    NUMBER_GOOD = 0,
    NUMBER_NONE = 1,  /* empty, or not only digits */
    NUMBER_ZEROS = 2, /* leading zeros */
    NUMBER_LARGE = 3, /* above UINT64_MAX */
};

/* Reads decimal digits. *number is written only for NUMBER_GOOD. */
enum number_form slice_number(struct slice slice, uint64_t *number);

#endif
