/* SPDX-License-Identifier: MIT */
/* Names of puzzles, and the puzzles that loyd itself knows by name. */
#ifndef LOYD_CORE_NAME_H
#define LOYD_CORE_NAME_H

#include "loyd/puzzle.h"

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
loyd_err
name_check(const char *text, size_t len, loyd_why *why);

/* A puzzle that the library knows by name; all texts are static. */
struct named {
    const char *name;
    const char *article; /* its source, see data/README.md */
    const char *note;    /* what the article says about it */
    loyd_puzzle puzzle;  /* valid boards with the same labels; some cannot be
                            solved */
};

/*
 * Writes puzzle `at`, from 0 in the order of data/article_cases.tsv. Returns
 * false if there are no more. Parses its boards, which takes a few
 * microseconds; safe from any thread.
 */
bool named_get(size_t at, struct named *named);

/* Writes the puzzle of a name. Returns false if there is none. */
bool named_find(const char *name, struct named *named);

#endif
