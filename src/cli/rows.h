/* SPDX-License-Identifier: MIT */
/*
 * Prints rows on stdout. A command writes each row once, as members; --json,
 * --csv, --columns and the terminal decide which of them are printed, and how:
 * as JSON Lines, as CSV, as a table, or separated by tabs.
 */
#ifndef LOYD_CLI_ROWS_H
#define LOYD_CLI_ROWS_H

#include "base/jw.h"
#include "cli/command.h"

/* A list of names, all zero at first; NULL ends. */
struct names {
    const char *at[JW_CELLS + 1];
    unsigned n;
};

/* Adds one name, those of a list that ends with NULL, or those of the fields
 * of puzzles, with those of MTM or without. */
void names_add(struct names *names, const char *name);
void names_add_all(struct names *names, const char *const *more);
void names_add_fields(struct names *names, bool has_mtm, bool has_traits);

/* Lists of the names of columns, which end with NULL. */
struct columns {
    const char *const *all;  /* the words of --columns */
    const char *const *csv;  /* those of CSV without --columns; NULL: all */
    const char *const *text; /* those of text without --columns */
};

/*
 * Begins the rows of a command, once: those of --json and --csv, and those of
 * text if columns->text is not NULL. The names are borrowed. Members that are
 * not in columns->all are printed only in JSON, without --columns. Returns an
 * exit code, after a message about --columns.
 */
int rows_begin(const struct run *run, const struct columns *columns);

/*
 * The same for the columns of the command's row in commands.c; main calls it.
 * In that list FIELDS means the fields of puzzles, of which CSV has those
 * of MTM only with --metric mtm.
 */
#define FIELDS "*"
int rows_begin_command(const struct run *run);

/* Returns whether rows are printed, not the text of a command without
   columns->text. */
bool rows_are_printed(const struct run *run);

/* Return whether a member of this name is printed, or one of these; for those
 * that cost time. */
bool rows_want(const char *name);
bool rows_want_any(const char *const *names);

/* Prints what waits for the widths of a table, which are then settled, and
 * flushes stdout. */
void rows_flush(void);

/* Prints what waits for the widths of a table, and the heading of CSV if there
 * are no rows, not an error; main calls it with the exit code. */
void rows_end(int code);

/*
 * Prints rows as text too, each on a line: these columns, or if they are NULL
 * all members, as NAME=VALUE separated by tabs. Without it, only --json and
 * --csv print rows. Returns an exit code.
 */
int rows_as_text(const struct run *run, const char *const *columns);

/* Makes a column of a table at least that wide, before its first row. */
void rows_widen(const char *name, unsigned width);

/* Begins a row; only one at a time. */
struct jw *row_begin(void);
/* The same for an error: of JSON, all members are printed. */
struct jw *row_begin_error(void);
/* Writes the members of object[0..len), an object of the library in style
 * JW_TIGHT, as far as they are printed. */
void row_members(struct jw *row, const char *object, size_t len);
/* Ends it, and prints it. */
void row_end(struct jw *row);

#endif
