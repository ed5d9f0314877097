/* SPDX-License-Identifier: MIT */
/* A file of puzzles, row by row, whatever its format. */
#ifndef LOYD_PACK_READING_H
#define LOYD_PACK_READING_H

#include "loyd/import.h"
#include "pack/compact_read.h"
#include "pack/json.h"
#include "pack/input.h"
#include "pack/row.h"

/* Room for a number or a board as text. */
#define ROOM_BYTES LOYD_BOARD_TEXT

/* A JSON file that is not a puzzle a line is read whole, up to this. */
#define JSON_WHOLE_MAX ((size_t)16 << 20)

struct reading;

/* How the rows of a format are read. */
typedef loyd_err (*read_fn)(struct reading *r, struct row_text *row,
                            bool *found, loyd_why *why);

struct reading {
    struct input *lines; /* closed with it */
    loyd_import_format format;
    read_fn next;
    /* An error left nothing to go on with, as opposed to that of a row. */
    bool is_broken;
    char room[ROW_FIELDS_][24]; /* of numbers */
    /* Of CSV: what the columns are, and the line with its quotes undone. */
    enum row_field column[64];
    size_t n_columns;
    char *cells;
    /* Of JSON: the row at hand, or the whole file and the place in it. */
    json_t *row;
    json_t *whole;
    size_t at;
    struct compact_head *head;
    bool has_head; /* it is puzzles.json of a pack */
};

/*
 * Begins to read; `lines` is the reading's from now on. With
 * LOYD_IMPORT_AUTO the format is found out. Errors: LOYD_E_SYNTAX, and those
 * of lines.
 */
loyd_err reading_open(struct input *lines, loyd_import_format format,
                      struct reading **made, loyd_why *why);
void reading_close(struct reading **r);

/*
 * The next row's fields; row->line is written on errors too. After the error
 * of a row the next call goes on behind it, unless is_broken.
 */
loyd_err reading_next(struct reading *r, struct row_text *row, bool *found,
                      loyd_why *why);

/* What puzzles.json says before its puzzles; NULL: another file. */
const struct compact_head *reading_head(const struct reading *r);

/* For the formats: the next line that is not blank. */
loyd_err reading_line(struct reading *r, struct row_text *row,
                      struct input_line *line, bool *found, loyd_why *why);

/* The fields of an object that is a puzzle; borrowed from it. */
loyd_err reading_object(struct reading *r, const json_t *object,
                        struct row_text *row, loyd_why *why);

/* read_json.c */
loyd_err json_lines_next(struct reading *r, struct row_text *row, bool *found,
                         loyd_why *why);
loyd_err json_file_begin(struct reading *r, loyd_why *why);
void json_file_end(struct reading *r);

/* read_csv.c */
bool csv_is_head(const char *text, size_t len);
loyd_err csv_begin(struct reading *r, loyd_why *why);

#endif
