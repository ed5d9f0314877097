/* SPDX-License-Identifier: MIT */
/* Wipes memory, and converts bytes to and from hexadecimal and base32. */
#include "base/bytes.h"

#include <string.h>

#define BASE32_BITS 5 /* per character */

void
bytes_wipe(void *bytes, size_t n)
{
    volatile uint8_t *at = bytes;

    while (n-- > 0)
        *at++ = 0;
}

static const char digits[] = "0123456789abcdef";

const char *
bytes_hex(const uint8_t *bytes, size_t n, char *text)
{
    for (size_t i = 0; i < n; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * n] = '\0';
    return text;
}

bool
bytes_unhex(const char *text, size_t len, uint8_t *bytes, size_t n)
{
    if (len != 2 * n)
        return false;
    for (size_t i = 0; i < len; i++) {
        const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
        unsigned nibble;

        if (digit == NULL)
            return false;
        nibble = (unsigned)(digit - digits);
        bytes[i / 2] =
            (uint8_t)(i % 2 == 0 ? nibble << 4 : bytes[i / 2] | nibble);
    }
    return true;
}

static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

void
bytes_base32(const uint8_t *bytes, size_t chars, char *text)
{
    for (size_t i = 0; i < chars; i++) {
        unsigned value = 0;
        for (size_t bit = i * BASE32_BITS; bit < (i + 1) * BASE32_BITS; bit++)
            value =
                value << 1 | ((unsigned)bytes[bit / 8] >> (7 - bit % 8) & 1U);
        text[i] = bytes_base32_char(value);
    }
    text[chars] = '\0';
}

int
bytes_of_base32(char c)
{
    const char *letter;

    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    if (c == 'o')
        return 0;
    if (c == 'i' || c == 'l')
        return 1;
    letter = c != '\0' ? strchr(letters, c) : NULL;
    return letter != NULL ? (int)(letter - letters) : -1;
}

char
bytes_base32_char(unsigned value)
{
    return letters[value % 32];
}
