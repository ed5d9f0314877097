/* SPDX-License-Identifier: MIT */
/*
 * Reads the stored texts of ids, boards and paths a second time: it shares no
 * code with the store, and accepts only what loyd prints.
 */
#ifndef LOYD_VERIFY_RAW_TEXT_H
#define LOYD_VERIFY_RAW_TEXT_H

#include <string.h>

#include "loyd/board.h"
#include "store/raw.h"

/* A board: its labels row by row. */
struct flat {
    unsigned width;
    unsigned height;
    unsigned n; /* cells */
    unsigned blank;
    uint8_t cell[LOYD_CELLS_MAX];
};

/* Returns false unless the text is a board: a blank and n-1 of the labels
 * 1..n, each once. */
bool raw_board(const struct raw_value *text, struct flat *board);

/* Returns whether the text is the board's size. */
bool raw_is_size(const struct raw_value *text, const struct flat *board);

bool raw_id(const struct raw_value *text, uint8_t id[LOYD_ID_BYTES]);

/* The rest of a path's text, and what has been taken off. */
struct path_rest {
    const uint8_t *at;
    const uint8_t *end;
    size_t moves;
    size_t slides;       /* runs of equal moves */
    unsigned last;       /* the last run: its move, */
    unsigned last_count; /* and how many there are; 0: none yet */
};

static inline struct path_rest
raw_path(const struct raw_value *text)
{
    struct path_rest rest = {.at = NULL};

    if (text->kind == RAW_TEXT) {
        rest.at = text->bytes;
        rest.end = text->bytes + text->len;
    }
    return rest;
}

/* Takes the next run of equal moves off: 0..3 are U R D L. Returns false at
 * the end, and before a run that is malformed or could be written shorter. */
bool path_run(struct path_rest *rest, unsigned *dir, unsigned *count);

/* Returns whether a whole path has been taken off. */
static inline bool
path_is_whole(const struct path_rest *rest)
{
    return rest->at != NULL && rest->at == rest->end;
}

#endif
