/* SPDX-License-Identifier: MIT */
/* Ranges of lengths and percentiles, and lists of them: their text, and what
 * is inside. */
#ifndef LOYD_BASE_RANGE_H
#define LOYD_BASE_RANGE_H

#include "base/text.h"
#include "loyd/range.h"

/*
 * Parses one closed range "A..B", or "A" for A..A, low <= A <= B <= high: a
 * target. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
loyd_err range_parse(const char *text, size_t len, uint64_t low, uint64_t high,
                     uint64_t *first, uint64_t *last, loyd_why *why);

/* What the numbers of a range are, as loyd_range defines it. */
enum range_kind {
    RANGE_LENGTHS = 0,
    RANGE_PERCENTILES = 1, /* their text has up to three decimals */
    RANGE_REALS = 2        /* as percentiles, without an upper end */
};

/*
 * Parses one range of a filter: "A..B", "A..", "..B" or "A". "A" is A..A, but
 * as a percentile all that begins like A: 12.5 is 12.5..12.6. Errors:
 * LOYD_E_SYNTAX, LOYD_E_RANGE (also a range with nothing inside).
 */
loyd_err range_read(const char *text, size_t len, enum range_kind kind,
                    loyd_range *range, loyd_why *why);

/* Appends the shortest "A..B", or "A.." without an upper end. */
void range_print(struct text *text, enum range_kind kind,
                 const loyd_range *range);

#define RANGE_WORDS 64

/*
 * Writes "40..47 moves", or "40 moves" if the ends are equal, or "1 move", for
 * messages; returns `text`. The plural is the noun and an s; with "" for the
 * noun it is only the numbers.
 */
const char *range_words(uint64_t low, uint64_t high, const char *noun,
                        char text[RANGE_WORDS]);

/* Returns whether a range is as loyd_range defines it. */
bool range_is_valid(enum range_kind kind, const loyd_range *range);

/* Ranges: all zero is empty. Once joined they are sorted and disjoint. */
struct range_list {
    loyd_range *at;
    size_t n;
    size_t room;
};

void range_list_free(struct range_list *list);

/* Appends a range. LOYD_E_NOMEM. */
loyd_err range_list_add(struct range_list *list, loyd_range range);

/* Sorts the ranges, and combines those between which nothing is outside. */
void range_list_join(struct range_list *list, enum range_kind kind);

/* Copies ranges into an empty list, and joins them. LOYD_E_NOMEM. */
loyd_err range_list_copy(struct range_list *list, enum range_kind kind,
                         const loyd_range *ranges, size_t n);

/* Makes `met` what is in both joined lists; it keeps its memory.
 * LOYD_E_NOMEM. */
loyd_err range_list_meet(struct range_list *met, enum range_kind kind,
                         const struct range_list *a,
                         const struct range_list *b);

#endif
