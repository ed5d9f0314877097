/* SPDX-License-Identifier: MIT */
/* Filters: their values, from texts and as JSON. */
#ifndef LOYD_STORE_FILTER_H
#define LOYD_STORE_FILTER_H

#include "base/jw.h"
#include "base/utf8.h"
#include "loyd/store.h"
#include "store/fields.h"
#include "store/sql.h"

/* Returns the column of that name, or FIELDS_. */
enum field column_named(const char *name);

/*
 * Writes the condition that a value is of a column, called `name` in the
 * statement; is_plain: as a person would write it. Errors: LOYD_E_SYNTAX,
 * LOYD_E_RANGE, those of utf8_check.
 */
loyd_err value_put(struct sql *sql, enum field column, const char *name,
                   const char *value, bool is_plain, loyd_why *why);

/* Returns whether a value is a beginning of texts; *len is its length. */
bool value_is_prefix(const char *value, size_t *len);

/* Makes a builder without any filter; *builder is NULL if out of memory. */
loyd_err filter_builder_new(loyd_filter_builder **builder);

/* Adds a value, in which commas mean nothing, to a column, or sets a member
 * that is none. Errors: those of loyd_filter_builder_add. */
loyd_err filter_add(loyd_filter_builder *builder, const char *name,
                    const char *text, size_t len, loyd_why *why);

/* Returns whether a filter has such a member, which is no column. */
bool filter_has_member(const char *name);

/* Returns whether a filter selects by use. */
bool filter_wants_use(const loyd_filter *filter);

/* Returns whether a condition is the first one of its column. */
bool condition_is_first(const loyd_filter *filter, size_t at);

/* Writes a filter as the object that selections are stored as. */
void filter_put_json(struct jw *json, const char *name,
                     const loyd_filter *filter);

/*
 * Checks an expression that is written by a person, before it becomes a part
 * of a statement (where.c): columns, values, operators and functions that
 * depend on nothing else. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
loyd_err where_check(const char *text, loyd_why *why);

#endif
