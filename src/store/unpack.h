/* SPDX-License-Identifier: MIT */
/*
 * SQL functions that turn the packed forms of schemas 1 to 12 into what schema
 * 13 stores: for the migration to it, and for salvage from older files.
 *
 *   row_at(words, key, ...)          names the row for errors; returns 1
 *   check_that(yes, value, column, words)  returns the value, or refuses
 *   unpack_id(id, column)            the text of 10 bytes
 *   unpack_size(width, height)       "4x4"
 *   unpack_board(width, height, cells)
 *   unpack_goal_class(width, height, cells)  the class of a goal
 *   unpack_class(number)             the class of a sample
 *   unpack_puzzle_class(number, goal)  NULL where the goal has a name
 *   unpack_start(start, goal)        the board
 *   unpack_metric(metric)            "stm", "mtm"
 *   unpack_path(path)                the moves
 *   unpack_estimate(number), unpack_estimate_version(number)
 *   unpack_mtm(number), unpack_mtm_upper(number)  of a proven length, and of
 *                                    one that is not; NULL of the other
 *
 * `goal` is a key of the older table of goals. NULL remains NULL in the last
 * four. In the words of row_at each '%' is replaced with the next key; a WHERE
 * with it comes before all columns of a row.
 */
#ifndef LOYD_STORE_UNPACK_H
#define LOYD_STORE_UNPACK_H

#include <sqlite3.h>

#include "store/rows.h"

enum unpack_purpose {
    UNPACK_MIGRATE, /* a value that cannot be converted ends the statement */
    UNPACK_SALVAGE /* such a value becomes an empty blob: no reader takes it */
};

/* A goal in the older table. */
struct unpack_goal {
    int64_t pk; /* from 1; 0: none */
    bool is_named;
    loyd_board board;
};

/* A key of a row, for messages. */
struct unpack_key {
    int type; /* as sqlite3_value_type */
    int64_t number;
    uint8_t bytes[32]; /* the first ones of a text or blob */
    size_t len;
};

#define UNPACK_GOALS 32
#define UNPACK_KEYS 5
#define UNPACK_WORDS 64

/* The functions of a connection, and the row that they are at. */
struct unpack {
    sqlite3 *db;
    enum unpack_purpose purpose;
    sqlite3_stmt *goal;                     /* NULL: not prepared yet */
    struct unpack_goal goals[UNPACK_GOALS]; /* a cache; at pk % UNPACK_GOALS */
    char words[UNPACK_WORDS];               /* of row_at; "": no row yet */
    struct unpack_key keys[UNPACK_KEYS];
    loyd_moves moves; /* its memory is reused */
    loyd_err err;     /* that a function returned, and its message */
    loyd_why why;
};

/*
 * Adds the functions to a connection. For a migration goals are read from
 * `old_goal`, otherwise from `goal`. The caller ends it with unpack_end, also
 * after errors. Errors: those of SQLite.
 */
loyd_err unpack_begin(struct unpack *u, sqlite3 *db,
                      enum unpack_purpose purpose, loyd_why *why);

/* Removes them, while no statement is in use that calls them. */
void unpack_end(struct unpack *u);

/*
 * The error of a statement that has just returned `err`, with the message
 * `why`: where a function or a constraint refused a value, LOYD_E_CORRUPT and
 * a message that begins with the row; otherwise the same.
 */
loyd_err unpack_error(const struct unpack *u, loyd_err err, loyd_why *why);

#endif
