/* SPDX-License-Identifier: MIT */
/* A puzzle as a file of somebody's tells it, and what is true of that. */
#ifndef LOYD_PACK_ROW_H
#define LOYD_PACK_ROW_H

#include "loyd/generate.h"
#include "loyd/moves.h"
#include "loyd/puzzle.h"
#include "pack/field.h"

/* The field of a name where import reads it, FIELDS_: it does not. */
enum field row_field_of(const char *name, size_t len);

/* The fields as they stand there, unchecked; borrowed until the next row. */
struct row_text {
    uint64_t line; /* where, from 1 */
    const char *text[FIELDS_]; /* NULL: absent */
    size_t len[FIELDS_];
    /* Where boards came as cells and not as text: instead of the text. */
    bool has_goal;
    bool has_start;
    bool has_class; /* something is known of the lengths of its class */
    const char *layout; /* its goal's name, NULL: none */
    loyd_board goal;
    loyd_board start;
};

static inline void
row_tell(struct row_text *row, enum field field, const char *text, size_t len)
{
    row->text[field] = text;
    row->len[field] = len;
}

/* What goes for rows that say nothing of their goal. */
struct row_defaults {
    bool has_goal;
    loyd_board goal;
    const char *layout; /* NULL: rows */
};

/* The same, read and checked. */
struct puzzle_row {
    loyd_id id;
    loyd_puzzle puzzle;
    bool has_id;      /* the row told it too */
    bool has_recipe;
    bool has_path;    /* replayed: from start to goal */
    uint16_t claimed; /* the length that it says to be the optimum, 0: none */
    uint16_t stm;     /* the length that it says is proven, 0: none */
    uint16_t lower;   /* bounds that it tells, 0: none */
    uint16_t upper;
    uint64_t number;  /* in its pack, 0: none */
    loyd_moves path;
    loyd_recipe recipe;
};

/*
 * Reads the fields; checks labels, solvability, that id, size and layout fit
 * the boards, that the path leads to the goal and is as long as is said, and
 * that the length can have that parity. The recipe is only read. `out` keeps
 * its path's memory from row to row. Errors: those of what is read,
 * LOYD_E_CORRUPT where fields contradict each other.
 */
loyd_err row_read(const struct row_text *text,
                  const struct row_defaults *defaults, struct puzzle_row *out,
                  loyd_why *why);

void row_free(struct puzzle_row *out);

#endif
