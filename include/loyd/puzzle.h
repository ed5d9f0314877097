/* SPDX-License-Identifier: MIT */
/* Puzzles: a start and a goal. The id of a puzzle is a hash of both. */
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

#ifdef __cplusplus
}
#endif
#endif
