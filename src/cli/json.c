/* SPDX-License-Identifier: MIT */
/* Owns JSON on stdout; the library defines the fields of an entry. */
#include "cli/json.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/entry.h"
#include "cli/facts.h"

#define ENTRY_BYTES 4096 /* longer entries are allocated */

/* There is one stdout, hence one line. */
static struct text line;
static struct jw writer;

struct jw *
json_begin(void)
{
    text_clear(&line);
    writer = (struct jw){.to = &line};
    jw_object(&writer, NULL, JW_TIGHT);
    return &writer;
}

void
json_end(struct jw *json)
{
    jw_close(json);
    text_char(&line, '\n');
    if (line.is_lost)
        out_lose();
    else if (!out_is_broken()) /* no line follows a gap */
        fwrite(line.at, 1, line.len, stdout);
}

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

static void
put_board(struct jw *json, const char *name, const loyd_board *board)
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
    put_board(json, "goal", &puzzle->goal);
    put_board(json, "board", &puzzle->start);
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
    struct jw *json = json_begin();

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

void
json_error(const struct json_error *error)
{
    json_end(json_error_begin(error));
}

void
json_latest(void)
{
    const struct problem *latest = problem_latest();

    if (latest->is_new)
        json_error(&(struct json_error){.text = latest->text,
                                        .where = latest->where});
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

/* What is printed besides the members of an entry; NULL: nothing. */
struct extra {
    const struct day_words *day;
    const struct board_facts *facts;
};

/* Writes the members of an entry. Returns false, after a message, if out of
   memory. */
static bool
put_entry(struct jw *json, const loyd_entry *entry)
{
    char near[ENTRY_BYTES];
    size_t len = loyd_entry_json(entry, near, sizeof(near));
    char *object = near;

    if (len >= sizeof(near)) {
        if ((object = malloc(len + 1)) == NULL) {
            report("stdout", LOYD_E_NOMEM, NULL);
            return false;
        }
        loyd_entry_json(entry, object, len + 1);
    }
    jw_members(json, object, len);
    if (object != near)
        free(object);
    return true;
}

struct jw *
json_entry_begin(const loyd_entry *entry)
{
    struct jw *json = json_begin();

    return put_entry(json, entry) ? json : NULL;
}

static int
entry_with(const loyd_entry *entry, const struct extra *extra)
{
    struct jw *json = json_begin();

    if (extra->day != NULL) {
        json_date(json, "date", extra->day->date);
        jw_uint(json, "day_no", extra->day->day_no);
    }
    if (!put_entry(json, entry))
        return EXIT_BAD;
    if (extra->day != NULL)
        put_day(json, extra->day);
    if (extra->facts != NULL)
        facts_json(json, extra->facts);
    json_end(json);
    return EXIT_DONE;
}

int
json_entry(const loyd_entry *entry, const struct day_words *day)
{
    return entry_with(entry, &(struct extra){.day = day});
}

int
json_entry_facts(const loyd_entry *entry, const struct board_facts *facts)
{
    return entry_with(entry, &(struct extra){.facts = facts});
}
