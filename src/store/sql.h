/* SPDX-License-Identifier: MIT */
/* A statement that is being written, with its values. */
#ifndef LOYD_STORE_SQL_H
#define LOYD_STORE_SQL_H

#include "base/text.h"
#include "store/query.h"

/* The values of every statement about puzzles, before those of sql_text. */
enum {
    SQL_FIRST = 1, /* ids from first ... */
    SQL_LAST,      /* ... to last */
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
    bool is_foreign; /* a part of it was written by a person */
};

void sql_free(struct sql *sql);
bool sql_is_lost(const struct sql *sql);

static inline void
sql_put(struct sql *sql, const char *words)
{
    text_put(&sql->text, words);
}

/* Writes a parameter with a copy of its value. */
void sql_text(struct sql *sql, const char *value);

/* Writes a table of one column `value`: the ids. */
void sql_ids(struct sql *sql, const loyd_id *ids, size_t n);

/* False. SQLite's parser reduces `x AND 0` to 0, and then an index that is
 * partial because of x cannot be used. */
#define SQL_NEVER "1 > 2"

/* Begins a query with the statement and its values, except for the fixed
 * ones. A foreign one may only read. The caller ends it. LOYD_E_NOMEM. */
loyd_err sql_begin(struct sql *sql, struct query *q, loyd_store *store,
                   loyd_why *why);

#endif
