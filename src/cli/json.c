/* SPDX-License-Identifier: MIT */
/* JSON on stdout; the library defines the fields of an entry. */
#include "cli/json.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/entry.h"
#include "cli/facts.h"

#define ENTRY_BYTES 4096 /* longer entries are allocated */

void
json_date(struct jw *json, const char *name, const loyd_date *date)
{
    char text[LOYD_DATE_TEXT];

    loyd_date_print(date, text);
    jw_string(json, name, text);
}

void
json_id(struct jw *json, const char *name, const loyd_id *id)
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
json_board(struct jw *json, const char *name, const loyd_board *board)
{
    char text[LOYD_BOARD_TEXT];

    loyd_board_print(board, LOYD_FORM_ROWS, text);
    jw_string(json, name, text);
}

void
json_puzzle(struct jw *json, const loyd_puzzle *puzzle)
{
    char layout[LOYD_LAYOUT_TEXT];

    layout_text(&puzzle->goal, layout);
    json_size(json, puzzle->start.width, puzzle->start.height);
    jw_string(json, "layout", layout);
    json_board(json, "goal", &puzzle->goal);
    json_board(json, "board", &puzzle->start);
}

void
json_percentile(struct jw *json, const loyd_distribution *distribution,
                unsigned stm, const loyd_bands *bands)
{
    char text[LOYD_PERCENTILE_TEXT];

    loyd_percentile_print(distribution, stm, 3, text);
    jw_raw(json, "percentile", text);
    jw_string(json, "band", loyd_bands_of(bands, distribution, stm)->name);
    if (distribution->sample > 0)
        jw_uint(json, "percentile_sample", distribution->sample);
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
json_decimal(struct jw *json, const char *name, double number)
{
    char words[REAL_BYTES];

    jw_raw(json, name, real_words(number, words));
}

void
json_error(const struct json_error *error)
{
    row_end(json_error_begin(error));
}

void
json_latest(void)
{
    const struct problem *latest = problem_latest();

    if (latest->is_new)
        json_error(&(struct json_error){
            .text = latest->text,
            .where = latest->where[0] != '\0' ? latest->where : NULL});
}

/* Writes the fields of a day. */
static void
put_day(struct jw *json, const struct day_words *day)
{
    jw_string(json, "channel", day->channel);
    if (day->tier[0] != '\0')
        jw_string(json, "tier", day->tier);
    if (day->title[0] != '\0')
        jw_string(json, "title", day->title);
    jw_uint(json, "schedule_version", day->version);
    if (day->commitment != NULL) {
        json_hash(json, "commitment", day->commitment);
        json_hash(json, "nonce", day->nonce);
    }
    if (day->hash != NULL) {
        json_hash(json, "hash", day->hash);
        json_hash(json, "head", day->head);
    }
}

/* Writes the text of an entry, or of one of its fields. */
typedef size_t (*print_fn)(const loyd_entry *entry, unsigned at, bool is_json,
                           char *out, size_t size);

/* Prints into near[ENTRY_BYTES], or into memory for the caller to free.
   Returns NULL, after a message, if out of memory. */
static char *
print_long(print_fn print, const loyd_entry *entry, unsigned at, bool is_json,
           char *near, size_t *len)
{
    char *text = near;

    *len = print(entry, at, is_json, near, ENTRY_BYTES);
    if (*len < ENTRY_BYTES)
        return near;
    if ((text = malloc(*len + 1)) == NULL)
        report("stdout", LOYD_E_NOMEM, NULL);
    else
        print(entry, at, is_json, text, *len + 1);
    return text;
}

static size_t
print_entry(const loyd_entry *entry, unsigned at, bool is_json, char *out,
            size_t size)
{
    (void)at;
    (void)is_json;
    return loyd_entry_json(entry, out, size);
}

/* rows_want, called once for each field, as columns do not change. */
static bool
field_is_wanted(unsigned at, const char *name)
{
    static enum { UNKNOWN, WANTED, UNWANTED } state[JW_CELLS];

    if (at >= JW_CELLS)
        return rows_want(name);
    if (state[at] == UNKNOWN)
        state[at] = rows_want(name) ? WANTED : UNWANTED;
    return state[at] == WANTED;
}

/* Writes the fields that are printed. Returns as put_entry. */
static bool
put_fields(struct jw *json, const loyd_entry *entry)
{
    char near[ENTRY_BYTES], *text = near;
    loyd_field field;
    size_t len;

    for (unsigned at = 0; text != NULL && loyd_field_get(at, &field); at++) {
        if (!field_is_wanted(at, field.name))
            continue;
        text = print_long(loyd_entry_field, entry, at, !jw_is_plain(json),
                          near, &len);
        if (text != NULL && len > 0)
            jw_raw(json, field.name, text);
        if (text != near)
            free(text);
    }
    return text != NULL;
}

/* Writes the members of an entry. Returns false, after a message, if out of
   memory. */
static bool
put_entry(struct jw *json, const loyd_entry *entry)
{
    char near[ENTRY_BYTES], *text;
    size_t len;

    if (json->cells != NULL)
        return put_fields(json, entry);
    text = print_long(print_entry, entry, 0, true, near, &len);
    if (text != NULL)
        jw_members(json, text, len);
    if (text != near)
        free(text);
    return text != NULL;
}

struct jw *
json_entry_begin(const loyd_entry *entry)
{
    struct jw *json = row_begin();

    return put_entry(json, entry) ? json : NULL;
}

int
json_entry(const loyd_entry *entry, const struct day_words *day)
{
    struct jw *json = row_begin();

    if (day != NULL) {
        json_date(json, "date", day->date);
        jw_uint(json, "day_no", day->day_no);
    }
    if (!put_entry(json, entry))
        return EXIT_BAD;
    if (day != NULL)
        put_day(json, day);
    row_end(json);
    return EXIT_DONE;
}

int
json_entry_facts(const loyd_entry *entry, const struct board_facts *facts)
{
    struct jw *json = json_entry_begin(entry);

    if (json == NULL)
        return EXIT_BAD;
    if (facts != NULL)
        facts_json(json, facts);
    row_end(json);
    return EXIT_DONE;
}
