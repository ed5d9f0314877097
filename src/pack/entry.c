/* SPDX-License-Identifier: MIT */
/* Owns the fields of a puzzle as JSON and CSV: one table for both. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "loyd/export.h"
#include "pack/entry.h"
#include "pack/out.h"

/* Room for every field but those that are borrowed. */
#define FIELD_BYTES LOYD_LAYOUT_TEXT

/* The text of a field, in `room` or borrowed; NULL: the entry has none. */
typedef const char *(*field_fn)(const loyd_entry *entry,
                                char room[FIELD_BYTES]);

/* As find tells it: no number, and its path where it is proven. */
static const struct entry_extra no_extra = {0, false};

static const char *
puzzle_id(const loyd_entry *entry, char room[FIELD_BYTES])
{
    loyd_id_print(&entry->id, room);
    return room;
}

static const char *
size_text(const loyd_entry *entry, char room[FIELD_BYTES])
{
    snprintf(room, FIELD_BYTES, "%ux%u", entry->puzzle.goal.width,
             entry->puzzle.goal.height);
    return room;
}

static const char *
layout(const loyd_entry *entry, char room[FIELD_BYTES])
{
    (void)room;
    return entry->layout;
}

static const char *
goal(const loyd_entry *entry, char room[FIELD_BYTES])
{
    loyd_board_print(&entry->puzzle.goal, LOYD_FORM_ROWS, room);
    return room;
}

static const char *
board(const loyd_entry *entry, char room[FIELD_BYTES])
{
    loyd_board_print(&entry->puzzle.start, LOYD_FORM_ROWS, room);
    return room;
}

static const char *
recipe(const loyd_entry *entry, char room[FIELD_BYTES])
{
    (void)room;
    return entry->recipe != NULL && entry->recipe[0] != '\0' ? entry->recipe
                                                             : NULL;
}

static const char *
status(const loyd_entry *entry, char room[FIELD_BYTES])
{
    (void)room;
    return loyd_status_name(entry->status);
}

/* Of a start that is its goal both bounds are 0, and proven. */
static bool
is_rated(const loyd_entry *entry)
{
    return entry->upper != 0 || entry->status == LOYD_STATUS_PROVEN;
}

static const char *
lower(const loyd_entry *entry, char room[FIELD_BYTES])
{
    snprintf(room, FIELD_BYTES, "%u", entry->lower);
    return is_rated(entry) ? room : NULL;
}

static const char *
upper(const loyd_entry *entry, char room[FIELD_BYTES])
{
    snprintf(room, FIELD_BYTES, "%u", entry->upper);
    return is_rated(entry) ? room : NULL;
}

static const char *
stm(const loyd_entry *entry, char room[FIELD_BYTES])
{
    snprintf(room, FIELD_BYTES, "%u", entry->upper);
    return entry->status == LOYD_STATUS_PROVEN ? room : NULL;
}

static const char *
path(const loyd_entry *entry, char room[FIELD_BYTES])
{
    (void)room;
    return entry->status == LOYD_STATUS_PROVEN ? entry->path : NULL;
}

static const char *
percentile(const loyd_entry *entry, char room[FIELD_BYTES])
{
    if (entry->distribution == NULL)
        return NULL;
    loyd_percentile_print(entry->distribution, entry->upper, 3, room);
    return room;
}

static const char *
band(const loyd_entry *entry, char room[FIELD_BYTES])
{
    (void)room;
    return entry->distribution != NULL ? entry->band : NULL;
}

/* Of an exact percentile: none. */
static const char *
percentile_sample(const loyd_entry *entry, char room[FIELD_BYTES])
{
    if (entry->distribution == NULL || entry->distribution->sample == 0)
        return NULL;
    snprintf(room, FIELD_BYTES, "%" PRIu32, entry->distribution->sample);
    return room;
}

/* Hearsay: not an optimum. */
static const char *
claimed(const loyd_entry *entry, char room[FIELD_BYTES])
{
    snprintf(room, FIELD_BYTES, "%u", entry->claimed);
    return entry->status == LOYD_STATUS_CLAIMED ? room : NULL;
}

/* Fields are only ever added, at the end. */
static const struct field {
    const char *name;
    field_fn text;
    bool is_number;
} fields[] = {
    {"puzzle_id", puzzle_id, false},
    {"size", size_text, false},
    {"layout", layout, false},
    {"goal", goal, false},
    {"board", board, false},
    {"recipe", recipe, false},
    {"status", status, false},
    {"lower", lower, true},
    {"upper", upper, true},
    {"stm", stm, true},
    {"path", path, false},
    {"percentile", percentile, true},
    {"band", band, false},
    {"percentile_sample", percentile_sample, true},
    {"claimed", claimed, true},
};

#define N_FIELDS (sizeof(fields) / sizeof(fields[0]))

size_t
entry_json(const loyd_entry *entry, const struct entry_extra *extra,
           char *text, size_t size)
{
    struct out to = {text, size, 0};
    char room[FIELD_BYTES];

    for (size_t i = 0; i < N_FIELDS; i++) {
        const char *value = fields[i].text(entry, room);
        if (value == NULL || (extra->no_path && fields[i].text == path))
            continue;
        out_text(&to, i == 0 ? "{\"" : ",\"");
        out_text(&to, fields[i].name);
        out_text(&to, fields[i].is_number ? "\":" : "\":\"");
        out_escaped(&to, LOYD_ESCAPE_JSON, value);
        out_text(&to, fields[i].is_number ? "" : "\"");
    }
    if (extra->number > 0) {
        out_text(&to, ",\"number\":");
        out_number(&to, extra->number);
    }
    out_text(&to, "}");
    return to.len;
}

size_t
loyd_entry_json(const loyd_entry *entry, char *text, size_t size)
{
    return entry_json(entry, &no_extra, text, size);
}

#define CSV_HEAD                                                              \
    "puzzle_id,size,layout,goal,board,recipe,status,lower,upper,stm,path,"    \
    "percentile,band,percentile_sample,claimed"

const char *
loyd_entry_csv_head(void)
{
    return CSV_HEAD;
}

const char *
entry_csv_head(void)
{
    return CSV_HEAD ",number";
}

size_t
entry_csv(const loyd_entry *entry, const struct entry_extra *extra, char *text,
          size_t size)
{
    struct out to = {text, size, 0};
    char room[FIELD_BYTES];

    for (size_t i = 0; i < N_FIELDS; i++) {
        const char *value = fields[i].text(entry, room);
        if (value == NULL || (extra->no_path && fields[i].text == path))
            value = "";
        if (i > 0)
            out_text(&to, ",");
        out_escaped(&to, LOYD_ESCAPE_CSV, value);
    }
    if (extra->number > 0) {
        out_text(&to, ",");
        out_number(&to, extra->number);
    }
    return to.len;
}

size_t
loyd_entry_csv(const loyd_entry *entry, char *text, size_t size)
{
    return entry_csv(entry, &no_extra, text, size);
}
