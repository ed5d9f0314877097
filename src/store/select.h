/* SPDX-License-Identifier: MIT */
/* A filter as one statement over the view `puzzles`. */
#ifndef LOYD_STORE_SELECT_H
#define LOYD_STORE_SELECT_H

#include "store/filter.h"
#include "store/sql.h"
#include "store/tables.h"

/*
 * The ids of a filter, in its order. The statement either walks along the ids
 * and tests each puzzle, or, if an index says that these are few, gathers
 * them through it and sorts.
 */
struct select {
    loyd_store *store;
    loyd_id first; /* ids from first to last */
    loyd_id last;
    int64_t limit;    /* maximum number of ids to read; -1: all */
    bool is_sorted;   /* by a column */
    bool is_gathered; /* a walk from an id costs as much as a whole one */
    bool has_past;    /* ids before the page are read too, see is_past */
    bool has_columns; /* those of select_begin, from column 1 on */
    struct sql sql;
    bool is_prepared; /* `q` is */
    bool is_walking;
    bool is_begun; /* the first step, which may gather, is done */
    struct query q;
    bool is_past; /* the last id is after filter.after */
    /* Of a pick of few: all ids, in order, once they are loaded. */
    bool is_loaded;
    loyd_id *all;
    size_t n_all;
    /* The store keeps the last select, for the next one with this key. */
    struct text key; /* empty: not to be kept */
    int64_t version; /* of the data, as other processes write it, */
    int changes;     /* and as this one does */
};

/*
 * Begins a SELECT of the puzzles that match `filter` and `also`, an expression
 * of our own over the columns; NULL: none. Rows also have the `columns`,
 * separated by commas, if sel->has_columns is set then. Use it between
 * read_begin and read_end, and end it with select_end, also after errors. With
 * is_distinct the ids before the page are read too.
 *
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_NOT_FOUND (a band, or `after`),
 * LOYD_E_NOMEM, those of SQLite.
 */
loyd_err select_begin(struct select *sel, loyd_store *store,
                      const loyd_filter *filter, const char *also,
                      const char *columns, loyd_why *why);
void select_end(struct select *sel);

/* Frees the select that a store keeps. */
void select_forget(loyd_store *store);

/* Steps to the next id. */
loyd_err select_next(struct select *sel, loyd_id *id, bool *found,
                     loyd_why *why);

/* Begins the walk of select_next, from the first id. */
loyd_err select_again(struct select *sel, loyd_why *why);

/* Finds the first id at or after `from`, unless the select is sorted. Ends
 * the walk of select_next. */
loyd_err select_first(struct select *sel, loyd_id from, loyd_id *id,
                      bool *found, loyd_why *why);

/*
 * Begins a query whose rows are what `what` selects of the puzzles that match
 * a filter, without its order and limits, followed by `end`: "count(*)", "".
 * The caller ends the query, then frees `sql`, which is all zero at first.
 * Errors: those of select_begin.
 */
loyd_err select_query(struct sql *sql, struct query *q, loyd_store *store,
                      const loyd_filter *filter, const char *also,
                      const char *what, const char *end, loyd_why *why);

/* Names the columns of a list, separated by commas; at most `most`. Errors:
 * LOYD_E_SYNTAX, LOYD_E_RANGE. */
loyd_err cells_named(const char *columns, unsigned most, loyd_cell *cell,
                     unsigned *n, loyd_why *why);

/* Reads the n values of a row from column `at` on. */
void cells_read(struct query *q, int at, loyd_cell *cell, unsigned n);

/* Writes the statement of a filter with its values, as a SELECT of all
 * columns; the caller frees it with sqlite3_free. Errors: those of
 * select_begin. */
loyd_err select_print(loyd_store *store, const loyd_filter *filter,
                      char **text, loyd_why *why);

#endif
