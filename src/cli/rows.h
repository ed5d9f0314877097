/* SPDX-License-Identifier: MIT */
/*
 * Prints rows on stdout. A command writes each row once, as members; --json,
 * --csv, --columns and the terminal decide which of them are printed, and how:
 * as JSON Lines, as CSV, as a table, separated by tabs, in a sentence, or as
 * NAME=VALUE.
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

/* Adds the names of a list of an option, separated by commas, each once, which
 * are among `all`. Returns an exit code, after a message. */
int names_choose(struct names *names, const char *option, const char *list,
                 const char *const *all);

/* Lists of the names of columns, which end with NULL. */
struct columns {
    const char *const *all;  /* the words of --columns */
    const char *const *csv;  /* those of CSV without --columns; NULL: all */
    const char *const *text; /* those of text without --columns */
};

/*
 * Begins the rows of a command, once: those of --json and --csv, and those of
 * text if columns->text is not NULL, in which - is a member that the row does
 * not have. The names are borrowed. Members that are not in columns->all are
 * printed only in JSON, without --columns. Returns an exit code, after a
 * message about --columns.
 */
int rows_begin(const struct run *run, const struct columns *columns);

/*
 * The same for the columns of the command's row in commands.c; main calls it.
 * In that list FIELDS means the fields of puzzles, of which CSV has those
 * of MTM only with --metric mtm.
 */
#define FIELDS "*"
int rows_begin_command(const struct run *run);

/* Sets the columns of text, where the command's row in commands.c has those of
 * CSV: no --columns chooses them. */
void rows_show(const char *const *columns);

/* Returns whether rows are for programs: of --json or --csv. */
bool rows_are_printed(const struct run *run);

/* Returns whether rows are JSON; before rows_begin_command they are. */
bool rows_are_json(void);

/* Returns whether a row is neither JSON nor CSV. */
bool row_is_text(const struct jw *row);

/* Prints what waits for the widths of a table, which are then settled, and
 * flushes stdout. */
void rows_flush(void);

/* Prints what waits for the widths of a table, and the heading of CSV if there
 * are no rows, not an error; main calls it with the exit code. */
void rows_end(int code);

/* Makes a column of a table at least that wide, before its first row. */
void rows_widen(const char *name, unsigned width);

/* Begins a row; only one at a time. Without columns->text, its text has all
 * members, as NAME=VALUE separated by tabs. */
struct jw *row_begin(void);

/* The same for an error: of JSON, all members are printed. */
struct jw *row_begin_error(void);

/*
 * Before row_begin: the text of this row is a sentence, of words NAME=TEXT,
 * such as "rows=$ row* imported". The member's value replaces $, and * is an s
 * unless it is 1. A word whose value is 0, or that has none, is left out,
 * unless it begins with "!". Words that begin with a letter follow a comma.
 * NULL ends the words, which are borrowed until row_end.
 */
void row_says(const char *const *words);

/* A member of a row of sums, and what text says of it. */
struct sum {
    const char *word; /* as of row_says; NAME: not in text. After "?", not in
                         JSON if it is 0, after ">" never. */
    uint64_t number;
    const char *text; /* NULL: the number; a number itself after number 1 */
};

/* Prints a whole row; a sum without a word ends it. */
void sums_print(const struct sum *sums);
#define SUM(word, number) {word, number, NULL}
#define SUM_TEXT(word, text) {word, 0, text}
#define SUM_REAL(word, text) {word, (text) != NULL, text}
#define SUMS(...)                                                             \
    sums_print((const struct sum[]){__VA_ARGS__, SUM(NULL, 0)})
/* Writes the members of object[0..len), an object of the library in style
 * JW_TIGHT, as far as they are printed. */
void row_members(struct jw *row, const char *object, size_t len);
/* Ends it, and prints it. */
void row_end(struct jw *row);

/* Prints a row of the catalogue. */
void row_of_cells(const loyd_cells *cells);

#endif
