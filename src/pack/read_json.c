/* SPDX-License-Identifier: MIT */
/*
 * Owns puzzles.json of a pack, read line by line where it is written so, and
 * other JSON, read whole. jansson parses.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "core/why.h"
#include "pack/reading.h"

#define GOALS_MAX 1000000
#define HEAD_MAX 65536 /* bytes of the first line of puzzles.json */
#define NO_LABEL 255
#define LETTERS 65536

struct goals {
    loyd_board *at;
    size_t n;
    size_t room;
    uint64_t number;        /* of the puzzle read last */
    uint8_t label[LETTERS]; /* of a character */
    char pack_id[LOYD_ID_CHARS + 1];
};

/* The character of each label, from "letters" of the head. */
static loyd_err
read_letters(struct goals *goals, const json_t *head, loyd_why *why)
{
    const json_t *value = json_object_get(head, "letters");
    const char *text = json_string_value(value);
    size_t len = json_is_string(value) ? json_string_length(value) : 0;
    unsigned label = 0;

    memset(goals->label, NO_LABEL, sizeof(goals->label));
    for (size_t at = 0, n; at < len; at += n) {
        uint32_t code;

        n = utf8_read(text + at, len - at, &code);
        if (n == 0 || code >= LETTERS || label > LOYD_CELLS_MAX ||
            goals->label[code] != NO_LABEL)
            return why_set(why, LOYD_E_SYNTAX,
                           "its letters are not one for each label");
        goals->label[code] = (uint8_t)label++;
    }
    return label > LOYD_CELLS_MAX
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX,
                         "it has no letters for all labels");
}

static loyd_err
check_head(const json_t *head, loyd_why *why)
{
    const json_t *format = json_object_get(head, "format");
    const json_t *version = json_object_get(head, "format_version");

    if (!json_is_string(format) ||
        strcmp(json_string_value(format), "loyd puzzles") != 0)
        return why_set(why, LOYD_E_SYNTAX,
                       "JSON, but neither puzzles a line, an array of them, "
                       "nor puzzles.json of a pack");
    if (!json_is_integer(version) || json_integer_value(version) < 1)
        return why_set(why, LOYD_E_SYNTAX, "its format has no version");
    if (json_integer_value(version) > 1)
        return why_set(why, LOYD_E_NEWER,
                       "its format is version %" JSON_INTEGER_FORMAT
                       ", and this loyd knows 1",
                       json_integer_value(version));
    return LOYD_OK;
}

const char *
reading_pack_id(const reading *r)
{
    return r->goals != NULL ? r->goals->pack_id : NULL;
}

static void
keep_pack_id(struct goals *goals, const json_t *head)
{
    const json_t *id = json_object_get(head, "pack_id");

    if (json_is_string(id) && json_string_length(id) == LOYD_ID_CHARS)
        memcpy(goals->pack_id, json_string_value(id), LOYD_ID_CHARS);
}

static loyd_err
add_goal(struct goals *goals, const json_t *object, loyd_why *why)
{
    const json_t *number = json_object_get(object, "goal_no");
    const json_t *goal = json_object_get(object, "goal");

    if (!json_is_integer(number) || !json_is_string(goal) ||
        json_integer_value(number) != (json_int_t)goals->n + 1)
        return why_set(why, LOYD_E_SYNTAX,
                       "a goal, numbered in turn, was expected");
    if (goals->n == GOALS_MAX)
        return why_set(why, LOYD_E_RANGE, "over %d goals", GOALS_MAX);
    if (goals->n == goals->room) {
        size_t room = 2 * goals->room + 16;
        loyd_board *grown = realloc(goals->at, room * sizeof(*grown));

        if (grown == NULL)
            return LOYD_E_NOMEM;
        goals->at = grown;
        goals->room = room;
    }
    return loyd_board_parse(json_string_value(goal), json_string_length(goal),
                            0, 0, &goals->at[goals->n++], why);
}

/* The cells of a start, a letter each, as a board of the goal's size. */
static loyd_err
read_cells(const struct goals *goals, const json_t *value, row_text *row,
           loyd_why *why)
{
    const char *text = json_string_value(value);
    size_t len = json_is_string(value) ? json_string_length(value) : 0;
    unsigned n = (unsigned)row->goal.width * row->goal.height, at = 0;

    memset(&row->start, 0, sizeof(row->start));
    row->start.width = row->goal.width;
    row->start.height = row->goal.height;
    for (size_t i = 0, bytes; i < len; i += bytes) {
        uint32_t code;

        bytes = utf8_read(text + i, len - i, &code);
        if (bytes == 0 || at == n || code >= LETTERS ||
            goals->label[code] == NO_LABEL || goals->label[code] > n)
            return why_set(why, LOYD_E_LABEL,
                           "its cells are not %u of its letters", n);
        row->start.cell[at++] = goals->label[code];
    }
    return at == n ? LOYD_OK
                   : why_set(why, LOYD_E_SHAPE,
                             "%u cells, and %u were expected", at, n);
}

/* A puzzle of puzzles.json. */
static loyd_err
pack_object(reading *r, const json_t *object, row_text *row, loyd_why *why)
{
    const json_t *goal = json_object_get(object, "goal_no");
    json_int_t number;
    loyd_err err = reading_object(r, object, row, why);

    if (err != LOYD_OK)
        return err;
    if (row->text[ROW_NUMBER] != NULL)
        r->goals->number = strtoull(row->text[ROW_NUMBER], NULL, 10);
    else
        r->goals->number++;
    snprintf(r->room[ROW_NUMBER], sizeof(r->room[ROW_NUMBER]), "%" PRIu64,
             r->goals->number);
    row->text[ROW_NUMBER] = r->room[ROW_NUMBER];
    row->len[ROW_NUMBER] = strlen(r->room[ROW_NUMBER]);
    number = json_is_integer(goal) ? json_integer_value(goal) : 0;
    if (number < 1 || (uint64_t)number > r->goals->n)
        return why_set(why, LOYD_E_SYNTAX,
                       "its goal_no is not one of the %zu goals", r->goals->n);
    row->goal = r->goals->at[number - 1];
    row->has_goal = row->has_start = true;
    return read_cells(r->goals, json_object_get(object, "cells"), row, why);
}

/* A line that is one element of a list; the comma behind it may lack. */
static json_t *
parse_element(const text_line *line, loyd_why *why)
{
    size_t len = line->len;

    return json_parse(line->text,
                      len > 0 && line->text[len - 1] == ',' ? len - 1 : len,
                      why);
}

static bool
line_is(const text_line *line, const char *text)
{
    return line->len == strlen(text) &&
           memcmp(line->text, text, line->len) == 0;
}

/* The file ends as it should: nothing of it was cut off. */
static loyd_err
end_lines(reading *r, row_text *row, bool *found, loyd_why *why)
{
    text_line line;
    loyd_err err = reading_line(r, row, &line, found, why);

    if (err == LOYD_OK && *found) {
        r->is_broken = true;
        err = why_set(why, LOYD_E_SYNTAX, "more behind the last puzzle");
    }
    return err;
}

/* A puzzle a line, until the line that ends them. */
static loyd_err
pack_lines_next(reading *r, row_text *row, bool *found, loyd_why *why)
{
    text_line line;
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
    r->row = parse_element(&line, why);
    return r->row != NULL ? pack_object(r, r->row, row, why) : LOYD_E_SYNTAX;
}

/* Of a list up to the line that begins the next one; goals are kept. */
static loyd_err
read_list(reading *r, const char *end, bool is_goals, loyd_why *why)
{
    row_text row;
    text_line line;
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
        if ((element = parse_element(&line, why)) == NULL)
            return LOYD_E_SYNTAX;
        if (is_goals)
            err = add_goal(r->goals, element, why);
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
static json_t *
parse_head(const text_line *line, loyd_why *why)
{
    size_t len = line->len - strlen(goals_list);
    char *text = malloc(len + 1);
    json_t *head;

    if (text == NULL)
        return NULL;
    memcpy(text, line->text, len);
    text[len++] = '}';
    head = json_parse(text, len, why);
    free(text);
    return head;
}

static loyd_err
begin_lines(reading *r, json_t *head, loyd_why *why)
{
    loyd_err err = check_head(head, why);

    keep_pack_id(r->goals, head);
    if (err == LOYD_OK)
        err = read_letters(r->goals, head, why);
    if (err == LOYD_OK)
        err = read_list(r, "],\"lengths\":[", true, why);
    if (err == LOYD_OK)
        err = read_list(r, "],\"withdrawn\":[", false, why);
    if (err == LOYD_OK)
        err = read_list(r, "],\"puzzles\":[", false, why);
    r->next = pack_lines_next;
    return err;
}

/* Elements of an array that was read whole. */
static loyd_err
whole_next(reading *r, row_text *row, bool *found, loyd_why *why)
{
    const json_t *element = json_array_get(r->whole, r->at);

    *found = element != NULL;
    if (!*found)
        return LOYD_OK;
    row->line = ++r->at; /* there are no lines to tell */
    return json_object_get(element, "cells") != NULL && r->goals->n > 0
               ? pack_object(r, element, row, why)
               : reading_object(r, element, row, why);
}

/* An array of puzzles, or puzzles.json in another shape. */
static loyd_err
take_whole(reading *r, json_t *root, loyd_why *why)
{
    const json_t *goals;
    loyd_err err = LOYD_OK;

    r->next = whole_next;
    r->whole = root;
    if (json_is_array(root))
        return LOYD_OK;
    if ((err = check_head(root, why)) != LOYD_OK ||
        (err = read_letters(r->goals, root, why)) != LOYD_OK)
        return err;
    keep_pack_id(r->goals, root);
    goals = json_object_get(root, "goals");
    for (size_t i = 0; err == LOYD_OK && i < json_array_size(goals); i++)
        err = add_goal(r->goals, json_array_get(goals, i), why);
    r->whole = json_incref(json_object_get(root, "puzzles"));
    json_decref(root);
    if (err == LOYD_OK && !json_is_array(r->whole))
        err = why_set(why, LOYD_E_SYNTAX, "it has no list of puzzles");
    return err;
}

static loyd_err
read_whole(reading *r, loyd_why *why)
{
    char *text = NULL;
    size_t len = 0;
    json_t *root;
    loyd_err err = text_rest(r->lines, JSON_WHOLE_MAX, &text, &len, why);

    if (err == LOYD_E_RANGE)
        return why_set(why, err,
                       "JSON that is not a puzzle a line, and more "
                       "than 16 MB of it");
    if (err != LOYD_OK)
        return err;
    root = json_parse(text, len, why);
    free(text);
    return root != NULL ? take_whole(r, root, why) : LOYD_E_SYNTAX;
}

loyd_err
json_file_begin(reading *r, loyd_why *why)
{
    text_line line;
    const char *text;
    size_t len;
    bool found = false;
    json_t *head;
    loyd_err err;

    if ((r->goals = calloc(1, sizeof(*r->goals))) == NULL)
        return LOYD_E_NOMEM;
    if ((err = text_peek(r->lines, HEAD_MAX, &text, &len, why)) != LOYD_OK)
        return err;
    if (!is_in_lines(text, len))
        return read_whole(r, why);
    if ((err = text_next(r->lines, &line, &found, why)) != LOYD_OK)
        return err;
    if ((head = parse_head(&line, why)) == NULL)
        return LOYD_E_SYNTAX;
    err = begin_lines(r, head, why);
    json_decref(head);
    return err;
}

void
json_file_end(reading *r)
{
    json_decref(r->row);
    json_decref(r->whole);
    if (r->goals != NULL)
        free(r->goals->at);
    free(r->goals);
}
