/* SPDX-License-Identifier: MIT */
/* Reads a file of puzzles row by row, in any format. */
#ifndef LOYD_PACK_READ_ROWS_H
#define LOYD_PACK_READ_ROWS_H

#include "base/text.h"
#include "loyd/import.h"
#include "pack/read_puzzles_json.h"
#include "pack/input.h"
#include "pack/json_parse.h"
#include "pack/manifest_read.h"
#include "pack/check_row.h"

struct reading;

/* Reads the fields of the next row of a format. */
typedef loyd_err (*reading_fn)(struct reading *r, struct row_text *row,
                               bool *found, loyd_why *why);

#define READING_COLUMNS 64

struct reading {
    struct input *input;          /* owned; NULL for a database */
    struct pack_reader *database; /* owned; NULL for text */
    loyd_import_format format;
    reading_fn next;
    bool is_broken;         /* after an error: no more rows can be read */
    struct line line;       /* the current one */
    char room[FIELDS_][24]; /* fields converted to text */
    /* CSV and databases: the columns; CSV: a copy of the line for unquoting in
     * place. */
    enum field column[READING_COLUMNS];
    size_t n_columns;
    char *cells;
    struct text board[2]; /* JSON: board and goal, if they are arrays */
    /* JSON: the current row, or the list of rows and the index in it. */
    json_t *row;
    json_t *whole;
    size_t at;
    struct compact_head *head; /* of puzzles.json; NULL: not this file */
};

/*
 * Begins to read text. Takes ownership of `input`, even on errors. Detects the
 * format if it is LOYD_IMPORT_AUTO. Errors: LOYD_E_SYNTAX, LOYD_E_NEWER,
 * LOYD_E_CORRUPT, and those of input_next.
 */
loyd_err reading_open(struct input *input, loyd_import_format format,
                      struct reading **made, loyd_why *why);

/*
 * Begins to read a pack's database. Without `listed` this is the file `path`;
 * with `listed` it is that file in the folder `path`, and must match the
 * manifest. Errors: those of pack_reader_open.
 */
loyd_err reading_open_database(const char *path,
                               const struct manifest_file *listed,
                               const struct watch *w, struct reading **made,
                               loyd_why *why);

/* Accepts NULL. */
void reading_close(struct reading **r);

/*
 * Reads the fields of the next row. row->line is also written on errors; in a
 * database it is the puzzle's number. After an error the next call continues
 * with the next row, unless is_broken.
 */
loyd_err reading_next(struct reading *r, struct row_text *row, bool *found,
                      loyd_why *why);

/* read_json.c */
loyd_err json_lines_next(struct reading *r, struct row_text *row, bool *found,
                         loyd_why *why);
loyd_err json_file_begin(struct reading *r, loyd_why *why);

/* read_csv.c */
bool csv_is_head(struct slice line);
loyd_err csv_begin(struct reading *r, loyd_why *why);

#endif
