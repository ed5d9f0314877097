/* SPDX-License-Identifier: MIT */
/* Ranges of numbers: their texts. */
#ifndef LOYD_CORE_RANGE_H
#define LOYD_CORE_RANGE_H

#include "base/text.h"
#include "loyd/class.h"

/*
 * Parses one closed range "A..B", or "A" for A..A, low <= A <= B <= high: a
 * target. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
loyd_err range_parse(const char *text, size_t len, uint64_t low, uint64_t high,
                     uint64_t *first, uint64_t *last, loyd_why *why);

/*
 * Parses "A..B", A < B, each 0..100 with at most three decimals, such as
 * "0..0.5". Errors: LOYD_E_SYNTAX, LOYD_E_RANGE.
 */
loyd_err percentiles_parse(const char *text, size_t len,
                           loyd_range *percentiles, loyd_why *why);

/* Room for the text of a range of percentiles, including its NUL. */
#define PERCENTILES_TEXT 24

/* Writes the shortest "A..B"; returns the length. */
size_t percentiles_print(const loyd_range *percentiles,
                         char text[PERCENTILES_TEXT]);

#define RANGE_WORDS 64

/*
 * Writes "40..47 moves", or "40 moves" if the ends are equal, or "1 move", for
 * messages; returns `text`. The plural is the noun and an s; with "" for the
 * noun it is only the numbers.
 */
const char *range_words(uint64_t low, uint64_t high, const char *noun,
                        char text[RANGE_WORDS]);

/*
 * Computes a part's range of 0..n-1: part I of N begins at n*(I-1)/N, rounded
 * down. n <= 2^48; `of` = 0: all.
 */
void part_range(uint32_t number, uint32_t of, uint64_t n, uint64_t *first,
                uint64_t *count);

#endif
