/* SPDX-License-Identifier: MIT */
/*
 * Owns puzzles.json of a pack, read line by line where it is written so, and
 * other JSON, read whole. jansson parses.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "pack/reading.h"

#define HEAD_MAX 65536 /* bytes of the first line of puzzles.json */

const struct compact_head *
reading_head(const struct reading *r)
{
    return r->has_head ? r->head : NULL;
}

/* A puzzle of puzzles.json. */
static loyd_err
pack_object(struct reading *r, const json_t *object, struct row_text *row,
            loyd_why *why)
{
    loyd_err err = reading_object(r, object, row, why);

    return err == LOYD_OK
               ? compact_row(r->head, object, row, r->room[ROW_NUMBER], why)
               : err;
}

/* A line that is one element of a list; the comma behind it may lack. */
static loyd_err
parse_element(const struct input_line *line, json_t **element, loyd_why *why)
{
    size_t len = line->len;

    return json_parse(line->text,
                      len > 0 && line->text[len - 1] == ',' ? len - 1 : len,
                      element, why);
}

static bool
line_is(const struct input_line *line, const char *text)
{
    return line->len == strlen(text) &&
           memcmp(line->text, text, line->len) == 0;
}

/* The file ends as it should: nothing of it was cut off. */
static loyd_err
end_lines(struct reading *r, struct row_text *row, bool *found, loyd_why *why)
{
    struct input_line line;
    loyd_err err = reading_line(r, row, &line, found, why);

    if (err == LOYD_OK && *found) {
        r->is_broken = true;
        err = why_set(why, LOYD_E_SYNTAX, "more behind the last puzzle");
    }
    return err;
}

/* A puzzle a line, until the line that ends them. */
static loyd_err
pack_lines_next(struct reading *r, struct row_text *row, bool *found,
                loyd_why *why)
{
    struct input_line line;
    loyd_err err = reading_line(r, row, &line, found, why);

    json_decref(r->row);
    r->row = NULL;
    if (err != LOYD_OK)
        return err;
    if (*found && line_is(&line, "]}"))
        return end_lines(r, row, found, why);
    if (!*found) {
        r->is_broken = true;
        return why_set(why, LOYD_E_SYNTAX,
                       "it is cut short: no end of the "
                       "puzzles");
    }
    err = parse_element(&line, &r->row, why);
    return err == LOYD_OK ? pack_object(r, r->row, row, why) : err;
}

/* Reads elements until the line that begins the next list. */
static loyd_err
read_list(struct reading *r, const char *end, compact_add_fn add,
          loyd_why *why)
{
    struct row_text row;
    struct input_line line;
    bool found = false;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        json_t *element;

        err = reading_line(r, &row, &line, &found, why);
        if (err != LOYD_OK || (found && line_is(&line, end)))
            return err;
        if (!found)
            return why_set(why, LOYD_E_SYNTAX, "it is cut short: no line %s",
                           end);
        if ((err = parse_element(&line, &element, why)) != LOYD_OK)
            return err;
        err = add(r->head, element, why);
        json_decref(element);
    }
    return err;
}

static const char goals_list[] = ",\"goals\":[";

/* Is it the shape that loyd writes, its beginning on a line of its own? */
static bool
is_in_lines(const char *text, size_t len)
{
    const char *end = memchr(text, '\n', len);
    size_t list = strlen(goals_list);

    return end != NULL && (size_t)(end - text) > list &&
           memcmp(end - list, goals_list, list) == 0;
}

/* The first line, made whole. */
static loyd_err
parse_head(const struct input_line *line, json_t **head, loyd_why *why)
{
    size_t len = line->len - strlen(goals_list);
    char *text = malloc(len + 1);
    loyd_err err;

    if (text == NULL)
        return LOYD_E_NOMEM;
    memcpy(text, line->text, len);
    text[len++] = '}';
    err = json_parse(text, len, head, why);
    free(text);
    return err;
}

static loyd_err
begin_lines(struct reading *r, const json_t *head, loyd_why *why)
{
    loyd_err err = compact_head_read(r->head, head, why);

    r->has_head = true;
    r->next = pack_lines_next;
    if (err == LOYD_OK)
        err = read_list(r, "],\"lengths\":[", compact_add_goal, why);
    if (err == LOYD_OK)
        err = read_list(r, "],\"withdrawn\":[", compact_add_length, why);
    if (err == LOYD_OK)
        err = compact_sort_lengths(r->head, why);
    if (err == LOYD_OK)
        err = read_list(r, "],\"puzzles\":[", compact_add_tomb, why);
    return err;
}

/* Elements of an array that was read whole. */
static loyd_err
whole_next(struct reading *r, struct row_text *row, bool *found, loyd_why *why)
{
    const json_t *element = json_array_get(r->whole, r->at);

    *found = element != NULL;
    if (!*found)
        return LOYD_OK;
    row->line = ++r->at; /* there are no lines to tell */
    return json_object_get(element, "cells") != NULL && r->has_head
               ? pack_object(r, element, row, why)
               : reading_object(r, element, row, why);
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

/* An array of puzzles, or puzzles.json in another shape. */
static loyd_err
take_whole(struct reading *r, json_t *root, loyd_why *why)
{
    loyd_err err;

    r->next = whole_next;
    r->whole = root;
    if (json_is_array(root))
        return LOYD_OK;
    r->has_head = true;
    if ((err = compact_head_read(r->head, root, why)) != LOYD_OK ||
        (err = take_list(r, root, "goals", compact_add_goal, why)) ||
        (err = take_list(r, root, "lengths", compact_add_length, why)) ||
        (err = compact_sort_lengths(r->head, why)) ||
        (err = take_list(r, root, "withdrawn", compact_add_tomb, why)))
        return err;
    r->whole = json_incref(json_object_get(root, "puzzles"));
    json_decref(root);
    return json_is_array(r->whole)
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX, "it has no list of puzzles");
}

static loyd_err
read_whole(struct reading *r, loyd_why *why)
{
    char *text = NULL;
    size_t len = 0;
    json_t *root;
    loyd_err err = input_rest(r->lines, JSON_WHOLE_MAX, &text, &len, why);

    if (err == LOYD_E_RANGE)
        return why_set(why, err,
                       "JSON that is not a puzzle a line, and more "
                       "than 16 MB of it");
    if (err != LOYD_OK)
        return err;
    err = json_parse(text, len, &root, why);
    free(text);
    return err == LOYD_OK ? take_whole(r, root, why) : err;
}

loyd_err
json_file_begin(struct reading *r, loyd_why *why)
{
    struct input_line line;
    const char *text;
    size_t len;
    bool found = false;
    json_t *head;
    loyd_err err;

    if ((r->head = calloc(1, sizeof(*r->head))) == NULL)
        return LOYD_E_NOMEM;
    if ((err = input_peek(r->lines, HEAD_MAX, &text, &len, why)) != LOYD_OK)
        return err;
    if (!is_in_lines(text, len))
        return read_whole(r, why);
    if ((err = input_next(r->lines, &line, &found, why)) != LOYD_OK)
        return err;
    if ((err = parse_head(&line, &head, why)) != LOYD_OK)
        return err;
    err = begin_lines(r, head, why);
    json_decref(head);
    return err;
}

void
json_file_end(struct reading *r)
{
    json_decref(r->row);
    json_decref(r->whole);
    if (r->head != NULL)
        compact_head_free(r->head);
    free(r->head);
}
