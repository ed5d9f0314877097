/* SPDX-License-Identifier: MIT */
/* Reads CSV with a heading: RFC 4180, one row per line. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/why.h"
#include "pack/read_rows.h"

/* An unquoted field of a line. */
struct cell {
    char *text;
    size_t len;
};

/*
 * Unquotes the field at *at in place and moves *at past it and its comma.
 * Returns false if quotes are misplaced or unbalanced.
 */
static bool
next_cell(char **at, const char *end, struct cell *cell, bool *is_last)
{
    char *in = *at, *out = in;

    cell->text = in;
    if (in < end && *in == '"') {
        for (in++;; in++) {
            if (in == end)
                return false;
            if (*in == '"' && (in + 1 == end || in[1] != '"'))
                break;
            in += *in == '"';
            *out++ = *in;
        }
        in++;
    } else {
        while (in < end && *in != ',') {
            if (*in == '"')
                return false;
            *out++ = *in++;
        }
    }
    cell->len = (size_t)(out - cell->text);
    *is_last = in == end;
    if (!*is_last && *in != ',')
        return false;
    *at = *is_last ? in : in + 1;
    return true;
}

/* Reads the next line and copies it to r->cells. */
static loyd_err
take_line(struct reading *r, bool *found, loyd_why *why)
{
    loyd_err err = input_next_filled(r->input, &r->line, found, why);

    if (err == LOYD_OK && *found)
        memcpy(r->cells, r->line.text, r->line.len);
    return err;
}

static loyd_err
csv_next(struct reading *r, struct row_text *row, bool *found, loyd_why *why)
{
    struct cell cell;
    bool is_last = false;
    char *at;
    size_t n = 0;
    loyd_err err = take_line(r, found, why);

    if (err != LOYD_OK || !*found)
        return err;
    for (at = r->cells; !is_last; n++) {
        unsigned column = n < r->n_columns ? r->column[n] : ROW_FIELDS_;

        if (!next_cell(&at, r->cells + r->line.len, &cell, &is_last))
            return why_set(why, LOYD_E_SYNTAX, "field %zu: unbalanced quotes",
                           n + 1);
        /* Writers put an apostrophe before fields like formulas. */
        if (cell.len >= 2 && cell.text[0] == '\'' &&
            strchr("=+-@", cell.text[1]) != NULL) {
            cell.text++;
            cell.len--;
        }
        if (column < FIELDS_ && cell.len > 0)
            row_tell(row, column, cell.text, cell.len);
    }
    if (n != r->n_columns)
        return why_set(why, LOYD_E_SYNTAX, "%zu field%s: expected %zu", n,
                       n == 1 ? "" : "s", r->n_columns);
    return LOYD_OK;
}

/* Returns whether a heading with this separator has the column `board`. */
static bool
names_board(struct slice heading, char separator)
{
    struct slice name;
    bool is_head = false, has_more = true;

    while (has_more && !is_head) {
        has_more = slice_cut(&heading, separator, &name);
        if (slice_skip(&name, "\""))
            name = slice_until(&name, "\"");
        is_head = name.len == strlen("board") &&
                  strncasecmp(name.at, "board", name.len) == 0;
    }
    return is_head;
}

bool
csv_is_head(struct slice line)
{
    return names_board(line, ',') || names_board(line, ';');
}

/* Reads the heading. Unknown columns are ignored. */
static loyd_err
read_head(struct reading *r, loyd_why *why)
{
    bool is_seen[ROW_FIELDS_ + 1] = {false}, is_last = false;
    const struct slice heading = {r->line.text, r->line.len};
    char *at = r->cells;

    for (size_t i = 0; i < heading.len; i++)
        at[i] = (char)tolower((uint8_t)at[i]); /* as in Board,STM */
    if (!names_board(heading, ',') && names_board(heading, ';'))
        return why_set(why, LOYD_E_SYNTAX,
                       "columns are separated by semicolons: expected commas");
    while (!is_last) {
        struct cell cell;
        unsigned column;

        if (r->n_columns == READING_COLUMNS)
            return why_set(why, LOYD_E_SYNTAX,
                           "heading has more than %d columns",
                           READING_COLUMNS);
        if (!next_cell(&at, r->cells + heading.len, &cell, &is_last))
            return why_set(why, LOYD_E_SYNTAX,
                           "heading has unbalanced quotes");
        column = reading_field(r, cell.text, cell.len);
        if (column < FIELDS_ && is_seen[column])
            return why_set(why, LOYD_E_SYNTAX, "column '%s' appears twice",
                           field_info[column].name);
        is_seen[column] = true;
        r->column[r->n_columns++] = column;
    }
    if (!is_seen[FIELD_BOARD])
        return why_set(why, LOYD_E_SYNTAX, "heading has no column 'board'");
    return LOYD_OK;
}

loyd_err
csv_begin(struct reading *r, loyd_why *why)
{
    bool found = false;
    loyd_err err;

    r->next = csv_next;
    if ((r->cells = malloc(INPUT_LINE_MAX + 1)) == NULL)
        return LOYD_E_NOMEM;
    if ((err = take_line(r, &found, why)) != LOYD_OK)
        return err;
    return found ? read_head(r, why)
                 : why_set(why, LOYD_E_SYNTAX,
                           "file is empty: expected a heading");
}
