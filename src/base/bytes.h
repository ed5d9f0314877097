/* SPDX-License-Identifier: MIT */
/* Numbers as bytes, and bytes as hexadecimal or base32 text. */
#ifndef LOYD_BASE_BYTES_H
#define LOYD_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes the n low bytes of a number, lowest first; returns at + n. */
static inline uint8_t *
bytes_put_little(uint8_t *at, uint64_t number, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *at++ = (uint8_t)(number >> 8 * i);
    return at;
}

/* Reads n bytes as a little-endian number. */
static inline uint64_t
bytes_little(const uint8_t *at, size_t n)
{
    uint64_t number = 0;

    while (n-- > 0)
        number = number << 8 | at[n];
    return number;
}

/* Overwrites secrets; the compiler cannot optimise it away. */
void bytes_wipe(void *bytes, size_t n);

/* Room for n bytes as hexadecimal digits, and a NUL. */
#define BYTES_HEX(n) (2 * (size_t)(n) + 1)

/*
 * Writes two lower-case digits per byte and a NUL into text[BYTES_HEX(n)];
 * returns text.
 */
const char *bytes_hex(const uint8_t *bytes, size_t n, char *text);

/* Reads n bytes; false unless text[0..len) is 2 * n lower-case digits. */
bool bytes_unhex(const char *text, size_t len, uint8_t *bytes, size_t n);

/* --- Crockford base32: printed in lower case, read in either case --- */

/*
 * Writes the first `chars` characters of bytes[], most significant bit
 * first, and a NUL. bytes[] holds at least 5 * chars bits.
 */
void bytes_base32(const uint8_t *bytes, size_t chars, char *text);

/*
 * Reads the first `chars` characters of text as bytes_base32 writes them, into
 * bytes[5 * chars / 8]. Returns false if one of them is no lower-case digit.
 */
bool bytes_unbase32(const char *text, size_t chars, uint8_t *bytes);

/*
 * Returns the value 0..31 of a character, or -1. O is read as 0, I and L as 1.
 *   [Crockford, "Base 32", crockford.com/base32.html]
 */
int bytes_of_base32(char c);

/* Returns the character of a value 0..31. */
char bytes_base32_char(unsigned value);

#endif
