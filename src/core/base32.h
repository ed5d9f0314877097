/* SPDX-License-Identifier: MIT */
/* Crockford base32: printed in lower case, read in any. */
#ifndef LOYD_CORE_BASE32_H
#define LOYD_CORE_BASE32_H

#include <stddef.h>
#include <stdint.h>

/*
 * Writes the first `chars` characters of bytes[], most significant bit
 * first, and a NUL. bytes[] holds at least 5 * chars bits.
 */
void base32_print(const uint8_t *bytes, size_t chars, char *text);

/*
 * The value 0..31 of a character, or -1: O reads as 0, I and L as 1.
 *   [Crockford, "Base 32", crockford.com/base32.html]
 */
int base32_value(char c);

/* The character of a value 0..31. */
char base32_char(unsigned value);

#endif
