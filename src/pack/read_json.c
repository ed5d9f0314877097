/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON: one puzzle per line; puzzles.json of a pack line by line if it
 * is laid out as loyd writes it; other files as a whole.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "pack/read_rows.h"

#define HEAD_MAX 65536 /* bytes of the first line of puzzles.json */

/* Maximum bytes of a file that is not one puzzle per line. */
#define WHOLE_MAX ((size_t)16 << 20)

/* Stores 0 or 1. In files of other programs `estimated` may have any type, as
 * the percentile of which it is. */
static loyd_err
put_truth(unsigned field, const json_t *value, struct row_text *row,
          loyd_why *why)
{
    json_int_t truth;

    if (json_whole_value(value, &truth) && (truth == 0 || truth == 1))
        row_tell(row, field, truth == 1 ? "1" : "0", 1);
    else if (field != FIELD_ESTIMATED)
        return why_set(why, LOYD_E_SYNTAX, "%s: expected 0 or 1",
                       row_field(field)->name);
    return LOYD_OK;
}

/* Appends the labels of an array, or of each row of a nested one. */
static bool
put_labels(struct text *text, const json_t *array, bool may_have_rows)
{
    json_int_t label;

    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *cell = json_array_get(array, i);

        if (may_have_rows && json_is_array(json_array_get(array, 0))) {
            if (!json_is_array(cell) || !put_labels(text, cell, false))
                return false;
            text_char(text, '/');
        } else if (json_whole_value(cell, &label)) {
            text_format(text, "%" JSON_INTEGER_FORMAT " ", label);
        } else {
            return false;
        }
    }
    return true;
}

/* Stores a board that is an array as its text. */
static loyd_err
put_array(struct reading *r, unsigned field, const json_t *array,
          struct row_text *row, loyd_why *why)
{
    struct text *text = &r->board[field == FIELD_GOAL];

    text_clear(text);
    if (!put_labels(text, array, true))
        return why_set(why, LOYD_E_SYNTAX,
                       "%s: expected an array of labels or of rows of labels",
                       field_info[field].name);
    row_tell(row, field, text->at != NULL ? text->at : "", text->len);
    return text->is_lost ? LOYD_E_NOMEM : LOYD_OK;
}

/* Stores a value as a text field; numbers are converted in r->room. */
static loyd_err
put_value(struct reading *r, unsigned field, const json_t *value,
          struct row_text *row, loyd_why *why)
{
    loyd_field_kind kind = row_field(field)->kind;
    bool is_text = kind == LOYD_FIELD_TEXT;
    char *room = r->room[field];
    json_int_t number = 0;

    if (json_is_null(value))
        return LOYD_OK;
    /* In files of other programs percentile, band and sample may have any
     * type. */
    if (kind == LOYD_FIELD_REAL) {
        if (field_is_of_games(field) ? json_millionths(value, room)
                                     : json_percentile(value, room))
            row_tell(row, field, room, strlen(room));
        return LOYD_OK;
    }
    if (((field == FIELD_BAND || field == FIELD_MTM_BAND) &&
         !json_is_string(value)) ||
        ((field == FIELD_PERCENTILE_SAMPLE ||
          field == FIELD_MTM_PERCENTILE_SAMPLE) &&
         !json_whole_value(value, &number)))
        return LOYD_OK;
    if (kind == LOYD_FIELD_TRUTH)
        return put_truth(field, value, row, why);
    if (json_is_array(value) && (field == FIELD_BOARD || field == FIELD_GOAL))
        return put_array(r, field, value, row, why);
    if (is_text ? !json_is_string(value) : !json_whole_value(value, &number))
        return why_set(why, LOYD_E_SYNTAX, "%s: expected %s",
                       row_field(field)->name,
                       is_text ? "a string" : "a whole number");
    if (is_text) {
        row_tell(row, field, json_string_value(value),
                 json_string_length(value));
    } else {
        snprintf(room, sizeof(r->room[0]), "%" JSON_INTEGER_FORMAT, number);
        row_tell(row, field, room, strlen(room));
    }
    return LOYD_OK;
}

/* Takes the fields of a puzzle's object; borrowed from it. */
static loyd_err
take_object(struct reading *r, const json_t *object, struct row_text *row,
            loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (!json_is_object(object))
        return why_set(why, LOYD_E_SYNTAX, "expected a JSON object");
    /* The iterator takes a non-const pointer but modifies nothing. */
    for (void *at = json_object_iter((json_t *)(uintptr_t)object);
         at != NULL && err == LOYD_OK;
         at = json_object_iter_next((json_t *)(uintptr_t)object, at)) {
        const char *name = json_object_iter_key(at);
        const json_t *value = json_object_iter_value(at);
        unsigned field = reading_field(r, name, strlen(name));

        if (field != ROW_FIELDS_ &&
            (r->list != LIST_PACK || !json_is_array(value)))
            err = put_value(r, field, value, row, why);
    }
    return err;
}

/* Parses a row and releases the previous one. */
static loyd_err
parse_row(struct reading *r, size_t len, loyd_why *why)
{
    json_decref(r->row);
    r->row = NULL;
    return json_parse(r->line.text, len, &r->row, why);
}

loyd_err
json_lines_next(struct reading *r, struct row_text *row, bool *found,
                loyd_why *why)
{
    loyd_err err = input_next_filled(r->input, &r->line, found, why);

    if (err != LOYD_OK || !*found)
        return err;
    err = parse_row(r, r->line.len, why);
    return err == LOYD_OK ? take_object(r, r->row, row, why) : err;
}

/* Takes an element of a list of puzzles.json; what is before the puzzles must
 * be right. */
static loyd_err
take_element(struct reading *r, const json_t *object, struct row_text *row,
             loyd_why *why)
{
    loyd_err err = take_object(r, object, row, why);

    row->list = r->list;
    r->is_broken = err != LOYD_OK && r->list != LIST_PUZZLES;
    return err;
}

/* What is between the list before and the next one; at last the end. */
static const char *const marks[LISTS_] = {[LIST_PACK] = ",\"goals\":[",
                                          [LIST_GOALS] = "],\"puzzles\":[",
                                          [LIST_PUZZLES] = "]}"};

static bool
line_is(const struct line *line, const char *text)
{
    return line->len == strlen(text) &&
           memcmp(line->text, text, line->len) == 0;
}

/* Reads the next line that is an element of a list. */
static loyd_err
next_line(struct reading *r, bool *found, loyd_why *why)
{
    loyd_err err;

    for (;;) {
        err = input_next_filled(r->input, &r->line, found, why);
        if (err != LOYD_OK || !*found || r->list == LIST_PUZZLES ||
            !line_is(&r->line, marks[r->list]))
            break;
        r->list++;
    }
    if (err != LOYD_OK)
        return err;
    if (*found && !line_is(&r->line, marks[LIST_PUZZLES]))
        return LOYD_OK;
    r->is_broken = true;
    if (!*found || r->list < LIST_PUZZLES)
        return why_set(why, LOYD_E_SYNTAX, "truncated: a list has no end");
    /* The file ends here. */
    err = input_next_filled(r->input, &r->line, found, why);
    return err == LOYD_OK && *found
               ? why_set(why, LOYD_E_SYNTAX,
                         "unexpected data after the last puzzle")
               : err;
}

static loyd_err
pack_lines_next(struct reading *r, struct row_text *row, bool *found,
                loyd_why *why)
{
    bool has_comma;
    loyd_err err = next_line(r, found, why);

    if (err != LOYD_OK || !*found)
        return err;
    has_comma = r->line.len > 0 && r->line.text[r->line.len - 1] == ',';
    err = parse_row(r, r->line.len - has_comma, why);
    if (err == LOYD_OK)
        return take_element(r, r->row, row, why);
    r->is_broken = r->list != LIST_PUZZLES;
    return err;
}

/* Begins to read puzzles.json, of which this object has all but the lists. */
static loyd_err
begin_pack(struct reading *r, const json_t *object, struct row_text *row,
           loyd_why *why)
{
    loyd_err err;

    if (strcmp(json_text(object, "format"), "loyd puzzles") != 0)
        err = why_set(why, LOYD_E_SYNTAX,
                      "unknown JSON: expected one puzzle per line, an array "
                      "of puzzles or puzzles.json of a pack");
    else if ((err = manifest_check_format(object, why)) == LOYD_OK)
        err = take_object(r, object, row, why);
    r->is_broken = err != LOYD_OK;
    r->line.number = 0;
    r->list = LIST_GOALS;
    return err;
}

/* Reads the first line, which is completed to an object. */
static loyd_err
head_next(struct reading *r, struct row_text *row, bool *found, loyd_why *why)
{
    struct text text = {.at = NULL};
    loyd_err err = input_next(r->input, &r->line, found, why);

    r->next = pack_lines_next;
    if (err != LOYD_OK)
        return err;
    text_bytes(&text, r->line.text, r->line.len - strlen(marks[LIST_PACK]));
    text_put(&text, "}");
    err = text.is_lost ? LOYD_E_NOMEM
                       : json_parse(text.at, text.len, &r->row, why);
    text_free(&text);
    r->is_broken = err != LOYD_OK;
    return err == LOYD_OK ? begin_pack(r, r->row, row, why) : err;
}

/* Reads the next element of a list in memory. */
static loyd_err
whole_next(struct reading *r, struct row_text *row, bool *found, loyd_why *why)
{
    static const char *const names[LISTS_] = {NULL, "goals", "puzzles"};
    const json_t *list = r->whole, *element;

    if (r->list == LIST_PACK)
        return begin_pack(r, r->whole, row, why);
    for (;; r->list++, r->at = 0) {
        if (r->is_of_pack)
            list = json_object_get(r->whole, names[r->list]);
        element = json_array_get(list, r->at);
        if (element != NULL || r->list == LIST_PUZZLES)
            break;
    }
    r->is_broken = !json_is_array(list);
    if (r->is_broken)
        return why_set(why, LOYD_E_SYNTAX, "missing list of puzzles");
    *found = element != NULL;
    if (!*found)
        return LOYD_OK;
    r->line.number = ++r->at; /* elements count as lines */
    return r->is_of_pack ? take_element(r, element, row, why)
                         : take_object(r, element, row, why);
}

static loyd_err
read_whole(struct reading *r, loyd_why *why)
{
    struct text text = {.at = NULL};
    loyd_err err = input_rest(r->input, WHOLE_MAX, &text, why);

    if (err == LOYD_E_RANGE)
        why_set(why, err,
                "JSON that is not one puzzle per line is larger than 16 MB");
    if (err == LOYD_OK)
        err = json_parse(text.at, text.len, &r->whole, why);
    text_free(&text);
    r->next = whole_next;
    r->is_of_pack = !json_is_array(r->whole);
    return err;
}

loyd_err
json_file_begin(struct reading *r, loyd_why *why)
{
    struct slice seen, line;
    size_t mark = strlen(marks[LIST_PACK]);
    loyd_err err = input_peek(r->input, HEAD_MAX, &seen, why);

    if (err == LOYD_OK) {
        /* loyd writes everything before the goals on the first line. */
        r->is_of_pack =
            slice_cut(&seen, '\n', &line) && line.len > mark &&
            memcmp(line.at + line.len - mark, marks[LIST_PACK], mark) == 0;
        r->next = head_next;
        if (!r->is_of_pack)
            err = read_whole(r, why);
        r->list = r->is_of_pack ? LIST_PACK : LIST_PUZZLES;
    }
    return err;
}
