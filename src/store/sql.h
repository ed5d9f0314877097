/* SPDX-License-Identifier: MIT */
/* A statement that is being written, with its values. */
#ifndef LOYD_STORE_SQL_H
#define LOYD_STORE_SQL_H

#include "base/range.h"
#include "base/text.h"
#include "store/query.h"

/* The values of every statement about puzzles, before those of sql_text. */
enum {
    SQL_FIRST = 1, /* ids from first ... */
    SQL_LAST,      /* ... to last */
    SQL_AFTER,     /* the first id after the page before, see select */
    SQL_LIMIT,     /* maximum number of rows; -1: all */
    SQL_FIXED      /* the last of them, and one more */
};

/* All zero is empty. If memory runs out, sql_is_lost is true. */
struct sql {
    struct text text;
    char **texts; /* the values, each once: SQLite limits their number */
    size_t n;
    size_t room;
    bool is_lost;
};

void sql_free(struct sql *sql);
bool sql_is_lost(const struct sql *sql);

static inline void
sql_put(struct sql *sql, const char *words)
{
    text_put(&sql->text, words);
}

/* Writes a number, or a parameter with a copy of its value. */
void sql_int(struct sql *sql, int64_t value);
void sql_text(struct sql *sql, const char *value);
void sql_class(struct sql *sql, int64_t class);

/* Writes a table of one column `value`: the ids, or the numbers. */
void sql_ids(struct sql *sql, const loyd_id *ids, size_t n);
void sql_numbers(struct sql *sql, const int64_t *numbers, size_t n);

/* False. SQLite's parser reduces `x AND 0` to 0, and then an index that is
 * partial because of x cannot be used. */
#define SQL_NEVER "1 > 2"

/* Writes whether all from `low` to `high`, two expressions, is in one of the
 * ranges. */
void sql_ranges(struct sql *sql, const char *low, const char *high,
                const struct range_list *ranges);

/* Begins a query with the statement and its values, except for the fixed
 * ones. The caller ends it. LOYD_E_NOMEM. */
loyd_err sql_begin(struct sql *sql, struct query *q, loyd_store *store,
                   loyd_why *why);

#endif
