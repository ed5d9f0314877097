/* SPDX-License-Identifier: MIT */
/* Sequences of moves: memory, text form and replay. */
#ifndef LOYD_MOVES_H
#define LOYD_MOVES_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The maximum number of moves in a sequence that loyd reads or writes. */
#define LOYD_MOVES_MAX 100000

/*
 * A sequence of single-tile moves; dir[i] is a loyd_dir. All zero is the
 * empty sequence. The caller frees it with loyd_moves_free.
 */
typedef struct loyd_moves {
    uint8_t *dir;
    size_t n;
    size_t capacity;
} loyd_moves;

/* Empties `moves` and frees its memory. NULL is allowed. */
LOYD_API void loyd_moves_free(loyd_moves *moves);

/* How the length of a path is counted. */
typedef enum loyd_metric {
    LOYD_STM = 0, /* single-tile: each tile moved counts one */
    LOYD_MTM = 1, /* multi-tile: a slide of several tiles in a line is one */
    LOYD_METRICS
} loyd_metric;

/*
 * Returns the length of a sequence of moves: in STM their number, in MTM the
 * number of runs of moves in the same direction. The runs of a shortest path
 * in STM may be more than the optimum in MTM. O(moves), safe from any thread.
 */
LOYD_API size_t
loyd_moves_length(const loyd_moves *moves, loyd_metric metric);

/*
 * Parses a sequence of moves, such as "U2RDL3": U, R, D or L is the direction
 * in which the tile moves, in either case; words ("up") and arrows (^ > v <
 * and those of Unicode) are read too. A count 1..999 may follow. Spaces and
 * commas may be around and between moves, as in "U2 R D L3", but not before a
 * count. The empty text is the empty sequence.
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
 * Writes the shortest text: as much as fits into `size` bytes, with a NUL if
 * size > 0; `out` may be NULL if it is 0. Returns the length of the whole
 * text, at most moves->n: a value >= size means that it was truncated.
 */
LOYD_API size_t loyd_moves_print(const loyd_moves *moves, char *out,
                                 size_t size);

/*
 * Checks that `moves` lead from start to goal.
 *
 *   good_moves  if not NULL, set on LOYD_OK and LOYD_E_MOVE to the number of
 *               legal moves before the first illegal one; all of them if only
 *               the goal is missed.
 *
 * O(moves + n), safe from any thread.
 * Errors: LOYD_E_MOVE; LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SHAPE or
 * LOYD_E_LABELS if a board is invalid or the two do not match.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_moves_replay(const loyd_board *start, const loyd_board *goal,
                  const loyd_moves *moves, size_t *good_moves, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
