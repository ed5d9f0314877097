/* SPDX-License-Identifier: MIT */
/*
 * The extension for SQLite: what a connection has, and its parts. It uses the
 * host's SQLite through the table of functions that it is given.
 */
#ifndef LOYD_EXTENSION_H
#define LOYD_EXTENSION_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3ext.h>

#include "loyd.h"

extern const sqlite3_api_routines *sqlite3_api;

/* Longer texts are errors: no board, recipe or path has as many bytes. */
#define TEXT_MAX 300000

/* What the functions of a connection share; freed with the last of them. */
struct connection {
    unsigned uses;
    sqlite3 *db;
    loyd_solver *solver; /* NULL until it is needed */
    int64_t tick;        /* when it was last asked for an interrupt */
    uint64_t nodes;      /* of a search, at most */
    char *goal_text;     /* the latest goal, as it was given, */
    size_t goal_len;
    loyd_board goal; /* and as it was read for this size */
};

/* Releases one use; the destructor of functions and tables. */
void connection_release(void *connection);

/* Returns the solver; NULL if out of memory. */
loyd_solver *connection_solver(struct connection *c);

/* Whether one of n values is NULL. */
bool has_null(int n, sqlite3_value **value);

/* Reads a text. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_NOMEM. */
loyd_err read_text(sqlite3_value *value, const char **text, size_t *len,
                   loyd_why *why);

/* Reads a whole number in low..high. A real such as 100.0 is one too: R binds
 * no others. */
bool read_whole(sqlite3_value *value, sqlite3_int64 low, sqlite3_int64 high,
                sqlite3_int64 *number);

/*
 * Reads a board; its size is that of `like` if the text does not say it.
 * Errors: with a text in `why`.
 */
loyd_err read_board(sqlite3_value *value, const loyd_board *like,
                    loyd_board *board, loyd_why *why);

/* Registers the table-valued functions. Returns a result of SQLite. */
int tables_register(sqlite3 *db, struct connection *c);

#endif
