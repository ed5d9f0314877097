/* SPDX-License-Identifier: MIT */
/* Reads a file of puzzles row by row, in any format. */
#ifndef LOYD_PACK_READ_ROWS_H
#define LOYD_PACK_READ_ROWS_H

#include "base/lines.h"
#include "base/slice.h"
#include "base/text.h"
#include "loyd/error.h"
#include "loyd/export.h"
#include "loyd/import.h"
#include "pack/check_row.h"
#include "pack/json_parse.h"
#include "pack/manifest_read.h"
#include "pack/series.h"
#include "store/watch.h"

/* --- read_puzzles_json.c: an untrusted puzzles.json up to its puzzles --- */

/* The percentile and band of a length. */
struct compact_length {
    uint32_t class_no;
    uint16_t stm;
    char sample[12]; /* as text; "": exact */
    char percentile[JSON_PERCENTILE];
    char *band;
};

struct compact_tomb {
    uint32_t number;
    loyd_id id;
};

struct compact_head {
    char pack_id[LOYD_ID_CHARS + 1]; /* these four "" if absent */
    char since[LOYD_ID_CHARS + 1];
    char name[LOYD_PACK_NAME_MAX + 1];
    char licence[LOYD_PACK_LICENCE_MAX + 1];
    uint64_t version; /* 0: absent */
    struct pack_goal_set goals;
    struct compact_length *lengths;
    size_t n_lengths, lengths_room;
    struct compact_tomb *tombs;
    size_t n_tombs, tombs_room;
    uint64_t number; /* of the last puzzle */
};

/* Reads the members of the file's object, except the lists. Errors of this and
 * the next functions: LOYD_E_SYNTAX, LOYD_E_NEWER, LOYD_E_CORRUPT,
 * LOYD_E_NOMEM, and those of loyd_board_parse. */
loyd_err compact_head_new(const json_t *object, struct compact_head **made,
                          loyd_why *why);
/* Accepts NULL. */
void compact_head_free(struct compact_head **head);

/* Adds an element of one of the lists. */
typedef loyd_err (*compact_add_fn)(struct compact_head *head,
                                   const json_t *element, loyd_why *why);
loyd_err compact_add_goal(struct compact_head *head, const json_t *element,
                          loyd_why *why);
loyd_err compact_add_length(struct compact_head *head, const json_t *element,
                            loyd_why *why);
loyd_err compact_add_tomb(struct compact_head *head, const json_t *element,
                          loyd_why *why);

/* Sorts the lengths and checks that none appears twice. Called after the last
 * one. */
loyd_err compact_sort_lengths(struct compact_head *head, loyd_why *why);

/*
 * Completes a row, which already has the puzzle's own fields, with its number
 * and goal and, if its length is proven, with percentile and band.
 * `number` is the buffer for the number's text.
 */
loyd_err compact_row(struct compact_head *head, const json_t *object,
                     struct row_text *row, char number[24], loyd_why *why);

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

/* Returns whether the input is compressed. */
bool input_is_gzip(struct input *input);

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
 * LOYD_E_CANCELLED, LOYD_E_NOMEM.
 */
loyd_err input_next(struct input *input, struct line *line, bool *found,
                    loyd_why *why);

/*
 * Reads the next line that is not empty. LOYD_E_RANGE means that it is too
 * long; the next call continues after it. After any other error
 * input_has_failed returns true and no more lines can be read.
 */
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
    bool takes_all;         /* also the fields that import does not read */
    bool is_broken;         /* after an error: no more rows can be read */
    struct line line;       /* the current one */
    char room[FIELDS_][56]; /* fields converted to text */
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
 *
 *   takes_all  fields that import does not read are read too.
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
