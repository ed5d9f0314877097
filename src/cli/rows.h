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
#include "base/slice.h"
#include "cli/command.h"

/*
 * Lists of columns are names with commas between them, as --columns has them.
 * In those of actions
 *
 *   FIELDS   are the fields of puzzles, of which CSV without --columns has
 *            those of MTM only with --metric mtm, and no traits
 *   ASKED    are the other columns of the catalogue, only with --columns
 *   -record  is a name that CSV has only with --columns
 */
#define FIELDS "*"
#define ASKED "?"

/* Returns whether a list has a name. */
bool list_has(struct slice list, struct slice name);

/* Checks the names in the value of an option: each once, and one of a list of
 * an action. Returns an exit code, after a message. */
int list_check(const struct run *run, const char *option, const char *list,
               const char *all);

/*
 * Begins the rows of a run: those of --json and --csv, and those of text if
 * `text` is not NULL, in which - is a member that the row does not have.
 * Members that are not in `columns` are printed only in JSON, without
 * --columns. Returns an exit code, after a message about --columns.
 */
int rows_begin(const struct run *run, const char *columns, const char *text);

/* The same for those of the action of a run; main calls it. */
int rows_begin_action(const struct run *run);

/* Returns the list of the columns that are printed. */
const char *rows_list(void);

/* Returns whether rows are for programs: of --json or --csv. */
bool rows_are_printed(const struct run *run);

/* Returns whether rows are JSON; before rows_begin they are. */
bool rows_are_json(void);

/* Returns whether a row is neither JSON nor CSV. */
bool row_is_text(const struct jw *row);

/* Prints what waits for the widths of a table, which are then settled, and
 * flushes stdout. */
void rows_flush(void);

/* Prints what waits for the widths of a table, and the heading of CSV if there
 * are no rows, not an error; main calls it with the exit code. */
void rows_end(int code);

/* Begins a row; only one at a time. Without a list for text, it has all
 * members, as NAME=VALUE separated by tabs. */
struct jw *row_begin(void);

/* The same for an error: of JSON, all members are printed. */
struct jw *row_begin_error(void);

/*
 * Before row_begin: the text of this row is a sentence, of words NAME=TEXT,
 * such as "rows=$ row* imported". The member's value replaces $, and * is an s
 * unless it is 1. A word that has no value is left out, and one whose value is
 * 0 unless it begins with "!". Words that begin with a letter follow a comma.
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
/* Ends it, and prints it. */
void row_end(struct jw *row);

/* Prints a row of the catalogue. */
void row_of_cells(const loyd_cells *cells);

#endif
