/* SPDX-License-Identifier: MIT */
/*
 * Reads the stored texts of ids, boards and paths a second time: it shares no
 * code with the store, and accepts only what loyd prints.
 */
#ifndef LOYD_VERIFY_RAW_TEXT_H
#define LOYD_VERIFY_RAW_TEXT_H

#include <string.h>

#include "loyd/board.h"
#include "loyd/moves.h"
#include "loyd/puzzle.h"

/* A value of SQL; its bytes are SQLite's. */
struct raw_value {
    enum raw_kind {
        RAW_NULL,
        RAW_NUMBER,
        RAW_TEXT,
        RAW_BYTES,
        RAW_OTHER
    } kind;
    int64_t number;
    const uint8_t *bytes; /* of texts and bytes; a text is followed by a NUL */
    size_t len;
};

/* Returns false unless the text is a board: a blank and n-1 of the labels
 * 1..n, each once. */
bool raw_board(const struct raw_value *text, loyd_board *board);

bool raw_id(const struct raw_value *text, uint8_t id[LOYD_ID_BYTES]);

/* Reads a path into path->dir, which has room for PATH_MAX_MOVES. Returns
 * false for texts that are malformed, longer, or could be shorter. */
bool raw_path(const struct raw_value *text, loyd_moves *path);

static inline bool
raw_is_number(const struct raw_value *value, int64_t low, int64_t high)
{
    return value->kind == RAW_NUMBER && value->number >= low &&
           value->number <= high;
}

static inline bool
raw_is_text(const struct raw_value *value, const char *text)
{
    return value->kind == RAW_TEXT && value->len == strlen(text) &&
           memcmp(value->bytes, text, value->len) == 0;
}

#endif
