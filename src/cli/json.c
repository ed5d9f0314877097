/* SPDX-License-Identifier: MIT */
/* JSON on stdout; the library defines the fields of an entry. */
#include "cli/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/slice.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/facts.h"
#include "core/board.h"

#define SUMS_MAX 16
/* No field is longer: a path in letters, or a recipe. */
#define FIELD_BYTES 131072

bool
list_has(struct slice list, struct slice name)
{
    struct slice word;

    while (list.len > 0) {
        (void)slice_cut(&list, ',', &word);
        if (slice_equals(word, name))
            return true;
    }
    return false;
}

void
json_put_id(struct jw *json, const char *name, const loyd_id *id)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    jw_string(json, name, text);
}

void
json_hash(struct jw *json, const char *name,
          const uint8_t hash[LOYD_HASH_BYTES])
{
    jw_hex(json, name, hash, LOYD_HASH_BYTES);
}

void
json_size(struct jw *json, unsigned width, unsigned height)
{
    jw_format(json, "size", "%ux%u", width, height);
}

void
json_puzzle(struct jw *json, const loyd_puzzle *puzzle)
{
    char layout[LOYD_LAYOUT_TEXT];

    layout_text(&puzzle->goal, layout);
    json_size(json, puzzle->start.width, puzzle->start.height);
    jw_string(json, "layout", layout);
    board_json(json, "goal", &puzzle->goal);
    board_json(json, "board", &puzzle->start);
}

struct jw *
json_error_begin(const struct json_error *error)
{
    struct jw *json = row_begin_error();

    jw_string(json, "status", error->status != NULL ? error->status : "error");
    jw_string(json, "error", error->text);
    if (error->where != NULL)
        jw_string(json, "where", error->where);
    if (error->line > 0)
        jw_uint(json, "line", error->line);
    if (error->input != NULL)
        jw_string(json, "input", error->input);
    problem_latest()->is_new = false;
    return json;
}

const char *
real_words(double number, char out[REAL_BYTES])
{
    struct text text = text_in(out, REAL_BYTES);

    text_decimal(&text, number, 6);
    while (out[text.len - 1] == '0')
        out[--text.len] = '\0';
    if (out[text.len - 1] == '.')
        out[--text.len] = '\0';
    return out;
}

void
json_latest(void)
{
    const struct problem *latest = problem_latest();

    if (latest->is_new && rows_are_json())
        row_end(json_error_begin(&(struct json_error){
            .text = latest->text,
            .where = latest->where[0] != '\0' ? latest->where : NULL}));
}

void
bad_print(const loyd_bad *bad)
{
    char where[600];

    if (bad->line > 0)
        snprintf(where, sizeof(where), "%.560s:%" PRIu64, bad->file,
                 bad->line);
    else
        snprintf(where, sizeof(where), "%s", bad->file);
    message(where, "%s", bad->what);
    if (rows_are_json())
        row_end(json_error_begin(&(struct json_error){
            .text = bad->what, .where = bad->file, .line = bad->line}));
}

void
json_entry_put(struct jw *json, const loyd_entry *entry)
{
    static char value[FIELD_BYTES];
    loyd_field field;

    for (unsigned at = 0; loyd_field_get(at, &field); at++) {
        size_t len = loyd_entry_field(entry, at, !jw_is_plain(json), value,
                                      sizeof(value));

        if (len == 0)
            continue;
        jw_name(json, field.name);
        text_bytes(json->to, value, len);
    }
}

struct jw *
json_entry_begin(const loyd_entry *entry)
{
    struct jw *json = row_begin();

    json_entry_put(json, entry);
    return json;
}

void
json_entry(const loyd_entry *entry, const struct board_facts *facts)
{
    struct jw *json = json_entry_begin(entry);

    if (facts != NULL)
        facts_json(json, facts);
    row_end(json);
}

void
sums_print(const struct sum *sums)
{
    static char names[SUMS_MAX][24];
    const char *words[SUMS_MAX + 1] = {NULL};
    unsigned n = 0;
    struct jw *row;

    row_says(words);
    row = row_begin();
    for (; sums->word != NULL; sums++) {
        const char *word = sums->word + (sums->word[0] == '!');
        bool is_optional = word[0] == '?', is_for_people = word[0] == '>';

        words[n] = sums->word + (is_optional || is_for_people);
        word += is_optional || is_for_people;
        snprintf(names[n], sizeof(names[n]), "%.*s", (int)strcspn(word, "="),
                 word);
        if (is_for_people && !row_is_text(row))
            continue;
        if (sums->text != NULL && sums->number > 0)
            jw_raw(row, names[n], sums->text);
        else if (sums->text != NULL)
            jw_string(row, names[n], sums->text);
        else if (!is_optional || sums->number > 0)
            jw_uint(row, names[n], sums->number);
        n++;
    }
    row_end(row);
}

/* A search is an object in JSON, METHOD@NODES elsewhere. */
static void
put_search(struct jw *row, const char *name, const char *json)
{
    char method[32];
    unsigned long long nodes;

    if (!jw_is_plain(row))
        jw_raw(row, name, json);
    else if (sscanf(json, "{\"method\":\"%31[^\"]\",\"nodes\":%llu}", method,
                    &nodes) == 2)
        jw_format(row, name, "%s@%llu", method, nodes);
}

/* Writes a number as SQLite prints it: a percentile has three decimals, and
 * other whole numbers have none. */
static void
put_real(struct jw *row, const char *name, const char *text)
{
    const char *word = strrchr(name, '_');
    bool is_percentile =
        strcmp(word != NULL ? word + 1 : name, "percentile") == 0;
    char number[64];
    struct text to = text_in(number, sizeof(number));

    text_places(&to, text, is_percentile ? 3 : 0);
    jw_raw(row, name, number);
}

/* Returns whether a text is a number: what a row says was stored as it is. */
static bool
is_number(const char *text)
{
    return text[0] != '\0' && strspn(text, "0123456789") > 0 &&
           text[strspn(text, "0123456789.e+-")] == '\0';
}

void
row_of_cells(const loyd_cells *list)
{
    struct jw *row = row_begin();

    for (unsigned i = 0; i < list->n; i++) {
        const loyd_cell *cell = &list->cell[i];

        if (cell->text == NULL)
            continue;
        if (cell->kind == LOYD_FIELD_TEXT ||
            (cell->kind != LOYD_FIELD_SEARCH && !is_number(cell->text)))
            jw_string(row, cell->name, cell->text);
        else if (cell->kind == LOYD_FIELD_SEARCH)
            put_search(row, cell->name, cell->text);
        else if (cell->kind == LOYD_FIELD_REAL)
            put_real(row, cell->name, cell->text);
        else
            jw_raw(row, cell->name, cell->text);
    }
    row_end(row);
}
