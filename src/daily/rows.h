/* SPDX-License-Identifier: MIT */
/* The reader of schedules and of tiers from the catalogue: strict JSON, as
 * defined in docs/formats.md, by a table of the members of a row. */
#ifndef LOYD_DAILY_ROWS_H
#define LOYD_DAILY_ROWS_H

#include <jansson.h>

#include "loyd/channel.h"

/* Reads a member of row `at`; a string is not empty. */
typedef loyd_err (*member_fn)(json_t *value, void *all, size_t at,
                              loyd_why *why);

struct member {
    const char *name; /* NULL: the end of a table */
    bool is_required;
    json_type type; /* JSON_STRING or JSON_OBJECT */
    member_fn read; /* NULL: the tier or the title */
};

/* What rows are for: tiers, the days of a week, or one for every day. */
enum rows_kind { ROWS_TIERS, ROWS_WEEK, ROWS_EVERY };

/* What a file has. */
struct rows {
    bool is_schedule;            /* of any kind; otherwise only tiers */
    const struct member *member; /* in the order in which they are read */
    const char *names;           /* of all members, for messages */
    size_t tier;                 /* of the first row, in `all` */
    size_t title;                /* the same */
    size_t row_bytes;
    loyd_err (*check)(void *all, size_t at, loyd_why *why); /* may be NULL */
};

/*
 * Reads rows into `all`, which has room for LOYD_SCHEDULE_ROWS of them.
 * Errors: LOYD_E_RANGE (too long), LOYD_E_SYNTAX, LOYD_E_NOMEM, those of the
 * table, with the place.
 */
loyd_err rows_parse(const struct rows *rows, const char *json, size_t len,
                    void *all, size_t *n, enum rows_kind *kind,
                    loyd_why *why);

/* Copies a name of up to 32 characters, unless `to` is NULL. `what` is the
 * member. */
loyd_err row_name(const char *what, const char *name, char *to, loyd_why *why);

extern const char *const weekday_names[LOYD_SCHEDULE_ROWS];

#endif
