/* SPDX-License-Identifier: MIT */
/* Files of SQL: parts with headings. checks.sql finds what is wrong. */
#ifndef LOYD_VERIFY_PARTS_H
#define LOYD_VERIFY_PARTS_H

#include "store/rows.h"

#include <sqlite3.h>

/* One statement, or several, of a file: its heading, and its SQL for a schema. */
struct part {
    const char *at;
    char words[100];
    char *sql;
};

/* Reads the next part that begins with "-- "; the caller frees its SQL. */
bool next_part(struct part *part, const char *schema);

/* Called with the heading, the key and the words of each fault. Returns false to
 * stop. */
typedef bool (*fault_fn)(void *context, const char *what, const char *key,
                         const char *words);

/*
 * Runs the parts of checks.sql whose heading contains `only`, on a schema; those
 * with "searched" only if they are wanted.
 */
loyd_err parts_check(loyd_store *store, const char *schema, const char *only,
                     bool is_searched, fault_fn each, void *context,
                     loyd_why *why);

#endif
