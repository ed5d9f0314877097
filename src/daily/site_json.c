/* SPDX-License-Identifier: MIT */
/*
 * Owns the JSON of a site, for programs: one object a file, fields in a
 * fixed order. data/schemas/ holds their schemas.
 */
#include <inttypes.h>
#include <string.h>

#include "daily/page.h"

/* An object under way: fields are parted by `gap`. */
struct object {
    struct text *text;
    const char *gap;
    bool has_fields;
};

static void
name(struct object *object, const char *field)
{
    text_put(object->text, object->has_fields ? "," : "");
    text_put(object->text, object->gap);
    text_format(object->text, "\"%s\":%s", field,
                object->gap[0] == '\n' ? " " : "");
    object->has_fields = true;
}

static void
put_text(struct object *object, const char *field, const char *value)
{
    name(object, field);
    text_json(object->text, value);
}

/* Left out where there is none. */
static void
put_word(struct object *object, const char *field, const char *value)
{
    if (value[0] != '\0')
        put_text(object, field, value);
}

static void
put_number(struct object *object, const char *field, uint32_t value)
{
    name(object, field);
    text_format(object->text, "%" PRIu32, value);
}

static void
put_date(struct object *object, const char *field, const loyd_date *date)
{
    char text[LOYD_DATE_TEXT];

    loyd_date_print(date, text);
    put_text(object, field, text);
}

static void
put_hash(struct object *object, const char *field, const uint8_t *hash)
{
    name(object, field);
    text_put(object->text, "\"");
    text_hex(object->text, hash, LOYD_HASH_BYTES);
    text_put(object->text, "\"");
}

static void
put_board(struct object *object, const char *field, const loyd_board *board)
{
    char text[LOYD_BOARD_TEXT];

    loyd_board_print(board, LOYD_FORM_ROWS, text);
    put_text(object, field, text);
}

static void
put_id(struct object *object, const struct brief *brief)
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&brief->id, id);
    put_text(object, "puzzle_id", id);
    name(object, "size");
    text_format(object->text, "\"%ux%u\"", (unsigned)brief->width,
                (unsigned)brief->height);
}

static void
put_puzzle(struct object *object, const struct day_puzzle *puzzle,
           bool is_solved)
{
    const struct brief *brief = &puzzle->brief;

    put_word(object, "tier", brief->tier);
    put_word(object, "title", brief->title);
    put_id(object, brief);
    put_text(object, "layout", puzzle->layout);
    put_board(object, "goal", &puzzle->puzzle.goal);
    put_board(object, "board", &puzzle->puzzle.start);
    put_word(object, "recipe", puzzle->recipe);
    put_number(object, "stm", brief->stm);
    if (brief->band[0] != '\0') {
        name(object, "percentile");
        text_thousandths(object->text, brief->percentile);
        put_text(object, "band", brief->band);
        if (puzzle->sample > 0)
            put_number(object, "percentile_sample", puzzle->sample);
    }
    if (puzzle->has_nonce) {
        put_hash(object, "commitment", puzzle->commitment);
        put_hash(object, "nonce", puzzle->nonce);
    }
    if (puzzle->is_promised)
        put_date(object, "committed", &puzzle->promised);
    if (is_solved)
        put_word(object, "path", puzzle->path);
    put_hash(object, "previous_hash", puzzle->previous);
    put_hash(object, "hash", puzzle->head);
}

/* One of a list of promises; `published` where it is of the past. */
static void
put_promise(struct text *text, const loyd_promise *promise, bool has_published)
{
    struct object object = {text, "", false};

    text_put(text, "{");
    put_date(&object, "date", &promise->date);
    put_word(&object, "tier", promise->tier);
    put_hash(&object, "commitment", promise->hash);
    if (has_published)
        put_date(&object, "committed", &promise->published);
    text_put(text, "}");
}

/* Those that are broken; left out where none is. */
static void
put_broken(struct object *object, const loyd_promise *promise, size_t n)
{
    bool has_any = false;

    for (size_t i = 0; i < n; i++) {
        if (!promise[i].is_broken)
            continue;
        if (has_any) {
            text_put(object->text, ",");
        } else {
            name(object, "broken");
            text_put(object->text, "[");
        }
        text_put(object->text, "\n    ");
        put_promise(object->text, &promise[i], true);
        has_any = true;
    }
    text_put(object->text, has_any ? "\n  ]" : "");
}

static bool
has_tiers(const struct day *day)
{
    return day->n != 1 || day->puzzle[0].brief.tier[0] != '\0';
}

void
json_of_day(struct text *text, const struct imprint *imprint,
            const struct day *day)
{
    struct object object = {text, "\n  ", false};

    text_put(text, "{");
    put_date(&object, "date", &day->date);
    put_number(&object, "day_no", day->day_no);
    put_text(&object, "channel", imprint->channel);
    put_number(&object, "schedule_version", day->version);
    put_hash(&object, "head", day->puzzle[day->n - 1].head);
    put_broken(&object, day->promise, day->n_promises);
    if (!has_tiers(day)) {
        put_puzzle(&object, &day->puzzle[0], day->is_solved);
        text_put(text, "\n}\n");
        return;
    }
    name(&object, "puzzles");
    text_put(text, "[");
    for (size_t i = 0; i < day->n; i++) {
        struct object inner = {text, "\n      ", false};

        text_put(text, i > 0 ? ",\n    {" : "\n    {");
        put_puzzle(&inner, &day->puzzle[i], day->is_solved);
        text_put(text, "\n    }");
    }
    text_put(text, "\n  ]\n}\n");
}

static void
put_brief(struct object *object, const struct brief *brief)
{
    put_word(object, "tier", brief->tier);
    put_word(object, "title", brief->title);
    put_id(object, brief);
    put_number(object, "stm", brief->stm);
    put_word(object, "band", brief->band);
}

static void
put_day_brief(struct text *text, const struct day_brief *day)
{
    struct object object = {text, "", false};
    loyd_date date = {0};

    if (loyd_date_of_days(day->days, &date) != LOYD_OK)
        return;
    text_put(text, "{");
    put_date(&object, "date", &date);
    put_number(&object, "day_no", day->day_no);
    if (day->n == 1 && day->brief[0].tier[0] == '\0') {
        put_brief(&object, &day->brief[0]);
        text_put(text, "}");
        return;
    }
    name(&object, "puzzles");
    text_put(text, "[");
    for (size_t i = 0; i < day->n; i++) {
        struct object inner = {text, "", false};

        text_put(text, i > 0 ? ",{" : "{");
        put_brief(&inner, &day->brief[i]);
        text_put(text, "}");
    }
    text_put(text, "]}");
}

void
json_of_archive(struct text *text, const struct imprint *imprint,
                const struct archive *archive)
{
    struct object object = {text, "\n  ", false};

    text_put(text, "{");
    put_text(&object, "channel", imprint->channel);
    put_text(&object, "title", imprint->title);
    put_date(&object, "first", &imprint->first);
    put_date(&object, "last", &imprint->last);
    put_hash(&object, "head", archive->head);
    name(&object, "days");
    text_put(text, "[");
    for (size_t i = 0; i < archive->n; i++) {
        text_put(text, i > 0 ? ",\n    " : "\n    ");
        put_day_brief(text, &archive->day[i]);
    }
    text_put(text, "\n  ]\n}\n");
}

void
json_of_promises(struct text *text, const struct imprint *imprint,
                 const char *key_id, const struct promises *promises,
                 const struct promises *kept, int32_t from,
                 const uint8_t *head)
{
    struct object object = {text, "\n  ", false};
    size_t past = 0;

    text_put(text, "{");
    put_text(&object, "channel", imprint->channel);
    put_word(&object, "key_id", key_id);
    if (imprint->has_days)
        put_date(&object, "last", &imprint->last);
    put_hash(&object, "head", head);
    name(&object, "commitments");
    text_put(text, "[");
    for (size_t i = 0; i < promises->n; i++) {
        text_put(text, i > 0 ? ",\n    " : "\n    ");
        put_promise(text, &promises->at[i], false);
    }
    text_put(text, "\n  ]");
    while (past < kept->n && loyd_date_days(&kept->at[past].date) < from)
        past++;
    if (past < kept->n)
        put_broken(&object, &kept->at[past], kept->n - past);
    text_put(text, "\n}\n");
}
