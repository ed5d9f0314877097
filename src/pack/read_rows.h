/* SPDX-License-Identifier: MIT */
/* A file of puzzles, row by row, whatever its format. */
#ifndef LOYD_PACK_READ_ROWS_H
#define LOYD_PACK_READ_ROWS_H

#include "loyd/import.h"
#include "pack/read_puzzles_json.h"
#include "pack/input.h"
#include "pack/json_parse.h"
#include "pack/manifest_read.h"
#include "pack/check_row.h"

struct reading;

/* How the rows of a format are read: the fields of the next one. */
typedef loyd_err (*reading_fn)(struct reading *r, struct row_text *row,
                               bool *found, loyd_why *why);

#define READING_COLUMNS 64

struct reading {
    struct input *input;          /* this one or the other; closed with it */
    struct pack_reader *database; /* of a pack */
    loyd_import_format format;
    reading_fn next;
    bool is_broken; /* an error that leaves nothing to go on with */
    struct input_line line; /* at hand */
    char room[FIELDS_][24]; /* of what has to be written as text */
    /* Of CSV: what the columns are, and the line with its quotes undone. */
    enum field column[READING_COLUMNS];
    size_t n_columns;
    char *cells;
    /* Of JSON: the row at hand, or the whole file and the place in it. */
    json_t *row;
    json_t *whole;
    size_t at;
    struct compact_head *head; /* of puzzles.json; NULL: another file */
};

/*
 * Begins to read text; `input` is the reading's from now on. With
 * LOYD_IMPORT_AUTO the format is found out. Errors: LOYD_E_SYNTAX, and those
 * of input.
 */
loyd_err reading_open(struct input *input, loyd_import_format format,
                      struct reading **made, loyd_why *why);

/*
 * The same of a pack's database: the file `path`, or `told`, which is in the
 * folder `path` and must be as its manifest says. Errors: of pack_reader_open.
 */
loyd_err reading_open_database(const char *path,
                               const struct manifest_file *told,
                               const struct watch *w, struct reading **made,
                               loyd_why *why);

/* NULL is fine. */
void reading_close(struct reading **r);

/*
 * The next row's fields; row->line, a number in a database, is written on
 * errors too. After the error of a row the next call goes on behind it,
 * unless is_broken.
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
