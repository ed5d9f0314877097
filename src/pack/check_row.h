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
    /* The goal of puzzles.json, which lists each once. */
    bool has_goal;
    bool has_class;      /* the class has a known distribution */
    struct slice layout; /* of the goal; NULL: it has no name */
    loyd_board goal;
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
 * states and not proven, even if the status is LOYD_STATUS_PROVEN. The path
 * has been replayed.
 */
struct puzzle_row {
    struct record record;
    uint32_t number; /* in the pack; 0: none */
    bool has_recipe;
    loyd_recipe recipe;
    char name[LOYD_NAME_TEXT]; /* of record.name */
};

/*
 * Parses the fields and checks labels and solvability; that id, size and
 * layout match the boards; that the path leads to the goal and has the stated
 * length; and that all lengths can be those of the puzzle (rate/laws.h). The
 * recipe is only parsed. `out` must be zero at first and reuses its path's
 * memory from row to row. Errors: those of the parsers; LOYD_E_CORRUPT if
 * fields contradict each other.
 */
loyd_err row_read(const struct row_text *text,
                  const struct row_defaults *defaults, struct puzzle_row *out,
                  loyd_why *why);

void row_free(struct puzzle_row *out);

/* Parses a number of a row, 1..high; 0: the field is absent. */
loyd_err row_number(const struct row_text *text, enum field field,
                    uint64_t high, uint64_t *number, loyd_why *why);

/* Parses a 0 or 1 of a row; an absent field is 0. */
loyd_err row_truth(const struct row_text *text, enum field field, bool *is_set,
                   loyd_why *why);

/* Puts the name of a field before its error, if there is one. */
loyd_err row_of_field(enum field field, loyd_err err, loyd_why *why);

/* check_lengths.c: parses and checks what the row states about the length of
 * `out`, whose boards have been read, in both metrics. */
loyd_err row_read_lengths(const struct row_text *text, struct record *out,
                          loyd_why *why);

#endif
