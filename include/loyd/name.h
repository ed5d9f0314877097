/* SPDX-License-Identifier: MIT */
/* Names of puzzles, and the puzzles that loyd itself knows by name. */
#ifndef LOYD_NAME_H
#define LOYD_NAME_H

#include "loyd/puzzle.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_NAME_BYTES 64 /* maximum, in UTF-8 */
#define LOYD_NAME_TEXT (LOYD_NAME_BYTES + 1)

/*
 * Checks that text[0..len) may name a puzzle: 1..64 bytes of UTF-8 without
 * control characters and directional marks, '/' and '~', one of - = + @ at
 * the beginning, and spaces at either end; and that it cannot be taken for a
 * whole id (16 characters of base32, in upper or lower case) or for a board
 * (only digits, spaces, 'x', ',' and ':'). Upper and lower case differ, and
 * nothing is normalised. O(len), safe from any thread.
 *
 * Errors: LOYD_E_SYNTAX, LOYD_E_ENCODING.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_name_check(const char *text, size_t len, loyd_why *why);

/* A puzzle that the library knows by name; all texts are static. */
typedef struct loyd_named {
    const char *name;
    const char *article; /* its source, see data/README.md */
    const char *note;    /* what the article says about it */
    loyd_puzzle puzzle;  /* valid boards with the same labels; some cannot be
                            solved */
} loyd_named;

/*
 * Writes puzzle `at`, from 0 in the order of data/article_cases.tsv. Returns
 * false if there are no more. Parses its boards, which takes a few
 * microseconds; safe from any thread.
 */
LOYD_API bool loyd_named_get(size_t at, loyd_named *named);

/* Writes the puzzle of a name. Returns false if there is none. */
LOYD_API bool loyd_named_find(const char *name, loyd_named *named);

#ifdef __cplusplus
}
#endif
#endif
