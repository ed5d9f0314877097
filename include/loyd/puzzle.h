/* SPDX-License-Identifier: MIT */
/* Puzzles: a start and a goal, whether it is reachable, and what can be
 * counted without a search. The id of a puzzle is a hash of both boards. */
#ifndef LOYD_PUZZLE_H
#define LOYD_PUZZLE_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_ID_BYTES 10
#define LOYD_ID_CHARS 16
#define LOYD_HASH_BYTES 32
#define LOYD_NAME_BYTES 64 /* of a name, in UTF-8 */
#define LOYD_NAME_TEXT (LOYD_NAME_BYTES + 1)

typedef struct loyd_puzzle {
    loyd_board start;
    loyd_board goal;
} loyd_puzzle;

typedef struct loyd_id {
    uint8_t byte[LOYD_ID_BYTES];
} loyd_id;

/*
 * Computes the id of a puzzle: the first 10 bytes of
 * BLAKE2b-256(F("loyd puzzle 1", W H, goal, start)), where F prefixes each
 * field with its length in bytes, as 32 bits, little-endian.
 *
 * O(n), safe from any thread. The boards must be valid and of one size.
 */
LOYD_API void loyd_puzzle_id(const loyd_puzzle *puzzle, loyd_id *id);

/*
 * Checks that two boards are a puzzle: both valid, of one size and with the
 * same labels, and the goal can be reached. The start may equal the goal.
 *
 * Errors: LOYD_E_UNSOLVABLE, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_puzzle_check(const loyd_puzzle *puzzle, loyd_why *why);

/* Writes 16 characters of Crockford base32 in lower case, and a NUL. */
LOYD_API void loyd_id_print(const loyd_id *id, char text[LOYD_ID_CHARS + 1]);

/*
 * Parses an id or a prefix of one, in upper or lower case.
 *
 *   text, len    1..16 characters of Crockford base32.
 *   first, last  the lowest and the highest id with this prefix; equal for a
 *                whole id.
 *
 * Errors: LOYD_E_SYNTAX.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_id_parse(const char *text, size_t len, loyd_id *first, loyd_id *last,
              loyd_why *why);

/*
 * Computes whether legal moves lead from `start` to `goal`.
 *
 *   start, goal  any two boards; they are checked first.
 *   solvable     written on LOYD_OK.
 *
 * A move is one transposition of labels and one step of the blank, so the
 * parity of the permutation that takes start to goal must equal the parity of
 * the blank's taxicab distance. As both sides are at least 2, this is also
 * sufficient, for every goal.
 *   [Johnson and Story, "Notes on the '15' puzzle", Amer. J. Math. 2 (1879)]
 *   [Wilson, "Graph puzzles, homotopy, and the alternating group", J. Comb.
 *    Theory B 16 (1974)]
 *
 * O(n), no allocation, safe from any thread.
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL (an invalid board), LOYD_E_SHAPE (sizes
 * differ), LOYD_E_LABELS (labels differ).
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_solvable(const loyd_board *start,
                                               const loyd_board *goal,
                                               bool *solvable, loyd_why *why);

typedef struct loyd_facts {
    /* The sum of the tiles' taxicab distances from their goal cells. No
       solution has fewer moves. */
    unsigned manhattan;
    /* The tiles that must leave their line to let others pass: in each row
       and column, of the tiles that are in the line of their goal cell, all
       but a longest subsequence in the order of the goal. Each needs two moves
       more: manhattan + 2 * linear_conflicts is the mlc of recipes. */
    unsigned linear_conflicts;
    /* The pairs of tiles whose order, row by row without the blank, is not
       that of the goal. For the goal `rows` these are the inversions of the
       labels. */
    unsigned inversions;
    /* The tiles that are in their goal cells. */
    unsigned tiles_home;
} loyd_facts;

/*
 * Counts the facts of two boards.
 *
 *   puzzle  start and goal; they are checked first. The goal need not be
 *           reachable.
 *   facts   written on LOYD_OK.
 *
 * O(n^2), a few microseconds for 4x4; no allocation, safe from any thread.
 *   [Manhattan distance: Korf, "Depth-first iterative-deepening", AIJ 27
 *    (1985); linear conflicts: Hansson, Mayer, Yung, "Criticizing solutions
 *    to relaxed models yields powerful admissible heuristics", Information
 *    Sciences 63 (1992)]
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SHAPE, LOYD_E_LABELS.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_facts_of(const loyd_puzzle *puzzle, loyd_facts *facts, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
