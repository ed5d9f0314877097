/* SPDX-License-Identifier: MIT */
/* The values of a puzzle's fields, for JSON, CSV and packs. */
#ifndef LOYD_PACK_PUZZLE_FIELDS_H
#define LOYD_PACK_PUZZLE_FIELDS_H

#include "base/jw.h"
#include "loyd/pack.h"
#include "store/fields.h"
#include "store/pack_db.h"
#include "store/rows.h"

/* The field that says something of a length in a metric. */
extern const enum field known_field[LOYD_METRICS][KNOWN_NONE];

/* Writes an id as a member of a JSON object. */
void field_id(struct jw *jw, const char *name, const loyd_id *id);

/* The properties of a puzzle within a pack. */
struct pack_place {
    uint32_t number; /* 0: in no pack, so the field is absent */
    bool no_path;    /* leave the solutions out */
    bool no_mtm;     /* leave what is known in MTM out */
};

/* A value that is written; all NULL: the field is absent. */
struct field_value {
    const char *text; /* in `room` or borrowed; a search is METHOD@NODES */
    const loyd_moves *path;
    char room[LOYD_LAYOUT_TEXT];
};

void field_value(enum field field, const loyd_entry *entry,
                 const struct pack_place *in_pack, struct field_value *out);

/* Writes the members of loyd_entry_json. */
void entry_fields_json(struct jw *jw, const loyd_entry *entry);

/* The rows of a list of a pack's database. */
struct field_rows {
    struct pack_reader *from; /* NULL: not begun */
    unsigned n;
    loyd_field_kind kind[FIELDS_]; /* of each column */
};

/* Begins to read a list; the caller closes rows->from. */
loyd_err field_rows_begin(struct field_rows *rows, struct pack_db *db,
                          enum pack_list list, loyd_why *why);

/* Writes a row as an object, without what is NULL. */
loyd_err field_rows_json(struct field_rows *rows, struct jw *jw,
                         loyd_why *why);

/* Write the names of the columns, and a row, as CSV. */
void field_rows_heading(struct field_rows *rows, struct text *to);
loyd_err field_rows_csv(struct field_rows *rows, struct text *to,
                        loyd_why *why);

#endif
