/* SPDX-License-Identifier: MIT */
/* The conditions of a filter as SQL over the view `puzzles`. */
#ifndef LOYD_STORE_CONDITIONS_H
#define LOYD_STORE_CONDITIONS_H

#include "store/filter.h"
#include "store/sql.h"
#include "store/tables.h"

/* How conditions are written. */
enum form {
    FORM_PLAIN, /* as a person writes them */
    FORM_INDEX, /* so that indices serve */
    FORM_WALK   /* as tests of each row */
};

struct writer {
    loyd_store *store;
    const loyd_filter *filter;
    struct sql *sql;
    enum form form;
    bool by_recipe; /* the recipes are read first */
    bool has_places; /* the filter has such conditions: see is_place */
    bool has_few_goals;
    bool has_only_places; /* only what the indices of lengths and goals have */
    loyd_why *why;
};

/* Returns whether the indices of puzzles have a column, or what it follows
 * from. */
bool is_place(enum field column);

/* Counts the conditions of a column in a filter; writes the first of them if
 * there is one. */
size_t count_of(const loyd_filter *filter, enum field column, size_t *first);

/* The recipes of the series `s`, as `r`, in the order of their tables; what
 * follows is put_recipe_test. */
extern const char recipes_first[];

/* Writes what a recipe must be, of series `s` and recipe `r`: with all of the
 * text, or beginning with it, perhaps within the index. */
loyd_err put_recipe_test(const struct writer *w, const char *value);

/*
 * Writes all conditions, each after " AND ", and `also`, an expression of our
 * own; NULL: none. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_NOT_FOUND (no
 * such band), LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite.
 */
loyd_err put_conditions(const struct writer *w, const char *also);

#endif
