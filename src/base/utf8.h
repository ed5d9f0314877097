/* SPDX-License-Identifier: MIT */
/* UTF-8, read strictly: no overlong forms, no surrogates. */
#ifndef LOYD_BASE_UTF8_H
#define LOYD_BASE_UTF8_H

#include "loyd/error.h"

/*
 * Reads the character at text[0], len >= 1, into *code and returns its bytes,
 * 1..4; 0 where there is none ([RFC 3629], section 4).
 */
size_t utf8_read(const char *text, size_t len, uint32_t *code);

/*
 * Is text[0..len) UTF-8 without control characters? Errors: LOYD_E_ENCODING.
 */
loyd_err utf8_check(const char *text, size_t len, loyd_why *why);

/*
 * The same of a name that people read: without marks of direction, which make
 * it look like another one.
 */
loyd_err utf8_check_name(const char *text, size_t len, loyd_why *why);

/* U+0000..001F and U+007F..009F. */
bool utf8_is_control(uint32_t code);

/* Invisible marks that turn the direction of the text around them, and so
 * show it in another order than it has: U+061C, U+200E, U+200F, U+202A..202E,
 * U+2066..2069. */
bool utf8_is_direction(uint32_t code);

#endif
