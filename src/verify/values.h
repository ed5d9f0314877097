/* SPDX-License-Identifier: MIT */
/* Values of SQL, and the functions that need nothing else. */
#ifndef LOYD_VERIFY_VALUES_H
#define LOYD_VERIFY_VALUES_H

#include "verify/raw_text.h"

#include <sqlite3.h>

struct sql_function {
    const char *name; /* NULL: the end of a list */
    int n;            /* arguments; -1: any number */
    void (*call)(sqlite3_context *c, int n, sqlite3_value **v);
    void (*end)(sqlite3_context *c); /* of an aggregate */
};

/* The functions of texts and hashes. */
extern const struct sql_function value_functions[];

/* An argument as verify reads values; its bytes are SQLite's. */
struct raw_value value_raw(sqlite3_value *v);

#endif
