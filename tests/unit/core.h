/* SPDX-License-Identifier: MIT */
/* Helpers for the tests of core and generate. Tests only. */
#ifndef CORE_H
#define CORE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <loyd.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* A string literal that may contain NULs, and its length. */
#define BYTES(s) (s), (sizeof(s) - 1)

static inline loyd_board
board_of(const char *text)
{
    loyd_why why = {{0}};
    loyd_board board;

    if (loyd_board_parse(text, strlen(text), 0, 0, &board, &why) != LOYD_OK)
        fail_msg("%s: %s", text, why.text);
    return board;
}

/* Returns the percentile of a length without rounding. */
static inline double
exact_percentile(const loyd_distribution *d, unsigned length)
{
    double below = 0;

    for (unsigned at = 1; at <= length && at <= d->radius; at++)
        below += (double)d->count[at] * (at < length ? 1 : 0.5);
    return 100 * below / (double)d->total;
}

static inline void
assert_board(const loyd_board *board, const char *expected)
{
    char text[LOYD_BOARD_TEXT];
    size_t len = loyd_board_print(board, LOYD_FORM_ROWS, text);

    assert_int_equal(len, strlen(text));
    assert_string_equal(text, expected);
}

/* Fails unless `what` ended with the expected error and message. */
static inline void
assert_why(const char *what, loyd_err err, const loyd_why *why,
           loyd_err expected, const char *text)
{
    if (err != expected || strcmp(why->text, text) != 0)
        fail_msg("%s: error %d \"%s\", expected %d \"%s\"", what, err,
                 why->text, expected, text);
}

/* splitmix64 [Steele, Lea, Flood, OOPSLA 2014]. */
static inline uint64_t
random_word(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
