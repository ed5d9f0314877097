/* SPDX-License-Identifier: MIT */
/* Owns the lines of a puzzle: an object of JSON, a row of CSV. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "loyd/export.h"
#include "pack/entry.h"
#include "pack/field.h"
#include "pack/out.h"

/* Room for every field but those that are borrowed. */
#define FIELD_BYTES LOYD_LAYOUT_TEXT

/* As find tells it: no number, and its path where it is proven. */
static const struct entry_extra no_extra = {0, false};

/* `n` in the room, where there is one. */
static const char *
whole(bool is_there, uint32_t n, char room[FIELD_BYTES])
{
    if (!is_there)
        return NULL;
    snprintf(room, FIELD_BYTES, "%" PRIu32, n);
    return room;
}

static const char *
board(const loyd_board *board, char room[FIELD_BYTES])
{
    loyd_board_print(board, LOYD_FORM_ROWS, room);
    return room;
}

static const char *
percentile(const loyd_entry *entry, char room[FIELD_BYTES])
{
    if (entry->distribution == NULL)
        return NULL;
    loyd_percentile_print(entry->distribution, entry->upper, 3, room);
    return room;
}

/* The text of a field, in `room` or borrowed; NULL: the puzzle has none. */
static const char *
text_of(enum field field, const loyd_entry *entry,
        const struct entry_extra *extra, char room[FIELD_BYTES])
{
    const loyd_distribution *class = entry->distribution;
    bool is_proven = entry->status == LOYD_STATUS_PROVEN;
    /* Of a start that is its goal both bounds are 0, and proven. */
    bool is_rated = entry->upper != 0 || is_proven;

    switch (field) {
    case FIELD_ID:
        loyd_id_print(&entry->id, room);
        return room;
    case FIELD_SIZE:
        snprintf(room, FIELD_BYTES, "%ux%u", entry->puzzle.goal.width,
                 entry->puzzle.goal.height);
        return room;
    case FIELD_LAYOUT:
        return entry->layout;
    case FIELD_GOAL:
        return board(&entry->puzzle.goal, room);
    case FIELD_BOARD:
        return board(&entry->puzzle.start, room);
    case FIELD_RECIPE:
        return entry->recipe == NULL || entry->recipe[0] == '\0'
                   ? NULL
                   : entry->recipe;
    case FIELD_STATUS:
        return loyd_status_name(entry->status);
    case FIELD_LOWER:
        return whole(is_rated, entry->lower, room);
    case FIELD_UPPER:
        return whole(is_rated, entry->upper, room);
    case FIELD_STM:
        return whole(is_proven, entry->upper, room);
    case FIELD_PATH:
        return is_proven && !extra->no_path ? entry->path : NULL;
    case FIELD_PERCENTILE:
        return percentile(entry, room);
    case FIELD_BAND:
        return class != NULL ? entry->band : NULL;
    case FIELD_PERCENTILE_SAMPLE: /* an exact percentile has none */
        return class != NULL ? whole(class->sample > 0, class->sample, room)
                             : NULL;
    case FIELD_CLAIMED: /* hearsay: not an optimum */
        return whole(entry->status == LOYD_STATUS_CLAIMED, entry->claimed,
                     room);
    case FIELD_NUMBER:
        return whole(extra->number > 0, extra->number, room);
    case FIELDS_:
        break;
    }
    return NULL;
}

size_t
entry_json(const loyd_entry *entry, const struct entry_extra *extra,
           char *text, size_t size)
{
    struct out to = {text, size, 0};
    char room[FIELD_BYTES];

    for (unsigned i = 0; i < FIELDS_; i++) {
        bool is_text = field_info[i].kind == AS_TEXT;
        const char *value = text_of((enum field)i, entry, extra, room);

        if (value == NULL)
            continue;
        out_text(&to, i == 0 ? "{\"" : ",\"");
        out_text(&to, field_info[i].name);
        out_text(&to, is_text ? "\":\"" : "\":");
        out_escaped(&to, LOYD_ESCAPE_JSON, value);
        out_text(&to, is_text ? "\"" : "");
    }
    out_text(&to, "}");
    return to.len;
}

size_t
loyd_entry_json(const loyd_entry *entry, char *text, size_t size)
{
    return entry_json(entry, &no_extra, text, size);
}

const char *
loyd_entry_csv_head(void)
{
    return field_csv_head;
}

size_t
entry_csv(const loyd_entry *entry, const struct entry_extra *extra, char *text,
          size_t size)
{
    struct out to = {text, size, 0};
    char room[FIELD_BYTES];

    for (unsigned i = 0; i < FIELDS_; i++) {
        const char *value = text_of((enum field)i, entry, extra, room);

        if (i == FIELD_NUMBER && value == NULL)
            break; /* no pack: no column either */
        if (i > 0)
            out_text(&to, ",");
        out_escaped(&to, LOYD_ESCAPE_CSV, value != NULL ? value : "");
    }
    return to.len;
}

size_t
loyd_entry_csv(const loyd_entry *entry, char *text, size_t size)
{
    return entry_csv(entry, &no_extra, text, size);
}
