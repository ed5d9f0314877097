/* SPDX-License-Identifier: MIT */
/* Owns objects of JSON that are puzzles, and files with one a line. */
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "pack/reading.h"

static loyd_err
put_value(struct reading *r, enum row_field field, const json_t *value,
          struct row_text *row, loyd_why *why)
{
    const char *wanted =
        row_field_is_number(field) ? "a whole number" : "text";

    if (json_is_null(value))
        return LOYD_OK;
    /* Of others these two may be anything. */
    if (field == ROW_PERCENTILE && json_percentile(value, r->room[field])) {
        row->text[field] = r->room[field];
        row->len[field] = strlen(r->room[field]);
    }
    if (field == ROW_PERCENTILE ||
        (field == ROW_BAND && !json_is_string(value)))
        return LOYD_OK;
    if (row_field_is_number(field) ? !json_is_integer(value)
                                   : !json_is_string(value))
        return why_set(why, LOYD_E_SYNTAX, "%s: expected %s",
                       row_field_name(field), wanted);
    if (json_is_string(value)) {
        row->text[field] = json_string_value(value);
        row->len[field] = json_string_length(value);
        return LOYD_OK;
    }
    snprintf(r->room[field], sizeof(r->room[field]), "%" JSON_INTEGER_FORMAT,
             json_integer_value(value));
    row->text[field] = r->room[field];
    row->len[field] = strlen(r->room[field]);
    return LOYD_OK;
}

loyd_err
reading_object(struct reading *r, const json_t *object, struct row_text *row,
               loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (!json_is_object(object))
        return why_set(why, LOYD_E_SYNTAX,
                       "JSON, but no object, and one was expected");
    /* The iterator changes nothing, but wants a pointer that could. */
    for (void *at = json_object_iter((json_t *)(uintptr_t)object);
         at != NULL && err == LOYD_OK;
         at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
        const char *name = json_object_iter_key(at);
        enum row_field field = row_field_of(name, strlen(name));

        if (field != ROW_FIELDS_)
            err = put_value(r, field, json_object_iter_value(at), row, why);
    }
    return err;
}

/* Fields that loyd writes and no puzzle is made of. */
static const char *const passed_over[] = {"percentile_sample"};
#define N_PASSED (sizeof(passed_over) / sizeof(passed_over[0]))

/* The number of a field that loyd writes, of which it writes one; -1: it is
 * none of these. */
static int
place_of(const char *name, size_t len)
{
    enum row_field field = row_field_of(name, len);

    if (field != ROW_FIELDS_)
        return (int)field;
    for (size_t i = 0; i < N_PASSED; i++)
        if (strlen(passed_over[i]) == len &&
            memcmp(passed_over[i], name, len) == 0)
            return ROW_FIELDS_ + (int)i;
    return -1;
}

/* Text of plain ASCII up to a quote, or NULL. */
static const char *
plain_end(const char *at, const char *end)
{
    while (at < end && *at != '"') {
        if (*at < ' ' || *at > '~' || *at == '\\')
            return NULL;
        at++;
    }
    return at < end ? at : NULL;
}

/* Digits without zeros before them, a point and more digits if `point`. */
static const char *
number_end(const char *at, const char *end, bool point)
{
    const char *begin = at;

    while (at < end && *at >= '0' && *at <= '9')
        at++;
    if (at == begin || (*begin == '0' && at - begin > 1))
        return NULL;
    if (!point || at == end || *at != '.')
        return at;
    for (begin = ++at; at < end && *at >= '0' && *at <= '9'; at++)
        ;
    return at > begin ? at : NULL;
}

/*
 * The form in which loyd writes a puzzle, in one pass, for those who read
 * millions. False where it is another one or none: jansson then says what it
 * is, or what is wrong.
 */
static bool
read_written(const char *at, size_t len, struct row_text *row)
{
    const char *end = at + len, *name, *stop;
    unsigned seen = 0;

    for (char before = '{'; at < end && *at == before; before = ',') {
        int place;
        bool is_text;

        if (end - at < 4 || at[1] != '"' ||
            (stop = plain_end(name = at + 2, end)) == NULL ||
            (place = place_of(name, (size_t)(stop - name))) < 0 ||
            (seen >> place & 1) != 0 || end - stop < 3 || stop[1] != ':')
            return false;
        seen |= 1U << place;
        is_text = stop[2] == '"';
        if (place < ROW_FIELDS_ &&
            is_text == row_field_is_number((enum row_field)place))
            return false;
        name = stop + (is_text ? 3 : 2);
        stop = is_text ? plain_end(name, end)
                       : number_end(name, end, place >= ROW_PERCENTILE);
        if (stop == NULL)
            return false;
        if (place < ROW_FIELDS_) {
            row->text[place] = name;
            row->len[place] = (size_t)(stop - name);
        }
        at = stop + is_text;
    }
    return at + 1 == end && *at == '}';
}

loyd_err
json_lines_next(struct reading *r, struct row_text *row, bool *found,
                loyd_why *why)
{
    struct input_line line;
    loyd_err err = reading_line(r, row, &line, found, why);

    json_decref(r->row);
    r->row = NULL;
    if (err != LOYD_OK || !*found)
        return err;
    if (read_written(line.text, line.len, row))
        return LOYD_OK;
    memset(row->text, 0, sizeof(row->text));
    memset(row->len, 0, sizeof(row->len));
    err = json_parse(line.text, line.len, &r->row, why);
    return err == LOYD_OK ? reading_object(r, r->row, row, why) : err;
}
