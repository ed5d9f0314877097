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

/* Writes the members of loyd_entry_json. */
void entry_fields_json(struct jw *jw, const loyd_entry *entry);

/* The rows of a statement in a pack's database. */
struct field_rows {
    struct pack_reader *from; /* NULL: not begun */
    unsigned n;
    const struct field_info *info[FIELDS_]; /* of each column */
    char number[32];                        /* that was read last */
};

/* Begins to read it; the caller closes rows->from. */
loyd_err field_rows_begin(struct field_rows *rows, struct pack_db *db,
                          const char *sql, loyd_why *why);

/* Writes a row as an object, without what is NULL. */
loyd_err field_rows_json(struct field_rows *rows, struct jw *jw,
                         loyd_why *why);

/* Write the names of the columns, and a row, as CSV. */
void field_rows_heading(struct field_rows *rows, struct text *to);
loyd_err field_rows_csv(struct field_rows *rows, struct text *to,
                        loyd_why *why);

#endif
