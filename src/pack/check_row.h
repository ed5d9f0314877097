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

/* What a row states of the length in a metric; 0: not stated. */
struct row_length {
    uint16_t lower;
    uint16_t upper;
    uint16_t optimum;
    const char *status; /* its word; NULL: not stated */
    loyd_moves path;    /* leads to the goal */
};

/* A row that was read. */
struct puzzle_row {
    loyd_id id; /* of the boards */
    loyd_puzzle puzzle;
    struct row_length in[LOYD_METRICS];
    uint16_t estimate; /* 0: not stated */
    bool is_any_path;  /* results of `solve` */
    bool is_stopped;
    bool has_recipe;
    loyd_recipe recipe;
    char name[LOYD_NAME_TEXT]; /* "": none */
};

/*
 * Parses the fields of a row, and checks what they say of the boards: labels
 * and solvability; that id, size and layout match; that each path leads to the
 * goal. Whether the rest is true is for others. `out` must be zero at first
 * and reuses the memory of its paths from row to row. Errors: those of the
 * parsers; LOYD_E_CORRUPT if fields contradict the boards.
 */
loyd_err row_read(const struct row_text *text,
                  const struct row_defaults *defaults, struct puzzle_row *out,
                  loyd_why *why);

void row_free(struct puzzle_row *out);

#endif
