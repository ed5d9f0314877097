/* SPDX-License-Identifier: MIT */
/* Solutions: sequences of moves, their text, and their replay. */
#ifndef LOYD_MOVES_H
#define LOYD_MOVES_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No sequence that loyd reads or writes is longer. */
#define LOYD_MOVES_MAX 100000

/*
 * A sequence of single-tile moves; dir[i] is a loyd_dir. All zero is the
 * empty one. Owned by whoever declares it: loyd_moves_free when done.
 */
typedef struct loyd_moves {
    uint8_t *dir;
    size_t n;
    size_t capacity;
} loyd_moves;

/* Empties `moves` and gives its memory back. NULL is fine. */
LOYD_API void loyd_moves_free(loyd_moves *moves);

/* Appends one move. Errors: LOYD_E_NOMEM, LOYD_E_RANGE (too many). */
LOYD_API LOYD_NODISCARD loyd_err
loyd_moves_push(loyd_moves *moves, loyd_dir dir);

/*
 * Reads a solution, "U2RDL3": U D L R is the direction in which the tile
 * moves, a count 2..999 may follow. The empty text is the empty solution.
 *
 *   moves  replaced on LOYD_OK.
 *
 * O(len), safe from any thread.
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_moves_parse(const char *text, size_t len, loyd_moves *moves,
                 loyd_why *why);

/*
 * Bytes that loyd_moves_print needs for `moves`, the closing NUL included.
 */
LOYD_API size_t loyd_moves_text_bytes(const loyd_moves *moves);

/*
 * Writes the shortest text, NUL at the end, into text[], which holds at
 * least loyd_moves_text_bytes(moves); returns its length.
 */
LOYD_API size_t loyd_moves_print(const loyd_moves *moves, char *text);

/*
 * Does `moves` lead from start to goal?
 *
 *   good_moves  where given: on LOYD_OK the whole length, on LOYD_E_MOVE how
 *               many moves are legal before the first that is not (all of
 *               them where the end is not the goal).
 *
 * O(moves + n), safe from any thread.
 * Errors: LOYD_E_MOVE; LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SHAPE,
 * LOYD_E_LABELS where the boards do not belong together.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_moves_replay(const loyd_board *start, const loyd_board *goal,
                  const loyd_moves *moves, size_t *good_moves, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
