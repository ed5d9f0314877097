/* SPDX-License-Identifier: MIT */
/* Rows of the tables as values, and the packed forms in their columns. */
#ifndef LOYD_STORE_ROWS_H
#define LOYD_STORE_ROWS_H

#include "store/query.h"

/* goal.c */

/*
 * The class of a goal: 65536 * longer side + 256 * shorter side + the least
 * cell that a symmetry of the rectangle gives the blank.
 */
int64_t goal_class(unsigned width, unsigned height, unsigned blank);

/* What is known of a class, by the number above; NULL: nothing. */
const loyd_distribution *class_distribution(int64_t class);

/*
 * The goal of a row number, checked; *row is borrowed until the next call
 * of this file. Errors: LOYD_E_CORRUPT, also where there is none.
 */
loyd_err goal_get(loyd_store *store, int64_t pk, const goal_row **row,
                  loyd_why *why);

/* The goal with these cells, NULL where it is not stored; borrowed as well. */
loyd_err goal_find(loyd_store *store, const loyd_board *board,
                   const goal_row **row, loyd_why *why);

/* The same, stored where it was not. */
loyd_err goal_put(loyd_store *store, const loyd_board *board,
                  const goal_row **row, loyd_why *why);

/* The next size that a goal has, behind *width x *height (0x0: the first). */
loyd_err goal_next_size(loyd_store *store, uint8_t *width, uint8_t *height,
                        bool *found, loyd_why *why);

/* Called with a goal's row number; anything but LOYD_OK ends the walk. */
typedef loyd_err (*goal_fn)(void *context, int64_t pk, loyd_why *why);

/*
 * Every goal of a size: those with a name in its byte order, or those
 * without in the order of their cells.
 */
loyd_err goal_each(loyd_store *store, uint8_t width, uint8_t height,
                   bool is_named, goal_fn each, void *context, loyd_why *why);

/* packed.c: how starts and paths are kept in bytes */

#define PATH_MAX_MOVES 65534
#define PATH_BYTES_MAX (PATH_MAX_MOVES / 4 + 1)

/* `start` relative to `goal`, boards of a checked puzzle; its bytes. */
size_t start_pack(const loyd_puzzle *puzzle, uint8_t out[LOYD_CELLS_MAX]);

/* Is that a start of `goal`? Written where it is. */
bool start_unpack(const uint8_t *bytes, size_t len, const loyd_board *goal,
                  loyd_board *start);

/* At most PATH_MAX_MOVES moves into out[n / 4 + 1]; returns these bytes. */
size_t path_pack(const loyd_moves *moves, uint8_t *out);

/* Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM; `moves` is used again. */
loyd_err path_unpack(const uint8_t *bytes, size_t len, loyd_moves *moves);

/* puzzle.c */

/* A puzzle and its rating, checked in every way that needs no search. */
typedef struct record {
    loyd_id id;
    loyd_puzzle puzzle;
    int64_t goal;
    char layout[LOYD_LAYOUT_TEXT];
    loyd_status status;
    uint16_t lower;
    uint16_t upper;
    loyd_moves path; /* empty where unrated; replayed */
} record;

/* One column list, one order, for every SELECT that record_read reads. */
#define RECORD_COLUMNS                                                        \
    "p.id, p.goal, p.class, p.start, p.stm, r.lower, r.upper, r.path"
#define RECORD_TABLES                                                         \
    "puzzle AS p LEFT JOIN rating AS r ON r.puzzle = p.id AND r.metric = 1"

/*
 * Reads the row that `q` stands on. `out` keeps its path's memory from row
 * to row. Errors: LOYD_E_CORRUPT, which names the row; LOYD_E_NOMEM.
 */
loyd_err record_read(const query *q, record *out, loyd_why *why);

/* The record of an id. */
loyd_err record_get(loyd_store *store, const loyd_id *id, record *out,
                    bool *found, loyd_why *why);

void record_free(record *out);

/* The same of its boards alone: no rating, no path. */
loyd_err record_get_boards(loyd_store *store, const loyd_id *id, record *out,
                           loyd_why *why);

/* Where a puzzle stands in the indices. */
typedef struct puzzle_place {
    int64_t goal;
    int64_t class; /* -1: the goal has a name */
    int32_t stm;   /* -1: not proven */
} puzzle_place;

/* Of three columns, goal, class and stm, from `at` on. */
loyd_err place_read(const query *q, int at, const loyd_id *id,
                    puzzle_place *place, loyd_why *why);

/* *found is false where there is no such puzzle. Errors: LOYD_E_CORRUPT. */
loyd_err puzzle_find(loyd_store *store, const loyd_id *id, puzzle_place *place,
                     bool *found, loyd_why *why);

/* The optimum, proven, of a stored puzzle. */
loyd_err puzzle_set_stm(loyd_store *store, const loyd_id *id, uint16_t stm,
                        loyd_why *why);

/* LOYD_E_CORRUPT, with words that begin "puzzle ID: ". */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
puzzle_bad(loyd_why *why, const loyd_id *id, const char *format, ...);

/* recipe.c */

/* Room for the layout of drawn goals as it begins a recipe: "4x4/random". */
#define RECIPE_PREFIX (LOYD_LAYOUT_TEXT + 16)

/*
 * The first recipe of a puzzle in byte order, "" where there is none, into
 * text[LOYD_RECIPE_TEXT]. Errors: LOYD_E_CORRUPT where it is no recipe.
 */
loyd_err recipe_first(loyd_store *store, const loyd_id *id, char *text,
                      loyd_why *why);

/* Has the puzzle a recipe that begins with `prefix`? */
loyd_err recipe_begins(loyd_store *store, const loyd_id *id,
                       const char *prefix, bool *yes, loyd_why *why);

/* rating.c */

/* Has the puzzle a rating in STM, proven or not? */
loyd_err rating_is(loyd_store *store, const loyd_id *id, bool *yes,
                   loyd_why *why);

#endif
