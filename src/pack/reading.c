/* SPDX-License-Identifier: MIT */
/* Owns the look at what a file holds, and plain boards. */
#include "pack/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"

#define PEEK 65536 /* and more where the first line is longer */

loyd_err
reading_line(struct reading *r, struct row_text *row, struct input_line *line,
             bool *found, loyd_why *why)
{
    loyd_err err;

    do {
        err = input_next(r->lines, line, found, why);
        r->is_broken = err != LOYD_OK;
        if (err != LOYD_OK || !*found)
            return err;
        row->line = line->number;
    } while (!line->is_too_long && line->len == 0);
    if (!line->is_too_long)
        return LOYD_OK;
    return why_set(why, LOYD_E_RANGE,
                   "a line of over %zu bytes, and a puzzle was expected",
                   INPUT_LINE_MAX);
}

static void
put(struct row_text *row, enum row_field field, const char *text, size_t len)
{
    row->text[field] = text;
    row->len[field] = len;
}

/* START, or START, a tab, GOAL. */
static loyd_err
boards_next(struct reading *r, struct row_text *row, bool *found,
            loyd_why *why)
{
    struct input_line line;
    const char *tab;
    loyd_err err;

    do {
        err = reading_line(r, row, &line, found, why);
        if (err != LOYD_OK || !*found)
            return err;
    } while (line.text[0] == '#');
    tab = memchr(line.text, '\t', line.len);
    put(row, ROW_BOARD, line.text,
        tab != NULL ? (size_t)(tab - line.text) : line.len);
    if (r->format == LOYD_IMPORT_SGT) {
        if (tab != NULL || memchr(line.text, ':', line.len) == NULL)
            return why_set(why, LOYD_E_SYNTAX,
                           "no id of Fifteen, and one such as "
                           "4x4:1,2,...,15,0 was expected");
        put(row, ROW_LAYOUT, "rows", 4);
    }
    if (tab != NULL)
        put(row, ROW_GOAL, tab + 1, line.len - (size_t)(tab + 1 - line.text));
    return LOYD_OK;
}

/* The first line that says something, as far as it is seen. */
static void
first_line(const char **text, size_t *len)
{
    const char *at = *text, *end = at + *len, *stop;

    for (;;) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL || (at[0] != '#' && stop > at && stop[0] != '\r' &&
                             !(stop == at + 1 && at[0] == '\r')))
            break;
        at = stop + 1;
    }
    if (stop == NULL)
        stop = end;
    while (at < stop && (*at == ' ' || *at == '\t'))
        at++;
    while (stop > at && (stop[-1] == '\r' || stop[-1] == ' '))
        stop--;
    *text = at;
    *len = (size_t)(stop - at);
}

/* An object on a line of its own is a puzzle, unless it holds them all. */
static loyd_err
kind_of_json(const char *text, size_t len, loyd_import_format *format)
{
    json_t *object = NULL;
    loyd_err err = json_parse(text, len, &object, NULL);
    bool is_all = object != NULL && json_object_get(object, "puzzles") != NULL;
    bool is_row = object != NULL ? !is_all : len > 1 && text[len - 1] == '}';

    json_decref(object);
    *format = is_row ? LOYD_IMPORT_JSONL : LOYD_IMPORT_JSON;
    return err == LOYD_E_NOMEM ? err : LOYD_OK;
}

/* Enough to hold the first line that says something. */
static loyd_err
peek_line(struct reading *r, const char **text, size_t *len, loyd_why *why)
{
    for (size_t n = PEEK;; n = INPUT_LINE_MAX + 1) {
        const char *line;
        size_t line_len;
        loyd_err err = input_peek(r->lines, n, text, len, why);

        if (err != LOYD_OK || *len < n || n > INPUT_LINE_MAX)
            return err;
        line = *text;
        line_len = *len;
        first_line(&line, &line_len);
        if (memchr(line, '\n', (size_t)(*text + *len - line)) != NULL)
            return LOYD_OK;
    }
}

static loyd_err
find_format(struct reading *r, loyd_why *why)
{
    const char *text;
    size_t len;
    loyd_err err = peek_line(r, &text, &len, why);

    if (err != LOYD_OK)
        return err;
    first_line(&text, &len);
    if (len > 0 && text[0] == '{')
        return kind_of_json(text, len, &r->format);
    if (len > 0 && text[0] == '[')
        r->format = LOYD_IMPORT_JSON;
    else
        r->format =
            csv_is_head(text, len) ? LOYD_IMPORT_CSV : LOYD_IMPORT_BOARDS;
    return LOYD_OK;
}

loyd_err
reading_open(struct input *lines, loyd_import_format format,
             struct reading **made, loyd_why *why)
{
    struct reading *r = calloc(1, sizeof(*r));
    loyd_err err;

    if (r == NULL) {
        input_close(&lines);
        return LOYD_E_NOMEM;
    }
    r->lines = lines;
    r->format = format;
    err = input_skip_mark(lines, why);
    if (err == LOYD_OK && format == LOYD_IMPORT_AUTO)
        err = find_format(r, why);
    r->next = r->format == LOYD_IMPORT_JSONL ? json_lines_next : boards_next;
    if (err == LOYD_OK && r->format == LOYD_IMPORT_CSV)
        err = csv_begin(r, why);
    if (err == LOYD_OK && r->format == LOYD_IMPORT_JSON)
        err = json_file_begin(r, why);
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
    json_file_end(*r);
    input_close(&(*r)->lines);
    free((*r)->cells);
    free(*r);
    *r = NULL;
}

loyd_err
reading_next(struct reading *r, struct row_text *row, bool *found,
             loyd_why *why)
{
    loyd_err err;

    row->line = 0;
    row->has_goal = row->has_start = row->has_class = false;
    row->layout = NULL;
    memset(row->text, 0, sizeof(row->text));
    memset(row->len, 0, sizeof(row->len));
    *found = true;
    err = r->next(r, row, found, why);
    return err;
}
