/* SPDX-License-Identifier: MIT */
/* Strict UTF-8: no overlong forms, no surrogates. */
#ifndef LOYD_BASE_UTF8_H
#define LOYD_BASE_UTF8_H

#include "loyd/error.h"

/* The byte order mark, with which some editors begin a file. */
#define UTF8_MARK "\xEF\xBB\xBF"
#define UTF8_MARK_CODE 0xFEFF

/*
 * Decodes the character at text[0], len >= 1, into *code. Returns its length
 * in bytes, 1..4, or 0 if it is invalid ([RFC 3629], section 4).
 */
size_t utf8_read(const char *text, size_t len, uint32_t *code);

/*
 * Checks that text[0..len) is UTF-8 without control characters. Errors:
 * LOYD_E_ENCODING.
 */
loyd_err utf8_check(const char *text, size_t len, loyd_why *why);

/*
 * The same for a name that is shown to people: it must also be without
 * directional marks, which can make it look like another name.
 */
loyd_err utf8_check_name(const char *text, size_t len, loyd_why *why);

/* Returns the number of characters of text[0..len), which is UTF-8. */
size_t utf8_count(const char *text, size_t len);

/* Returns whether `code` is U+0000..001F or U+007F..009F. */
bool utf8_is_control(uint32_t code);

/*
 * Returns whether `code` is an invisible directional mark, which can change
 * the order in which the text around it is shown: U+061C, U+200E, U+200F,
 * U+202A..202E, U+2066..2069.
 */
bool utf8_is_direction(uint32_t code);

#endif
