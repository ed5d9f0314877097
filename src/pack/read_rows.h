/* SPDX-License-Identifier: MIT */
/* Reads a file of puzzles row by row, in any format. */
#ifndef LOYD_PACK_READ_ROWS_H
#define LOYD_PACK_READ_ROWS_H

#include "base/lines.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/why.h"
#include "core/board_lines.h"
#include "loyd/error.h"
#include "loyd/pack.h"
#include "loyd/import.h"
#include "pack/check_row.h"
#include "pack/json_parse.h"
#include "pack/manifest_read.h"
#include "store/watch.h"

/* --- input.c: lines of untrusted files, compressed or not --- */

/* Longer lines are reported as too long and not kept. */
#define INPUT_LINE_MAX ((size_t)1 << 20)

struct input;

/*
 * Reads from the current position of a file descriptor. input_close closes the
 * descriptor; so does input_open if it fails. Input that begins like gzip is
 * decompressed, member by member. Uses the memory of two of the longest lines.
 * `w` is called before each read and must outlive the input; it may be NULL.
 * Errors: LOYD_E_NOMEM.
 */
loyd_err input_open(int fd, const struct watch *w, struct input **made,
                    loyd_why *why);

/* Opens a file, or for "-" a copy of `standard`. Errors: LOYD_E_NOT_FOUND,
 * LOYD_E_CANCELLED, LOYD_E_IO. */
loyd_err input_fd(const char *path, int standard, const struct watch *w,
                  int *fd, loyd_why *why);

/* Both at once. */
loyd_err input_open_path(const char *path, int standard, const struct watch *w,
                         struct input **made, loyd_why *why);

/* Accepts NULL. */
void input_close(struct input **input);

/* Shows the next `n` bytes, or as many as are left, without consuming them; n
 * is at most INPUT_LINE_MAX + 1. */
loyd_err input_peek(struct input *input, size_t n, struct slice *seen,
                    loyd_why *why);

/* Skips a byte order mark at the beginning. */
loyd_err input_skip_mark(struct input *input, loyd_why *why);

/*
 * Appends the rest of the input to `text`. Errors: those of input_next, and
 * LOYD_E_RANGE if there are more than `most` bytes.
 */
loyd_err input_rest(struct input *input, size_t most, struct text *text,
                    loyd_why *why);

/*
 * Reads the next line; *found is false at the end.
 * Errors: LOYD_E_IO, LOYD_E_CORRUPT (compressed data is damaged or truncated),
 * LOYD_E_CANCELLED, LOYD_E_NOMEM; LOYD_E_RANGE means that the line is too
 * long; the next call continues after it. After any other error
 * input_has_failed returns true and no more lines can be read.
 */
loyd_err input_next(struct input *input, struct line *line, bool *found,
                    loyd_why *why);

/* Reads the next line that is not empty. */
loyd_err input_next_filled(struct input *input, struct line *line, bool *found,
                           loyd_why *why);
bool input_has_failed(const struct input *input);

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
    bool takes_all;     /* also what import does not read: traits, games */
    bool is_of_pack;    /* the file has all lists; otherwise only puzzles */
    enum list list;     /* that is being read */
    bool is_broken;     /* after an error: no more rows can be read */
    struct line line;   /* the current one */
    uint64_t n_ignored; /* members of rows without a meaning, and the first of
                           them, for a note */
    char ignored[WHY_QUOTE_BYTES];
    char room[ROW_FIELDS_][56]; /* fields converted to text */
    /* CSV and databases: the columns; CSV: a copy of the line for unquoting in
     * place. */
    unsigned column[READING_COLUMNS];
    size_t n_columns;
    char *cells;
    struct board_lines lines;
    struct text board[2]; /* JSON: board and goal, if they are arrays */
    /* JSON: the current row, or the whole file and the index in its list. */
    json_t *row;
    json_t *whole;
    size_t at;
};

/*
 * Begins to read text. Takes ownership of `input`, even on errors. Detects the
 * format if it is LOYD_IMPORT_AUTO. Errors: LOYD_E_SYNTAX, LOYD_E_NEWER,
 * LOYD_E_CORRUPT, and those of input_next.
 *
 *   takes_all  traits and what games say, which no import reads, too.
 */
loyd_err reading_open(struct input *input, loyd_import_format format,
                      bool takes_all, struct reading **made, loyd_why *why);

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
 * Reads the fields of the next row of the next list: a file of a pack may have
 * all of them, in their order. row->line is also written on errors; in a
 * database it is the puzzle's number. After an error the next call continues
 * with the next row, unless is_broken.
 */
loyd_err reading_next(struct reading *r, struct row_text *row, bool *found,
                      loyd_why *why);

/* Returns the field of a row with a name; ROW_FIELDS_ if it is ignored. Notes
 * names that have no meaning. */
unsigned reading_field(struct reading *r, const char *name, size_t len);

/* read_json.c */
loyd_err json_lines_next(struct reading *r, struct row_text *row, bool *found,
                         loyd_why *why);
loyd_err json_file_begin(struct reading *r, loyd_why *why);

/* read_csv.c */
bool csv_is_head(struct slice line);
loyd_err csv_begin(struct reading *r, loyd_why *why);

#endif
