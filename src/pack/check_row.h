/* SPDX-License-Identifier: MIT */
/* A puzzle as a file of somebody's tells it, and what is true of that. */
#ifndef LOYD_PACK_CHECK_ROW_H
#define LOYD_PACK_CHECK_ROW_H

#include "base/slice.h"
#include "loyd/generate.h"
#include "pack/puzzle_fields.h"
#include "store/rows.h"

/* The field of a name where import reads it, FIELDS_: it does not. */
enum field row_field_of(const char *name, size_t len);

/* The fields as they stand there, unchecked; borrowed until the next row. */
struct row_text {
    uint64_t line; /* where, from 1 */
    struct slice field[FIELDS_]; /* NULL: absent */
    /* Where boards came as cells and not as text: instead of the text. */
    bool has_goal;
    bool has_start;
    bool has_class; /* something is known of the lengths of its class */
    struct slice layout; /* its goal's name, NULL: none */
    loyd_board goal;
    loyd_board start;
};

static inline void
row_tell(struct row_text *row, enum field field, const char *text, size_t len)
{
    row->field[field] = (struct slice){text, len};
}

/* What goes for rows that say nothing of their goal. */
struct row_defaults {
    bool has_goal;
    loyd_board goal;
    const char *layout; /* NULL: rows */
};

/*
 * The same, read and checked. What the record holds of its rating is what the
 * row says: bounds, a length that is claimed or, where its status is proven,
 * said to be; and a path, which has been replayed.
 */
struct puzzle_row {
    struct record record;
    uint32_t number; /* in its pack, 0: none */
    bool has_recipe;
    loyd_recipe recipe;
};

/* The length that it says is proven, 0: none. */
static inline uint16_t
row_stm(const struct puzzle_row *row)
{
    const struct record *record = &row->record;

    return record->status == LOYD_STATUS_PROVEN ? record->rating.upper : 0;
}

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
