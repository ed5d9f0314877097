/* SPDX-License-Identifier: MIT */
/* Files of SQL: sections with headings. checks.sql finds what is wrong. */
#ifndef LOYD_VERIFY_SECTIONS_H
#define LOYD_VERIFY_SECTIONS_H

#include "store/rows.h"
#include "store/store.h"

/* One statement, or several, of a file: its heading, and its SQL for two
 * schemas. Of checks.sql also what its heading says. */
struct section {
    const char *at;
    char words[100];
    char group[16];
    char row[32];
    char doing[40];
    char *sql;
};

/* Reads the next section that begins with "-- "; the caller frees its SQL, in
 * which `from` and `to` stand for $ and #. Returns false after the last one,
 * and if memory runs out: then section->at is not NULL. */
bool next_section(struct section *section, const char *from, const char *to);

/* Called with each row of a check, and what is wrong with it, NULL: nothing.
 * Returns false to stop. */
typedef bool (*checked_fn)(void *context, const struct section *section,
                           sqlite3_stmt *row, const char *fault);

/* What is checked: a group of checks.sql, NULL for all of them, in a schema.
 * Of a part those rows that have such ids. */
struct checks {
    const char *group;
    const char *schema; /* "main." */
    bool is_part;
    bool is_first; /* with the rows that have no id of a puzzle, */
    bool is_last;  /* and those of texts before or after all ids */
    loyd_id first, last;
};

/* Runs them; functions_begin comes before. */
loyd_err checks_run(loyd_store *store, const struct checks *checks,
                    checked_fn each, void *context, loyd_why *why);

#endif
