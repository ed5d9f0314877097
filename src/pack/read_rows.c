/* SPDX-License-Identifier: MIT */
/* Detects the format of a file; reads rows of plain boards and databases. */
#include "pack/read_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/why.h"
#include "store/pack_db.h"
#include "store/query.h"

#define PEEK 65536 /* more if the first line is longer */

/* Reads START, or START, a tab, GOAL; or START in rows. */
static loyd_err
boards_next(struct reading *r, struct row_text *row, bool *found,
            loyd_why *why)
{
    struct line *line = &r->line;
    struct slice goal, start;
    bool is_whole = false;

    while (!is_whole) {
        loyd_err err = input_next(r->input, line, found, why);

        if (err != LOYD_OK)
            return err;
        is_whole = !*found || ((line->len == 0 || line->text[0] != '#') &&
                               board_lines_take(&r->lines, line));
    }
    if (!*found)
        *found = board_lines_end(&r->lines, line);
    if (!*found)
        return LOYD_OK;
    if (r->lines.err != LOYD_OK)
        return why_set(why, r->lines.err, "%s", r->lines.why.text);
    goal = (struct slice){line->text, line->len};
    if (slice_cut(&goal, '\t', &start))
        row_tell(row, FIELD_GOAL, goal.at, goal.len);
    else if (r->lines.size.width != 0)
        row->field[FIELD_SIZE] = slice_of(size_print(
            r->lines.size.width, r->lines.size.height, r->room[FIELD_SIZE]));
    row_tell(row, FIELD_BOARD, start.at, start.len);
    return LOYD_OK;
}

/* The lists of a pack's database. */
static const enum pack_list database_lists[LISTS_] = {
    [LIST_PACK] = PACK_HEAD,
    [LIST_GOALS] = PACK_GOALS,
    [LIST_PUZZLES] = PACK_FIELDS};

/* Begins to read the current list. */
static loyd_err
begin_list(struct reading *r, loyd_why *why)
{
    loyd_err err = pack_reader_select(
        r->database, pack_list_sql[database_lists[r->list]], why);

    r->n_columns = err == LOYD_OK ? pack_reader_columns(r->database) : 0;
    for (unsigned i = 0; i < r->n_columns; i++) {
        const char *name = pack_reader_column(r->database, i);

        r->column[i] = row_field_of(name, strlen(name));
    }
    return err;
}

/* Goes to the next row, of this list or the next one that has rows. */
static loyd_err
next_record(struct reading *r, bool *found, loyd_why *why)
{
    loyd_err err = pack_reader_next(r->database, found, why);

    while (err == LOYD_OK && !*found && r->list < LIST_PUZZLES) {
        r->list++;
        if ((err = begin_list(r, why)) == LOYD_OK)
            err = pack_reader_next(r->database, found, why);
    }
    return err;
}

/* Returns whether a field of puzzles is read. */
static bool
is_taken(const struct reading *r, unsigned field)
{
    return field_info[field].is_read ||
           (r->takes_all && (field_is_trait((enum field)field) ||
                             field_is_of_games((enum field)field)));
}

/* Reads the columns of a row of a pack's database as text fields. */
static loyd_err
database_next(struct reading *r, struct row_text *row, bool *found,
              loyd_why *why)
{
    loyd_err err = next_record(r, found, why);

    r->is_broken = err != LOYD_OK;
    row->list = r->list;
    if (err != LOYD_OK || !*found)
        return err;
    for (unsigned i = 0; i < r->n_columns; i++) {
        unsigned field = r->column[i];
        loyd_why part = {""};
        loyd_err wrong;

        if (field < FIELDS_ && !is_taken(r, field))
            continue;
        wrong = pack_reader_value(r->database, i, &row->field[field], &part);
        if (wrong != LOYD_OK && err == LOYD_OK)
            err = why_set(why, wrong, "%s", part.text);
    }
    if (row->field[FIELD_NUMBER].at == NULL ||
        slice_number(row->field[FIELD_NUMBER], &r->line.number) != NUMBER_GOOD)
        r->line.number = 0;
    return err;
}

unsigned
reading_field(struct reading *r, const char *name, size_t len)
{
    unsigned field = row_field_of(name, len);

    if (field < FIELDS_ ? is_taken(r, field)
                        : field < ROW_FIELDS_ && r->is_of_pack)
        return field;
    if (field >= FIELDS_ && !r->is_of_pack && r->n_ignored++ == 0)
        why_quote(name, len, r->ignored);
    return ROW_FIELDS_;
}

/* Returns the first line that is neither empty nor a comment, trimmed, or the
 * part of it that was read. */
static struct slice
first_line(struct slice seen)
{
    const char *at = seen.at, *end = at + seen.len, *stop;

    for (;; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL ||
            (at[0] != '#' && stop > at && !(stop == at + 1 && at[0] == '\r')))
            break;
    }
    if (stop == NULL)
        stop = end;
    while (at < stop && (*at == ' ' || *at == '\t'))
        at++;
    while (stop > at && (stop[-1] == '\r' || stop[-1] == ' '))
        stop--;
    return (struct slice){at, (size_t)(stop - at)};
}

/*
 * Distinguishes one puzzle per line from a single JSON value. A complete
 * object on one line is a puzzle, unless it has a list of puzzles. Of a line
 * that cannot be parsed only the end is checked.
 */
static loyd_err
kind_of_json(struct slice line, loyd_import_format *format)
{
    json_t *object = NULL;
    loyd_why nobody = {""};
    loyd_err err = json_parse(line.at, line.len, &object, &nobody);
    bool is_all = object != NULL && json_object_get(object, "puzzles") != NULL;
    bool is_row = object != NULL
                      ? !is_all
                      : line.len > 1 && line.at[line.len - 1] == '}';

    json_decref(object);
    *format = is_row ? LOYD_IMPORT_JSONL : LOYD_IMPORT_JSON;
    return err == LOYD_E_NOMEM ? err : LOYD_OK;
}

/* Reads until the whole first line that counts is visible. */
static loyd_err
peek_line(struct reading *r, struct slice *line, loyd_why *why)
{
    for (size_t n = PEEK;; n = INPUT_LINE_MAX + 1) {
        struct slice seen;
        loyd_err err = input_peek(r->input, n, &seen, why);

        if (err != LOYD_OK)
            return err;
        *line = first_line(seen);
        if (seen.len < n || n > INPUT_LINE_MAX ||
            memchr(line->at, '\n', (size_t)(seen.at + n - line->at)) != NULL)
            return LOYD_OK;
    }
}

static loyd_err
find_format(struct reading *r, loyd_why *why)
{
    struct slice line;
    loyd_err err = peek_line(r, &line, why);

    if (err != LOYD_OK)
        return err;
    if (slice_skip(&line, "sep="))
        return why_set(why, LOYD_E_SYNTAX,
                       "a separator: expected the heading of the columns");
    if (line.len > 0 && line.at[0] == '{')
        return kind_of_json(line, &r->format);
    r->format = board_file_of(line) != NULL         ? LOYD_IMPORT_BOARDS
                : line.len > 0 && line.at[0] == '[' ? LOYD_IMPORT_JSON
                : csv_is_head(line)                 ? LOYD_IMPORT_CSV
                                                    : LOYD_IMPORT_BOARDS;
    return LOYD_OK;
}

static loyd_err
begin_text(struct reading *r, loyd_why *why)
{
    loyd_err err = input_skip_mark(r->input, why);

    if (err == LOYD_OK && r->format == LOYD_IMPORT_AUTO)
        err = find_format(r, why);
    if (err != LOYD_OK)
        return err;
    r->lines.uncompress = uncompress;
    r->next = r->format == LOYD_IMPORT_JSONL ? json_lines_next : boards_next;
    if (r->format == LOYD_IMPORT_ROWS)
        r->lines =
            (struct board_lines){.form = LINES_ROWS, .has_no_sizes = true};
    if (r->format == LOYD_IMPORT_CSV)
        return csv_begin(r, why);
    return r->format == LOYD_IMPORT_JSON ? json_file_begin(r, why) : LOYD_OK;
}

loyd_err
reading_open(struct input *input, loyd_import_format format, bool takes_all,
             struct reading **made, loyd_why *why)
{
    struct reading *r = calloc(1, sizeof(*r));
    loyd_err err;

    if (r == NULL) {
        input_close(&input);
        return LOYD_E_NOMEM;
    }
    r->input = input;
    r->format = format;
    r->list = LIST_PUZZLES;
    r->takes_all = takes_all;
    if ((err = begin_text(r, why)) != LOYD_OK)
        reading_close(&r);
    *made = r;
    return err;
}

/* SQLite opens files only by name, so what it has open is hashed. */
static loyd_err
open_listed(const char *folder, const struct manifest_file *listed,
            const struct watch *w, struct pack_reader **database,
            loyd_why *why)
{
    size_t bytes = strlen(folder) + strlen(listed->name) + 2;
    char *path = malloc(bytes);
    loyd_err err;

    if (path == NULL)
        return LOYD_E_NOMEM;
    snprintf(path, bytes, "%s/%s", folder, listed->name);
    err = pack_reader_open(path, false, w, database, why);
    free(path);
    return err == LOYD_OK ? manifest_check_database(*database, listed, why)
                          : err;
}

loyd_err
reading_open_database(const char *path, const struct manifest_file *listed,
                      const struct watch *w, struct reading **made,
                      loyd_why *why)
{
    struct reading *r = calloc(1, sizeof(*r));
    loyd_err err;

    if (r == NULL)
        return LOYD_E_NOMEM;
    r->format = LOYD_IMPORT_SQLITE;
    r->next = database_next;
    err = listed != NULL ? open_listed(path, listed, w, &r->database, why)
                         : pack_reader_open(path, true, w, &r->database, why);
    r->is_of_pack = true;
    if (err == LOYD_OK)
        err = begin_list(r, why);
    if (err != LOYD_OK)
        reading_close(&r);
    *made = r;
    return err;
}

void
reading_close(struct reading **r)
{
    if (*r == NULL)
        return;
    text_free(&(*r)->lines.text);
    text_free(&(*r)->lines.moves);
    text_free(&(*r)->board[0]);
    text_free(&(*r)->board[1]);
    json_decref((*r)->row);
    json_decref((*r)->whole);
    input_close(&(*r)->input);
    pack_reader_close(&(*r)->database);
    free((*r)->cells);
    free(*r);
    *r = NULL;
}

loyd_err
reading_next(struct reading *r, struct row_text *row, bool *found,
             loyd_why *why)
{
    loyd_err err;

    memset(row, 0, sizeof(*row));
    r->line.number = 0;
    *found = true;
    row->list = r->list;
    err = r->next(r, row, found, why);
    row->line = r->line.number;
    if (r->input != NULL && input_has_failed(r->input))
        r->is_broken = true;
    return err;
}
