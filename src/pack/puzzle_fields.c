/* SPDX-License-Identifier: MIT */
/* The values of a puzzle's fields, and the rows of JSON Lines and CSV. */
#include "pack/puzzle_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "core/moves.h"
#include "loyd/pack.h"
#include "store/pack_read.h"
#include "store/rows.h"

const enum field known_field[LOYD_METRICS][KNOWN_NONE] = {
    [LOYD_STM] = {FIELD_STATUS, FIELD_LOWER, FIELD_UPPER, FIELD_STM,
                  FIELD_PATH, FIELD_PERCENTILE, FIELD_BAND,
                  FIELD_PERCENTILE_SAMPLE, FIELD_LOWER_SEARCH,
                  FIELD_UPPER_SEARCH},
    [LOYD_MTM] = {FIELD_MTM_STATUS, FIELD_MTM_LOWER, FIELD_MTM_UPPER,
                  FIELD_MTM, FIELD_MTM_PATH, FIELD_MTM_PERCENTILE,
                  FIELD_MTM_BAND, FIELD_MTM_PERCENTILE_SAMPLE,
                  FIELD_MTM_LOWER_SEARCH, FIELD_MTM_UPPER_SEARCH},
};

/* Enough for every field that is not borrowed. */
#define FIELD_BYTES LOYD_LAYOUT_TEXT

/* Prints n into the buffer; NULL if the field is absent. */
static const char *
whole(bool is_there, uint32_t n, char room[FIELD_BYTES])
{
    struct text to = text_in(room, FIELD_BYTES);

    if (!is_there)
        return NULL;
    text_number(&to, n); /* faster than snprintf() */
    return room;
}

static const char *
rows(const loyd_board *board, char room[FIELD_BYTES])
{
    loyd_board_print(board, LOYD_FORM_ROWS, room);
    return room;
}

/* Prints the search of a field of kind LOYD_FIELD_SEARCH; NULL: absent. */
static const char *
search_text(const struct field_info *info, const loyd_entry *entry,
            char room[FIELD_BYTES])
{
    const loyd_known *known = &entry->known[info->metric];
    const loyd_search *search = info->of == KNOWN_LOWER_SEARCH
                                    ? &known->rating.lower_search
                                    : &known->rating.upper_search;

    if (search->method[0] == '\0' || !known_is_interval(known))
        return NULL;
    snprintf(room, FIELD_BYTES, "%s@%" PRIu64, search->method, search->budget);
    return room;
}

/* The same as text_of for what is known of a length. */
static const char *
known_text(const struct field_info *info, const loyd_entry *entry,
           char room[FIELD_BYTES])
{
    const loyd_known *known = &entry->known[info->metric];
    const loyd_distribution *distribution = known->distribution;
    bool is_proven = known->status == LOYD_STATUS_PROVEN;
    /* If the start is the goal, both bounds are 0 and proven. */
    bool is_rated = known->rating.upper != 0 || is_proven;

    if (info->metric == LOYD_MTM && known->status == LOYD_STATUS_UNRATED)
        return NULL;
    switch (info->of) {
    case KNOWN_STATUS:
        return status_name(known->status);
    case KNOWN_LOWER:
        return whole(is_rated, known->rating.lower, room);
    case KNOWN_UPPER:
        return whole(is_rated, known->rating.upper, room);
    case KNOWN_OPTIMUM:
        return whole(is_proven, known->rating.upper, room);
    case KNOWN_PERCENTILE:
        if (distribution == NULL)
            return NULL;
        loyd_percentile_print(distribution, entry_length(entry, info->metric),
                              3, room);
        return room;
    case KNOWN_BAND:
        return distribution != NULL ? known->band : NULL;
    case KNOWN_SAMPLE: /* absent if the percentile is exact */
        return distribution != NULL ? whole(distribution->sample > 0,
                                            distribution->sample, room)
                                    : NULL;
    case KNOWN_LOWER_SEARCH:
    case KNOWN_UPPER_SEARCH:
        return search_text(info, entry, room);
    default: /* path_of */
        return NULL;
    }
}

/* The same as text_of for traits. */
static const char *
trait_text(enum field field, const loyd_traits *t, char room[FIELD_BYTES])
{
    bool is_known = t->version != 0;

    switch (field) {
    case FIELD_SOLUTIONS:
        if (!t->is_counted)
            return NULL;
        snprintf(room, FIELD_BYTES, "%" PRIu64, t->solutions);
        return room;
    case FIELD_FIRST_MOVES:
        return t->is_counted ? t->first_moves : NULL;
    case FIELD_DETOUR:
        return whole(is_known, t->detour, room);
    case FIELD_LINEAR_CONFLICTS:
        return whole(is_known, t->linear_conflicts, room);
    case FIELD_INVERSIONS:
        return whole(is_known, t->inversions, room);
    case FIELD_TILES_HOME:
        return whole(is_known, t->tiles_home, room);
    case FIELD_TURNS:
        return whole(is_known, t->turns, room);
    case FIELD_FORCED:
        return whole(t->is_counted, t->forced, room);
    default:
        return whole(is_known, t->row_moves, room);
    }
}

/* The same as text_of for what games say. */
static const char *
observed_text(enum field field, const loyd_observed *observed,
              char room[FIELD_BYTES])
{
    struct text to = text_in(room, FIELD_BYTES);

    if (observed->games == 0)
        return NULL;
    if (field == FIELD_GAMES)
        text_number(&to, observed->games);
    else
        text_millionths(&to, (int64_t)(field == FIELD_DIFFICULTY
                                           ? observed->difficulty
                                           : observed->error));
    return room;
}

/* Returns the text of a field, in `room` or borrowed; NULL: absent. */
static const char *
text_of(enum field field, const loyd_entry *entry, char room[FIELD_BYTES])
{
    struct text to = text_in(room, FIELD_BYTES);

    switch (field) {
    case FIELD_ID:
        loyd_id_print(&entry->id, room);
        return room;
    case FIELD_SIZE:
        text_number(&to, entry->puzzle.goal.width);
        text_char(&to, 'x');
        text_number(&to, entry->puzzle.goal.height);
        return room;
    case FIELD_LAYOUT:
        return entry->layout;
    case FIELD_GOAL:
        return rows(&entry->puzzle.goal, room);
    case FIELD_BOARD:
        return rows(&entry->puzzle.start, room);
    case FIELD_RECIPE:
        return entry->recipe == NULL || entry->recipe[0] == '\0'
                   ? NULL
                   : entry->recipe;
    case FIELD_ESTIMATE:
        return whole(entry->estimate > 0, entry->estimate, room);
    case FIELD_ESTIMATED: /* of percentile and band */
        return entry->known[LOYD_STM].distribution != NULL &&
                       entry->is_estimated
                   ? "1"
                   : NULL;
    case FIELD_NAME:
        return entry->name == NULL || entry->name[0] == '\0' ? NULL
                                                             : entry->name;
    case FIELD_NUMBER: /* of packs */
    case FIELD_STOPPED:
        return NULL;
    default:
        return field_is_of_games(field)
                   ? observed_text(field, &entry->observed, room)
               : field_is_trait(field)
                   ? trait_text(field, &entry->traits, room)
                   : known_text(&field_info[field], entry, room);
    }
}

void
field_id(struct jw *jw, const char *name, const loyd_id *id)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    jw_string(jw, name, text);
}

/* Writes METHOD@NODES, in JSON as an object. */
static void
put_search(struct jw *jw, const char *name, const char *text)
{
    struct slice nodes = slice_of(text), head;
    char method[sizeof(((loyd_search *)0)->method)];

    if (jw_is_plain(jw)) {
        jw_string(jw, name, text);
        return;
    }
    slice_cut_last(&nodes, '@', &head);
    snprintf(method, sizeof(method), "%.*s", (int)head.len, head.at);
    jw_object(jw, name, JW_TIGHT);
    jw_string(jw, "method", method);
    jw_raw(jw, "nodes", nodes.at);
    jw_close(jw);
}

/* Writes the text of a value as a member. */
static void
put_text(struct jw *jw, const char *name, loyd_field_kind kind,
         const char *text)
{
    if (kind == LOYD_FIELD_TEXT)
        jw_string(jw, name, text);
    else if (kind == LOYD_FIELD_SEARCH)
        put_search(jw, name, text);
    else
        jw_raw(jw, name, text);
}

/* Writes a field as a member, unless it is absent. */
static void
put_field(struct jw *jw, enum field field, const loyd_entry *entry)
{
    const struct field_info *info = &field_info[field];
    const loyd_known *known = &entry->known[info->metric];
    char room[FIELD_BYTES];
    const char *text;

    if (info->of == KNOWN_PATH) {
        if (known_has_path(known))
            moves_json(jw, info->name, &known->path);
    } else if ((text = text_of(field, entry, room)) != NULL) {
        put_text(jw, info->name, info->kind, text);
    }
}

void
entry_fields_json(struct jw *jw, const loyd_entry *entry)
{
    for (enum field i = 0; i < FIELDS_; i++)
        put_field(jw, i, entry);
}

size_t
loyd_entry_json(const loyd_entry *entry, char *out, size_t size)
{
    struct text to = text_in(out, size);
    struct jw jw = {.to = &to};

    jw_object(&jw, NULL, JW_TIGHT);
    entry_fields_json(&jw, entry);
    jw_close(&jw);
    return to.len;
}

size_t
loyd_entry_field(const loyd_entry *entry, unsigned at, bool is_json, char *out,
                 size_t size)
{
    struct jw_cells cells = {.is_plain = !is_json};
    struct text to = text_in(out, size);
    struct jw jw = {.to = &to, .cells = &cells};

    if (field_at(at) != FIELDS_)
        put_field(&jw, field_at(at), entry);
    return to.len;
}

loyd_err
field_rows_begin(struct field_rows *rows, struct pack_db *db, const char *sql,
                 loyd_why *why)
{
    loyd_err err = pack_db_read(db, sql, &rows->from, why);

    if (err != LOYD_OK)
        return err;
    rows->n = pack_reader_columns(rows->from);
    for (unsigned i = 0; i < rows->n; i++) {
        const char *name = pack_reader_column(rows->from, i);

        rows->info[i] = &field_info[field_of(name, strlen(name))];
    }
    return LOYD_OK;
}

/* Reads a value as loyd writes it, NULL as no text. */
static loyd_err
read_cell(struct field_rows *rows, unsigned i, struct slice *value,
          loyd_why *why)
{
    const struct field_info *info = rows->info[i];
    struct text to = text_in(rows->number, sizeof(rows->number));
    loyd_err err = pack_reader_value(rows->from, i, value, why);

    if (err == LOYD_OK && value->at != NULL &&
        info->kind == LOYD_FIELD_REAL) {
        text_places(&to, value->at, info->values == VALUES_PERCENT ? 3 : 0);
        *value = (struct slice){rows->number, to.len};
    }
    return err;
}

loyd_err
field_rows_json(struct field_rows *rows, struct jw *jw, loyd_why *why)
{
    struct slice value;
    loyd_err err = LOYD_OK;

    jw_object(jw, NULL, JW_TIGHT);
    for (unsigned i = 0; err == LOYD_OK && i < rows->n; i++) {
        err = read_cell(rows, i, &value, why);
        if (err == LOYD_OK && value.at != NULL)
            put_text(jw, rows->info[i]->name, rows->info[i]->kind, value.at);
    }
    jw_close(jw);
    return err;
}

void
field_rows_heading(struct field_rows *rows, struct text *to)
{
    for (unsigned i = 0; i < rows->n; i++) {
        text_put(to, i > 0 ? "," : "");
        text_put(to, rows->info[i]->name);
    }
    text_char(to, '\n');
}

loyd_err
field_rows_csv(struct field_rows *rows, struct text *to, loyd_why *why)
{
    struct slice value;
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < rows->n; i++) {
        text_put(to, i > 0 ? "," : "");
        err = read_cell(rows, i, &value, why);
        if (err == LOYD_OK && value.at != NULL)
            text_escaped(to, TEXT_CSV, value.at, value.len);
    }
    return err;
}
