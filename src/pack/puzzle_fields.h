/* SPDX-License-Identifier: MIT */
/* The values of a puzzle's fields, for JSON, CSV and packs. */
#ifndef LOYD_PACK_PUZZLE_FIELDS_H
#define LOYD_PACK_PUZZLE_FIELDS_H

#include "base/jw.h"
#include "loyd/export.h"
#include "store/fields.h"
#include "store/rows.h"

/* The field that says something of a length in a metric. */
extern const enum field known_field[LOYD_METRICS][KNOWN_NONE];

/* Returns the heading of a pack's CSV, with lengths in MTM or without, with
 * names or without: static text. */
const char *field_csv_head(bool has_mtm, bool has_names);

/* Writes an id as a member of a JSON object. */
void field_id(struct jw *jw, const char *name, const loyd_id *id);

/* The properties of a puzzle within a pack. */
struct pack_place {
    uint32_t number; /* 0: in no pack, so the field is absent */
    bool no_path;    /* leave the solutions out */
    bool no_mtm;     /* leave what is known in MTM out */
    bool has_names;  /* CSV has a column for names */
};

/* A value that is written; all NULL: the field is absent. */
struct field_value {
    const char *text; /* in `room` or borrowed */
    const loyd_moves *path;
    const loyd_search *search;
    char room[LOYD_LAYOUT_TEXT];
};

void field_value(enum field field, const loyd_entry *entry,
                 const struct pack_place *in_pack, struct field_value *out);

/* Writes the search of an end of an interval as a member of a JSON object. */
void field_search(struct jw *jw, const char *name, const loyd_search *search);

/* Like loyd_entry_json, with the number at the end. */
void field_json(struct text *to, const loyd_entry *entry,
                const struct pack_place *in_pack);

/* Writes a row for the heading of field_csv_head; `room` is emptied. */
void field_csv(struct text *to, struct text *room, const loyd_entry *entry,
               const struct pack_place *in_pack);

/* Writes what is known in MTM as members of a JSON object, without what
 * follows from the others: the status, and the ends of a proven length. */
void field_json_mtm(struct jw *jw, const loyd_entry *entry,
                    const struct pack_place *in_pack);

#endif
