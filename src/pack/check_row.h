/* SPDX-License-Identifier: MIT */
/* Checks a puzzle that was read from an untrusted file. */
#ifndef LOYD_PACK_CHECK_ROW_H
#define LOYD_PACK_CHECK_ROW_H

#include "base/slice.h"
#include "base/text.h"
#include "loyd/generate.h"
#include "pack/puzzle_fields.h"
#include "store/rows.h"

/* What the files of packs list, in the order in which a file has it. */
enum list {
    LIST_PACK, /* one row, of what the file says of its pack */
    LIST_GOALS,
    LIST_PUZZLES,
    LISTS_
};

/* Fields that only these lists have, after those of puzzles. */
enum {
    FIELD_TITLE = FIELDS_,
    FIELD_LICENCE,
    FIELD_PACK,
    FIELD_VOLUME,
    FIELD_REVISION,
    ROW_FIELDS_
};

/* A field of a row, and the bounds of its numbers. */
const struct field_info *row_field(unsigned field);

/* Returns the field with a name, or ROW_FIELDS_. */
unsigned row_field_of(const char *name, size_t len);

/* The unchecked fields of a row; borrowed until the next row. */
struct row_text {
    enum list list;
    uint64_t line;                   /* from 1 */
    struct slice field[ROW_FIELDS_]; /* NULL: absent */
};

static inline void
row_tell(struct row_text *row, unsigned field, const char *text, size_t len)
{
    row->field[field] = (struct slice){text, len};
}

/* The goal of rows that have none. */
struct row_defaults {
    bool has_goal;
    loyd_board goal;
    const char *layout; /* NULL: rows */
};

/* The texts of a row as they are stored. Must be all zero at first. */
struct row_room {
    loyd_puzzle puzzle;
    char id[LOYD_ID_CHARS + 1];
    char size[8];
    char layout[LOYD_LAYOUT_TEXT];
    char goal[LOYD_BOARD_TEXT];
    char board[LOYD_BOARD_TEXT];
    char recipe[LOYD_RECIPE_TEXT];
    struct text path[LOYD_METRICS];
    loyd_moves moves;
    loyd_board named; /* the goal of the last three */
};

/*
 * Parses boards, paths and recipe of a row from a file of another program, and
 * replaces them by what is stored, in `room`. Checks what they say of the
 * boards: labels and solvability; that id, size and layout match; that each
 * path leads to the goal. Whether the rest is true is for others. Errors:
 * those of the parsers; LOYD_E_CORRUPT if fields contradict the boards.
 */
loyd_err row_normal(struct row_text *row, const struct row_defaults *defaults,
                    struct row_room *room, loyd_why *why);

/* Replaces a path. Errors: LOYD_E_NOMEM. */
loyd_err row_tell_path(struct row_text *row, struct row_room *room,
                       loyd_metric metric, const loyd_moves *path);

/* Replaces id and boards by those of a puzzle. Errors: those of
 * loyd_layout_name. */
loyd_err row_tell_puzzle(struct row_text *row, struct row_room *room,
                         const loyd_puzzle *puzzle);

void row_room_free(struct row_room *room);

#endif
