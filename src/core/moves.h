/* SPDX-License-Identifier: MIT */
/* Functions on moves for callers with many boards already checked. */
#ifndef LOYD_CORE_MOVES_H
#define LOYD_CORE_MOVES_H

#include "base/jw.h"
#include "base/slice.h"
#include "loyd/moves.h"

/* Returns the room that moves_print needs: at most one character a move, and a
 * NUL. */
static inline size_t
moves_text_room(const loyd_moves *moves)
{
    return moves->n + 1;
}

/* Replaces `to` by the moves of `from`, reusing its memory. Errors:
 * LOYD_E_NOMEM, LOYD_E_RANGE (above 2 * LOYD_MOVES_MAX). */
loyd_err moves_copy(loyd_moves *to, const loyd_moves *from);

/* Reads moves without spaces: strictly what loyd_moves_parse reads otherwise.
 */
loyd_err moves_parse(const char *text, size_t len, loyd_moves *moves,
                     loyd_why *why);

/* Writes the text into text[moves_text_room(moves)], with a NUL; returns its
 * length. */
size_t moves_print(const loyd_moves *moves, char *text);

/* Appends the text of moves_print. */
void moves_put(struct text *to, const loyd_moves *moves);

/* Writes that text as a member of a JSON object. */
void moves_json(struct jw *jw, const char *name, const loyd_moves *moves);

/*
 * Removes a direction and its count, 1 if there is none, from text that is not
 * empty: in any form, or as they are printed. `at` is its position in
 * messages, from 1. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
loyd_err moves_read_run(struct slice *rest, bool is_any, size_t at,
                        loyd_dir *dir, uint64_t *count, loyd_why *why);

/*
 * Reads the moves of people from a start on: in the forms of loyd_moves_parse,
 * of tiles or of the blank; or as the labels of tiles, each of which slides
 * with those between it and the blank. Errors: those of loyd_moves_parse, and
 * LOYD_E_RANGE if such a tile cannot slide.
 */
loyd_err moves_read(const char *text, size_t len, const loyd_board *start,
                    bool is_of_blank, loyd_moves *moves, loyd_why *why);

/* Names of the directions, by loyd_dir: "up", and arrows of Unicode. */
extern const char *const move_words[4];
extern const char *const move_arrows[4];

/* Returns whether a text has labels of tiles instead of directions. */
bool moves_are_tiles(const char *text, size_t len);

/* Plays the moves before the first illegal one; returns their number. */
size_t moves_play(loyd_board *board, const loyd_moves *moves);

/* The same; LOYD_E_MOVE if one is illegal. */
loyd_err moves_play_all(loyd_board *board, const loyd_moves *moves,
                        loyd_why *why);

/* Turns moves of tiles into those of the blank, and back. */
void moves_turn(loyd_moves *moves);

/*
 * Reads exactly what moves_print writes; the memory of `moves` is reused.
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_NOMEM.
 */
loyd_err moves_read_printed(const char *text, size_t len, loyd_moves *moves);

/*
 * Returns whether `moves` lead from start to goal, two valid boards of the
 * same size and labels.
 */
bool moves_lead(const loyd_board *start, const loyd_board *goal,
                const loyd_moves *moves);

/* Parses "stm" or "mtm". Errors: LOYD_E_SYNTAX. */
loyd_err metric_parse(const char *text, size_t len, loyd_metric *metric,
                      loyd_why *why);

/* Returns "stm" or "mtm": static text. */
const char *metric_name(loyd_metric metric);

/*
 * Turns the moves from a start to a goal into those from the goal back to the
 * start: the opposite ones in reverse order. O(moves); one sequence per
 * thread.
 */
void moves_reverse(loyd_moves *moves);

/*
 * Appends one move. Errors: LOYD_E_NOMEM, LOYD_E_RANGE (more than
 * LOYD_MOVES_MAX moves, or not a loyd_dir).
 */
loyd_err moves_push(loyd_moves *moves, loyd_dir dir);

#endif
