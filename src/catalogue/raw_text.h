/* SPDX-License-Identifier: MIT */
/*
 * Reads the stored texts of ids, boards and paths a second time: it shares no
 * code with the store, and accepts only what loyd prints.
 */
#ifndef LOYD_CATALOGUE_RAW_TEXT_H
#define LOYD_CATALOGUE_RAW_TEXT_H

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

/* The rest of a path's text. */
struct path_rest {
    const uint8_t *at;
    const uint8_t *end;
};

static inline struct path_rest
raw_path(const struct raw_value *text)
{
    return text->kind == RAW_TEXT
               ? (struct path_rest){text->bytes, text->bytes + text->len}
               : (struct path_rest){NULL, NULL};
}

/* Takes the next run of equal moves off: 0..3 are U R D L. Returns false at
 * the end, and before a run that is malformed. */
bool path_run(struct path_rest *rest, unsigned *dir, unsigned *count);

/*
 * Counts the moves of a path and its runs, which are its slides. Returns false
 * if the text is malformed or not the shortest one.
 */
bool raw_path_moves(const struct raw_value *text, size_t *moves,
                    size_t *slides);

#endif
