/* SPDX-License-Identifier: MIT */
/* Owns the form of JSON on stdout. What an entry holds is the library's. */
#include "cli/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/message.h"
#include "cli/out.h"

#define TEXT_BYTES 4096

static void
name_of_field(struct json *json, const char *name)
{
    printf("%s\"%s\":", json->has_fields ? "," : "", name);
    json->has_fields = true;
}

void
jw_begin(struct json *json)
{
    json->has_fields = false;
    putchar('{');
}

void
jw_text(struct json *json, const char *name, const char *text)
{
    name_of_field(json, name);
    putchar('"');
    print_escaped_as(LOYD_ESCAPE_JSON, text);
    putchar('"');
}

void
jw_number(struct json *json, const char *name, uint64_t number)
{
    name_of_field(json, name);
    printf("%" PRIu64, number);
}

void
jw_real(struct json *json, const char *name, double number)
{
    name_of_field(json, name);
    printf("%.17g", number);
}

void
jw_bool(struct json *json, const char *name, bool truth)
{
    name_of_field(json, name);
    fputs(truth ? "true" : "false", stdout);
}

void
jw_size(struct json *json, unsigned width, unsigned height)
{
    name_of_field(json, "size");
    printf("\"%ux%u\"", width, height);
}

void
jw_board(struct json *json, const char *name, const loyd_board *board)
{
    char text[LOYD_BOARD_TEXT];

    loyd_board_print(board, LOYD_FORM_ROWS, text);
    jw_text(json, name, text);
}

void
jw_percentile(struct json *json, const loyd_distribution *distribution,
              unsigned stm, const loyd_bands *bands)
{
    char text[LOYD_PERCENTILE_TEXT];

    name_of_field(json, "percentile");
    loyd_percentile_print(distribution, stm, 3, text);
    fputs(text, stdout);
    jw_text(json, "band", loyd_bands_of(bands, distribution, stm)->name);
    if (distribution->sample > 0)
        jw_number(json, "percentile_sample", distribution->sample);
}

void
jw_end(struct json *json)
{
    json->has_fields = false;
    puts("}");
}

void
jw_error(const struct json_error *error)
{
    struct json json;

    jw_begin(&json);
    jw_text(&json, "status", error->status != NULL ? error->status : "error");
    jw_text(&json, "error", error->text);
    if (error->where != NULL)
        jw_text(&json, "where", error->where);
    if (error->line > 0)
        jw_number(&json, "line", error->line);
    if (error->input != NULL)
        jw_text(&json, "input", error->input);
    jw_end(&json);
    problem_latest()->is_new = false;
}

void
jw_latest(void)
{
    const struct problem *latest = problem_latest();

    if (latest->is_new)
        jw_error(&(struct json_error){.text = latest->text,
                                      .where = latest->where});
}

/* What a day adds to its puzzle. */
static void
print_day(struct json *json, const struct day_words *day)
{
    jw_text(json, "channel", day->channel);
    if (day->tier[0] != '\0')
        jw_text(json, "tier", day->tier);
    jw_text(json, "title", day->title);
    jw_number(json, "schedule_version", day->version);
    if (day->commitment[0] != '\0') {
        jw_text(json, "commitment", day->commitment);
        jw_text(json, "nonce", day->nonce);
    }
    if (day->hash[0] != '\0') {
        jw_text(json, "hash", day->hash);
        jw_text(json, "head", day->head);
    }
}

/* `text` is the library's object, which is opened again for what is added. */
static void
print_entry(const loyd_entry *entry, const struct day_words *day,
            const char *text)
{
    struct json json;

    jw_begin(&json);
    if (day != NULL) {
        jw_text(&json, "date", day->date);
        jw_number(&json, "day_no", day->day_no);
    }
    printf("%s%.*s", day != NULL ? "," : "", (int)strlen(text) - 2, text + 1);
    json.has_fields = true;
    /* Packs leave it out; who asks the command sees the moves of `upper`. */
    if (entry->status == LOYD_STATUS_BOUNDED && entry->path[0] != '\0')
        jw_text(&json, "path", entry->path);
    if (day != NULL)
        print_day(&json, day);
    jw_end(&json);
}

int
jw_entry(const loyd_entry *entry, const struct day_words *day)
{
    char near[TEXT_BYTES];
    size_t len = loyd_entry_json(entry, near, sizeof(near));
    char *text = near;

    if (len >= sizeof(near)) {
        if ((text = malloc(len + 1)) == NULL)
            return report("stdout", LOYD_E_NOMEM, NULL);
        loyd_entry_json(entry, text, len + 1);
    }
    print_entry(entry, day, text);
    if (text != near)
        free(text);
    return EXIT_DONE;
}
