/* SPDX-License-Identifier: MIT */
/*
 * Files from queries and templates without logic: those next to this file.
 *
 *   {{name}}              a value: a column of the row or of those around it
 *   {{#name}}..{{/name}}  for each row of name.sql; or once if the value is
 *                         neither NULL, empty nor 0
 *   {{^name}}..{{/name}}  if the value is NULL, empty or 0
 *   {{>name}}             another template; or the one that the value names
 *   {{@key}}              a sentence of the language, a template too
 *
 * A section contains none of the same name. The parameters of a query,
 * :name, are values too. A value that is text is escaped, and a template
 * cannot choose otherwise: only a BLOB, which functions.c makes, is markup. A
 * name that there is not is an error.
 */
#ifndef LOYD_SITE_TEMPLATE_H
#define LOYD_SITE_TEMPLATE_H

#include <sqlite3.h>

#include "base/text.h"
#include "loyd/error.h"

/* A template, a query or a sentence, and a list of them in order of names. */
struct passage {
    const char *name;
    const char *text;
};

struct passages {
    const struct passage *passage;
    size_t n;
};

/* Returns the text of a name, or NULL. */
const char *passages_text(const struct passages *all, const char *name);

extern const struct passages templates;
extern const struct passages queries;
extern const struct passages english;

/* Returns the sentences of the language with a code, such as "de", or NULL. */
const struct passages *language_find(const char *code);

/* Returns a sentence, "" for none. */
const char *sentence(const struct passages *language, const char *key);

/* A row, and the one around it. */
struct row {
    sqlite3_stmt *stmt;
    const struct row *outer;
};

#define QUERIES_MAX 64

struct renderer {
    sqlite3 *db;
    const struct passages *language;
    sqlite3_stmt *stmt[QUERIES_MAX]; /* of queries, kept prepared */
    struct text out;
    loyd_err err; /* the first one */
    loyd_why *why;
};

/* Begins a query whose parameters are values of a row. Returns NULL after an
 * error. render_end resets it. */
sqlite3_stmt *render_begin(struct renderer *r, const char *query,
                           const struct row *row);
bool render_next(struct renderer *r, sqlite3_stmt *stmt);
void render_end(sqlite3_stmt *stmt);

/* Appends the template of that name, or what is in the first column of the
 * query of that name, to r->out. */
void render(struct renderer *r, const char *name, const struct row *row);

/* Returns the text of a value; NULL also if there is no such name. */
const char *row_text(const struct row *row, const char *name);

void renderer_free(struct renderer *r);

/* Writes an object of JSON: the sentences that a script of pages uses, which
 * puts values in itself. Those of play.js are not repeated in others. */
void sentences_put(struct text *out, const char *script,
                   const struct passages *language);

#endif
