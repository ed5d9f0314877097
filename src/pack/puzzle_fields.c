/* SPDX-License-Identifier: MIT */
/* The fields of a puzzle: names, values, and the rows of JSON Lines and
 * CSV. */
#include "pack/puzzle_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "loyd/export.h"

#define INFO(word, name, column, kind, is_read)                               \
    [FIELD_##word] = {name, column, kind, is_read},
const struct field_info field_info[FIELDS_] = {FIELDS_OF_ENTRY(INFO)
                                                   FIELDS_OF_PACK(INFO)};

/* Each name with a comma before it; the first comma is skipped. */
#define COMMA_NAME(word, name, column, kind, is_read) "," name
static const char names[] = FIELDS_OF_ENTRY(COMMA_NAME);
static const char names_of_pack[] =
    FIELDS_OF_ENTRY(COMMA_NAME) FIELDS_OF_PACK(COMMA_NAME);

const char *const field_csv_head = names + 1;
const char *const field_csv_head_of_pack = names_of_pack + 1;

enum field
field_of(const char *name, size_t len)
{
    unsigned i = 0;

    while (i < FIELDS_ && (strlen(field_info[i].name) != len ||
                           memcmp(field_info[i].name, name, len) != 0))
        i++;
    return (enum field)i;
}

/* Enough for every field that is not borrowed. */
#define FIELD_BYTES LOYD_LAYOUT_TEXT

/* Prints n into the buffer; NULL if the field is absent. */
static const char *
whole(bool is_there, uint32_t n, char room[FIELD_BYTES])
{
    if (!is_there)
        return NULL;
    snprintf(room, FIELD_BYTES, "%" PRIu32, n);
    return room;
}

static const char *
rows(const loyd_board *board, char room[FIELD_BYTES])
{
    loyd_board_print(board, LOYD_FORM_ROWS, room);
    return room;
}

static const char *
percentile(const loyd_entry *entry, char room[FIELD_BYTES])
{
    if (entry->distribution == NULL)
        return NULL;
    loyd_percentile_print(entry->distribution, entry_length(entry), 3, room);
    return room;
}

/* In CSV: METHOD@NODES. */
static const char *
search_of(const loyd_entry *entry, const loyd_search *search,
          char room[FIELD_BYTES])
{
    if (!entry_is_interval(entry) || search->method[0] == '\0')
        return NULL;
    snprintf(room, FIELD_BYTES, "%s@%" PRIu64, search->method, search->budget);
    return room;
}

/* Returns the text of a field, in `room` or borrowed; NULL: absent. */
static const char *
text_of(enum field field, const loyd_entry *entry,
        const struct pack_place *in_pack, char room[FIELD_BYTES])
{
    const loyd_distribution *class = entry->distribution;
    bool is_proven = entry->status == LOYD_STATUS_PROVEN;
    /* If the start is the goal, both bounds are 0 and proven. */
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
        return rows(&entry->puzzle.goal, room);
    case FIELD_BOARD:
        return rows(&entry->puzzle.start, room);
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
        return field_has_path(entry) && !in_pack->no_path ? entry->path : NULL;
    case FIELD_PERCENTILE:
        return percentile(entry, room);
    case FIELD_BAND:
        return class != NULL ? entry->band : NULL;
    case FIELD_PERCENTILE_SAMPLE: /* absent if the percentile is exact */
        return class != NULL ? whole(class->sample > 0, class->sample, room)
                             : NULL;
    case FIELD_CLAIMED: /* only while nothing is proven */
        return whole(entry->status == LOYD_STATUS_CLAIMED, entry->claimed,
                     room);
    case FIELD_LOWER_SEARCH:
        return search_of(entry, &entry->lower_search, room);
    case FIELD_UPPER_SEARCH:
        return search_of(entry, &entry->upper_search, room);
    case FIELD_ESTIMATE:
        return whole(entry->estimate > 0, entry->estimate, room);
    case FIELD_ESTIMATED: /* of percentile and band */
        return class != NULL && entry->is_estimated ? "true" : NULL;
    case FIELD_NUMBER:
        return whole(in_pack->number > 0, in_pack->number, room);
    case FIELDS_:
        break;
    }
    return NULL;
}

void
field_id(struct jw *jw, const char *name, const loyd_id *id)
{
    char text[LOYD_ID_CHARS + 1];

    loyd_id_print(id, text);
    jw_string(jw, name, text);
}

void
field_search(struct jw *jw, const char *name, const loyd_search *search)
{
    jw_object(jw, name, JW_TIGHT);
    jw_string(jw, "method", search->method);
    jw_uint(jw, "nodes", search->budget);
    jw_close(jw);
}

void
field_json(struct text *to, const loyd_entry *entry,
           const struct pack_place *in_pack)
{
    struct jw jw = {.to = to};
    char room[FIELD_BYTES];

    jw_object(&jw, NULL, JW_TIGHT);
    for (unsigned i = 0; i < FIELDS_; i++) {
        const char *value = text_of((enum field)i, entry, in_pack, room);

        if (value != NULL && field_info[i].kind == AS_TEXT)
            jw_string(&jw, field_info[i].name, value);
        else if (value != NULL && field_info[i].kind == AS_SEARCH)
            field_search(&jw, field_info[i].name,
                         i == FIELD_LOWER_SEARCH ? &entry->lower_search
                                                 : &entry->upper_search);
        else if (value != NULL)
            jw_raw(&jw, field_info[i].name, value);
    }
    jw_close(&jw);
}

void
field_csv(struct text *to, const loyd_entry *entry,
          const struct pack_place *in_pack)
{
    char room[FIELD_BYTES];

    for (unsigned i = 0; i < FIELDS_; i++) {
        const char *value = text_of((enum field)i, entry, in_pack, room);

        if (i == FIELD_NUMBER && value == NULL)
            break; /* not in a pack: no such column */
        if (i > 0)
            text_char(to, ',');
        if (value != NULL)
            text_escaped(to, TEXT_CSV, value, strlen(value));
    }
}

/* As in find: no number, with the path. */
static const struct pack_place in_none = {0, false};

size_t
loyd_entry_json(const loyd_entry *entry, char *out, size_t size)
{
    struct text to = text_in(out, size);

    field_json(&to, entry, &in_none);
    return to.len;
}

const char *
loyd_entry_csv_head(void)
{
    return field_csv_head;
}

size_t
loyd_entry_csv(const loyd_entry *entry, char *out, size_t size)
{
    struct text to = text_in(out, size);

    field_csv(&to, entry, &in_none);
    return to.len;
}
