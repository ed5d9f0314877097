/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON: one puzzle per line; puzzles.json of a pack line by line if it
 * is laid out as loyd writes it; other files as a whole.
 */
#include <inttypes.h>
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
put_truth(enum field field, const json_t *value, struct row_text *row,
          loyd_why *why)
{
    json_int_t truth;

    if (json_whole_value(value, &truth) && (truth == 0 || truth == 1))
        row_tell(row, field, truth == 1 ? "1" : "0", 1);
    else if (field != FIELD_ESTIMATED)
        return why_set(why, LOYD_E_SYNTAX, "%s: expected 0 or 1",
                       field_info[field].name);
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
put_array(struct reading *r, enum field field, const json_t *array,
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

/* Stores a search as METHOD@NODES. */
static loyd_err
put_search(struct reading *r, enum field field, const json_t *value,
           struct row_text *row, loyd_why *why)
{
    const char *method = json_text(value, "method");
    struct text text = text_in(r->room[field], sizeof(r->room[field]));
    uint64_t nodes;

    if (!json_whole(value, "nodes", 0, INT64_MAX, &nodes) ||
        strlen(method) >= sizeof(((loyd_search *)0)->method))
        return why_set(why, LOYD_E_SYNTAX,
                       "%s: expected an object with method and nodes",
                       field_info[field].name);
    text_format(&text, "%s@%" PRIu64, method, nodes);
    row_tell(row, field, r->room[field], text.len);
    return LOYD_OK;
}

/* Stores a value as a text field; numbers are converted in r->room. */
static loyd_err
put_value(struct reading *r, enum field field, const json_t *value,
          struct row_text *row, loyd_why *why)
{
    loyd_field_kind kind = field_info[field].kind;
    bool is_text = kind == LOYD_FIELD_TEXT;
    char *room = r->room[field];
    json_int_t number = 0;

    if (json_is_null(value))
        return LOYD_OK;
    if (kind == LOYD_FIELD_SEARCH)
        return put_search(r, field, value, row, why);
    /* In files of other programs percentile, band and sample may have any
     * type. */
    if (kind == LOYD_FIELD_REAL) {
        if (json_percentile(value, room))
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
                       field_info[field].name,
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
        enum field field = r->takes_all ? field_of(name, strlen(name))
                                        : row_field_of(name, strlen(name));

        if (field != FIELDS_)
            err = put_value(r, field, json_object_iter_value(at), row, why);
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

/* Takes a puzzle of puzzles.json. */
static loyd_err
pack_object(struct reading *r, const json_t *object, struct row_text *row,
            loyd_why *why)
{
    loyd_err err = take_object(r, object, row, why);

    return err == LOYD_OK
               ? compact_row(r->head, object, row, r->room[FIELD_NUMBER], why)
               : err;
}

/* Returns the length of an element on its line, without the comma. */
static size_t
element_len(const struct line *line)
{
    return line->len - (line->len > 0 && line->text[line->len - 1] == ',');
}

static bool
line_is(const struct line *line, const char *text)
{
    return line->len == strlen(text) &&
           memcmp(line->text, text, line->len) == 0;
}

/* Reads one puzzle per line until the line that ends the list. */
static loyd_err
pack_lines_next(struct reading *r, struct row_text *row, bool *found,
                loyd_why *why)
{
    loyd_err err = input_next_filled(r->input, &r->line, found, why);

    if (err != LOYD_OK)
        return err;
    if (!*found) {
        r->is_broken = true;
        return why_set(why, LOYD_E_SYNTAX,
                       "truncated: the list of puzzles has no end");
    }
    if (line_is(&r->line, "]}")) { /* and the file ends here */
        err = input_next_filled(r->input, &r->line, found, why);
        if (err != LOYD_OK || !*found)
            return err;
        r->is_broken = true;
        return why_set(why, LOYD_E_SYNTAX,
                       "unexpected data after the last puzzle");
    }
    err = parse_row(r, element_len(&r->line), why);
    return err == LOYD_OK ? pack_object(r, r->row, row, why) : err;
}

/* Reads elements until the line that begins the next list. */
static loyd_err
read_list(struct reading *r, const char *end, compact_add_fn add,
          loyd_why *why)
{
    for (;;) {
        bool found = false;
        loyd_err err = input_next_filled(r->input, &r->line, &found, why);

        if (err != LOYD_OK || (found && line_is(&r->line, end)))
            return err;
        if (!found)
            return why_set(why, LOYD_E_SYNTAX,
                           "truncated: expected the line %s", end);
        if ((err = parse_row(r, element_len(&r->line), why)) != LOYD_OK ||
            (err = add(r->head, r->row, why)) != LOYD_OK)
            return err;
    }
}

static const char goals_list[] = ",\"goals\":[";

/* Parses the first line, completed to an object. */
static loyd_err
parse_head(struct reading *r, loyd_why *why)
{
    struct text text = {.at = NULL};
    loyd_err err = LOYD_E_NOMEM;

    text_bytes(&text, r->line.text, r->line.len - strlen(goals_list));
    text_put(&text, "}");
    if (!text.is_lost)
        err = json_parse(text.at, text.len, &r->row, why);
    text_free(&text);
    return err;
}

static loyd_err
begin_lines(struct reading *r, loyd_why *why)
{
    bool found = false;
    loyd_err err;

    r->next = pack_lines_next;
    if ((err = input_next(r->input, &r->line, &found, why)) != LOYD_OK ||
        (err = parse_head(r, why)) != LOYD_OK ||
        (err = compact_head_new(r->row, &r->head, why)) != LOYD_OK ||
        (err = read_list(r, "],\"lengths\":[", compact_add_goal, why)) ||
        (err = read_list(r, "],\"withdrawn\":[", compact_add_length, why)) ||
        (err = compact_sort_lengths(r->head, why)) != LOYD_OK)
        return err;
    return read_list(r, "],\"puzzles\":[", compact_add_tomb, why);
}

/* Reads the next element of an array in memory. */
static loyd_err
whole_next(struct reading *r, struct row_text *row, bool *found, loyd_why *why)
{
    const json_t *element = json_array_get(r->whole, r->at);

    *found = element != NULL;
    if (!*found)
        return LOYD_OK;
    r->line.number = ++r->at; /* elements count as lines */
    return r->head != NULL ? pack_object(r, element, row, why)
                           : take_object(r, element, row, why);
}

static loyd_err
take_list(struct reading *r, const json_t *root, const char *name,
          compact_add_fn add, loyd_why *why)
{
    const json_t *list = json_object_get(root, name);
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < json_array_size(list); i++)
        err = add(r->head, json_array_get(list, i), why);
    return err;
}

/* Takes an array of puzzles, or puzzles.json in another layout. */
static loyd_err
take_whole(struct reading *r, json_t *root, loyd_why *why)
{
    loyd_err err;

    r->next = whole_next;
    r->whole = root;
    if (json_is_array(root))
        return LOYD_OK;
    if ((err = compact_head_new(root, &r->head, why)) != LOYD_OK ||
        (err = take_list(r, root, "goals", compact_add_goal, why)) ||
        (err = take_list(r, root, "lengths", compact_add_length, why)) ||
        (err = compact_sort_lengths(r->head, why)) ||
        (err = take_list(r, root, "withdrawn", compact_add_tomb, why)))
        return err;
    r->whole = json_incref(json_object_get(root, "puzzles"));
    json_decref(root);
    return json_is_array(r->whole)
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX, "missing list of puzzles");
}

static loyd_err
read_whole(struct reading *r, loyd_why *why)
{
    struct text text = {.at = NULL};
    json_t *root = NULL;
    loyd_err err = input_rest(r->input, WHOLE_MAX, &text, why);

    if (err == LOYD_E_RANGE)
        why_set(why, err,
                "JSON that is not one puzzle per line is larger than 16 MB");
    if (err == LOYD_OK)
        err = json_parse(text.at, text.len, &root, why);
    text_free(&text);
    return err == LOYD_OK ? take_whole(r, root, why) : err;
}

loyd_err
json_file_begin(struct reading *r, loyd_why *why)
{
    struct slice seen, line;
    size_t list = strlen(goals_list);
    loyd_err err = input_peek(r->input, HEAD_MAX, &seen, why);

    if (err != LOYD_OK)
        return err;
    /* loyd writes everything before the goals on the first line. */
    return slice_cut(&seen, '\n', &line) && line.len > list &&
                   memcmp(line.at + line.len - list, goals_list, list) == 0
               ? begin_lines(r, why)
               : read_whole(r, why);
}
