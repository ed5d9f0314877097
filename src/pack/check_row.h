/* SPDX-License-Identifier: MIT */
/* Checks a puzzle that was read from an untrusted file. */
#ifndef LOYD_PACK_CHECK_ROW_H
#define LOYD_PACK_CHECK_ROW_H

#include "base/slice.h"
#include "loyd/generate.h"
#include "pack/puzzle_fields.h"
#include "store/rows.h"

/* Returns the field with a name, or FIELDS_ if import does not read it. */
enum field row_field_of(const char *name, size_t len);

/* The unchecked fields of a row; borrowed until the next row. */
struct row_text {
    uint64_t line;               /* from 1 */
    struct slice field[FIELDS_]; /* NULL: absent */
    /* Boards that the file stores as cells and not as text. */
    bool has_goal;
    bool has_start;
    bool has_class;      /* the class has a known distribution */
    struct slice layout; /* of the goal; NULL: it has no name */
    loyd_board goal;
    loyd_board start;
};

static inline void
row_tell(struct row_text *row, enum field field, const char *text, size_t len)
{
    row->field[field] = (struct slice){text, len};
}

/* The goal of rows that have none. */
struct row_defaults {
    bool has_goal;
    loyd_board goal;
    const char *layout; /* NULL: rows */
};

/*
 * A row that was read and checked. The rating in the record is what the row
 * states and not proven, even if the status is LOYD_STATUS_PROVEN: bounds, or
 * a claimed or proven length. The path has been replayed.
 */
struct puzzle_row {
    struct record record;
    uint32_t number; /* in the pack; 0: none */
    bool has_recipe;
    loyd_recipe recipe;
};

/* Returns the length in MTM that the row states as proven, or 0. */
static inline uint16_t
row_mtm(const struct puzzle_row *row)
{
    const struct rated *mtm = &row->record.mtm;

    return mtm->status == LOYD_STATUS_PROVEN ? mtm->rating.upper : 0;
}

/* Returns the length that the row states as proven, or 0. */
static inline uint16_t
row_stm(const struct puzzle_row *row)
{
    const struct record *record = &row->record;

    return record->stm.status == LOYD_STATUS_PROVEN ? record->stm.rating.upper
                                                    : 0;
}

/*
 * Parses the fields and checks labels and solvability; that id, size and
 * layout match the boards; that the path leads to the goal and has the stated
 * length; and the parity of the length. The recipe is only parsed. `out` must
 * be zero at first and reuses its path's memory from row to row.
 * Errors: those of the parsers; LOYD_E_CORRUPT if fields contradict each
 * other.
 */
loyd_err row_read(const struct row_text *text,
                  const struct row_defaults *defaults, struct puzzle_row *out,
                  loyd_why *why);

void row_free(struct puzzle_row *out);

/* Parses a number of a row, 1..high; 0: the field is absent. */
loyd_err row_number(const struct row_text *text, enum field field,
                    uint64_t high, uint64_t *number, loyd_why *why);

/* check_mtm.c: parses and checks what the row states in MTM; row_read has read
 * the rest. */
loyd_err row_read_mtm(const struct row_text *text, struct record *out,
                      loyd_why *why);

#endif
