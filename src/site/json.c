/* SPDX-License-Identifier: MIT */
/*
 * Writes the JSON files of a site: one object per file, fields in a fixed
 * order. Their schemas are in data/schemas/.
 */
#include "base/jw.h"
#include "core/board.h"
#include "core/date.h"
#include "core/moves.h"
#include "site/marker.h"
#include "site/page.h"

static void
put_hash(struct jw *jw, const char *name, const uint8_t *hash)
{
    jw_hex(jw, name, hash, LOYD_HASH_BYTES);
}

/* The fields that a day's file and the archive have in common. */
static void
put_names(struct jw *jw, const struct brief *brief)
{
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&brief->id, id);
    jw_word(jw, "tier", brief->tier);
    jw_word(jw, "title", brief->title);
    jw_string(jw, "puzzle_id", id);
    jw_format(jw, "size", "%ux%u", (unsigned)brief->width,
              (unsigned)brief->height);
}

/* Up to 16 cells the length of the ledger, otherwise both ends. */
static void
put_length(struct jw *jw, const struct brief *brief)
{
    if (brief->is_interval)
        jw_uint(jw, "lower", brief->lower);
    jw_uint(jw, brief->is_interval ? "upper" : "stm", brief->stm);
}

static void
put_puzzle(struct jw *jw, const struct day_puzzle *puzzle, bool is_solved)
{
    const struct brief *brief = &puzzle->brief;
    const loyd_ledger_row *row = &puzzle->row;
    const loyd_moves *path = &row->entry.known[LOYD_STM].path;

    put_names(jw, brief);
    jw_string(jw, "layout", row->layout);
    board_json(jw, "goal", &row->entry.puzzle.goal);
    board_json(jw, "board", &row->entry.puzzle.start);
    jw_word(jw, "recipe", row->entry.recipe);
    put_length(jw, brief);
    if (brief->estimate != 0)
        jw_uint(jw, "estimate", brief->estimate);
    if (brief->band[0] != '\0') {
        jw_name(jw, "percentile");
        text_thousandths(jw->to, brief->percentile);
        jw_string(jw, "band", brief->band);
        if (brief->sample > 0)
            jw_uint(jw, "percentile_sample", brief->sample);
        if (brief->is_interval)
            jw_boolean(jw, "estimated", true);
    }
    if (row->has_nonce)
        put_hash(jw, "nonce", row->nonce);
    if (is_solved && path->n > 0)
        moves_json(jw, "path", path);
    put_hash(jw, "previous_hash", row->previous);
    put_hash(jw, "hash", row->hash);
}

/* Begins the object of a file. */
static struct jw
begin(struct text *text)
{
    struct jw jw = {.to = text};

    jw_object(&jw, NULL, JW_LINES);
    return jw;
}

static void
end(struct jw *jw)
{
    jw_close(jw);
    text_char(jw->to, '\n');
}

void
json_of_day(struct text *text, const struct imprint *imprint,
            const struct day *day)
{
    struct jw jw = begin(text);
    bool has_tiers = day->n != 1 || day->puzzle[0].brief.tier[0] != '\0';

    date_json(&jw, "date", &day->date);
    jw_uint(&jw, "day_no", day->day_no);
    jw_string(&jw, "channel", imprint->channel);
    jw_uint(&jw, "schedule_version", day->version);
    put_hash(&jw, "head", day_head(day));
    if (has_tiers)
        jw_array(&jw, "puzzles", JW_LINES);
    for (size_t i = 0; i < day->n; i++) {
        if (has_tiers)
            jw_object(&jw, NULL, JW_LINES);
        put_puzzle(&jw, &day->puzzle[i], day->is_solved);
        if (has_tiers)
            jw_close(&jw);
    }
    if (has_tiers)
        jw_close(&jw);
    end(&jw);
}

static void
put_day(struct jw *jw, const struct day_brief *day)
{
    bool has_tiers = day->n != 1 || day->brief[0].tier[0] != '\0';
    loyd_date date = {0};

    if (date_of_days(day->days, &date) != LOYD_OK)
        return;
    jw_object(jw, NULL, JW_TIGHT);
    date_json(jw, "date", &date);
    jw_uint(jw, "day_no", day->day_no);
    if (has_tiers)
        jw_array(jw, "puzzles", JW_TIGHT);
    for (size_t i = 0; i < day->n; i++) {
        if (has_tiers)
            jw_object(jw, NULL, JW_TIGHT);
        put_names(jw, &day->brief[i]);
        put_length(jw, &day->brief[i]);
        jw_word(jw, "band", day->brief[i].band);
        if (has_tiers)
            jw_close(jw);
    }
    if (has_tiers)
        jw_close(jw);
    jw_close(jw);
}

void
json_of_archive(struct text *text, const struct imprint *imprint,
                const struct archive *archive)
{
    struct jw jw = begin(text);

    jw_string(&jw, "channel", imprint->channel);
    jw_string(&jw, "title", imprint->title);
    date_json(&jw, "first_date", &imprint->first);
    date_json(&jw, "last_date", &imprint->last);
    put_hash(&jw, "head", archive->head);
    jw_array(&jw, "days", JW_LINES);
    for (size_t i = 0; i < archive->n; i++)
        put_day(&jw, &archive->day[i]);
    jw_close(&jw);
    end(&jw);
}

/* One line, so that a page can ask for it again and read it as JSON. */
void
script_of_days(struct text *text, const struct imprint *imprint,
               const struct late_days *late)
{
    struct jw jw = {.to = text};

    text_put(text, "globalThis.loydDays = ");
    jw_object(&jw, NULL, JW_TIGHT);
    date_json(&jw, "first_date", &imprint->first);
    date_json(&jw, "last_date", &imprint->last);
    jw_array(&jw, "late", JW_TIGHT);
    for (size_t i = 0; i < late->n; i++) {
        jw_object(&jw, NULL, JW_TIGHT);
        date_json(&jw, "first_date", &late->at[i].first);
        date_json(&jw, "last_date", &late->at[i].last);
        jw_close(&jw);
    }
    jw_close(&jw);
    jw_close(&jw);
    text_put(text, ";\n");
}
