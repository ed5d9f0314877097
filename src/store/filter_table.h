/* SPDX-License-Identifier: MIT */
/* The members of a filter: one table for options, JSON and texts. */
#ifndef LOYD_STORE_FILTER_TABLE_H
#define LOYD_STORE_FILTER_TABLE_H

#include "base/range.h"
#include "loyd/filter.h"

enum filter_kind {
    FILTER_SIZES, /* lists, also of the next seven kinds */
    FILTER_LAYOUTS,
    FILTER_WORDS,
    FILTER_LENGTHS,
    FILTER_PERCENTILES,
    FILTER_TRAITS, /* ranges of a column of table trait, */
    FILTER_GAMES,  /* or of table difficulty, */
    FILTER_REALS,  /* where it is in millionths */
    FILTER_CLASS,
    FILTER_WORD, /* a value of an enum; 0 is not given, unless `has` says so */
    FILTER_TEXT,
    FILTER_ORDER, /* a text; NULL: by id */
    FILTER_ID,    /* a range of ids, as the beginning that they share */
    FILTER_WHOLE_ID,
    FILTER_IDS,
    FILTER_MOVES,
    FILTER_TRUTH,
    FILTER_NUMBER
};

/* A member: the offsets of its value, or of the array of its values, in
 * loyd_filter; of the number of values; and of the bool that says whether it
 * is given (0: there is none). */
struct filter_row {
    const char *name;
    enum filter_kind kind;
    size_t at;
    size_t n;
    size_t has;
    const char *(*word)(unsigned); /* of a value; NULL: after the last one */
    const char *expected; /* of JSON, for messages; NULL: is only written */
    uint64_t low;         /* of a number */
};

/* In the order in which they are written; ends with a row without a name. */
extern const struct filter_row filter_rows[];

/* Returns the row of a name, or NULL. */
const struct filter_row *filter_row_of(const char *name);

/* The value of a row in a filter. */
static inline const void *
filter_value(const loyd_filter *filter, const struct filter_row *row)
{
    return (const char *)filter + row->at;
}

/* What the ranges of a list are. */
enum range_kind filter_range_kind(const struct filter_row *row);

/* The number of values of a list. */
size_t filter_count(const loyd_filter *filter, const struct filter_row *row);

/* Returns whether a filter has the member. */
bool filter_has(const loyd_filter *filter, const struct filter_row *row);

/* Makes a builder without any filter; *builder is NULL if out of memory. */
loyd_err filter_builder_new(loyd_filter_builder **builder);

/* Sets a member with `expected` to a value, which is added if it is a list.
 * Errors: those of loyd_filter_builder_add. */
loyd_err filter_add(loyd_filter_builder *builder, const struct filter_row *row,
                    const char *text, size_t len, loyd_why *why);

/* Sorts the ranges of a list, and combines those between which nothing is
 * outside. Of other members it changes nothing. */
void filter_join(loyd_filter_builder *builder, const struct filter_row *row);

/* Returns whether a filter selects every puzzle, in the order of ids. */
bool filter_is_open(const loyd_filter *filter);

/* Returns whether a filter may select puzzles of a size. */
bool filter_wants_size(const loyd_filter *filter, unsigned width,
                       unsigned height);

#endif
