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
    unsigned bits = 0, n_bits = 0; /* the lowest n_bits bits come next */

    for (size_t i = 0; i < chars; i++) {
        if (n_bits < BASE32_BITS) {
            bits = bits << 8 | *bytes++;
            n_bits += 8;
        }
        n_bits -= BASE32_BITS;
        text[i] = bytes_base32_char(bits >> n_bits);
    }
    text[chars] = '\0';
}

/* Returns the value of a character that bytes_base32_char returns, or 32. */
static unsigned
value_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c < 'a' || c > 'z' || c == 'i' || c == 'l' || c == 'o' || c == 'u')
        return 32;
    return (unsigned)(c - 'a' + 10 - (c > 'i') - (c > 'l') - (c > 'o') -
                      (c > 'u'));
}

bool
bytes_unbase32(const char *text, size_t chars, uint8_t *bytes)
{
    uint64_t bits = 0;
    unsigned n_bits = 0;

    for (size_t i = 0; i < chars; i++) {
        unsigned value = value_of(text[i]);

        if (value == 32)
            return false;
        bits = bits << BASE32_BITS | value;
        n_bits += BASE32_BITS;
        /* Eight characters are five bytes. */
        if (n_bits == 40 || i + 1 == chars)
            for (; n_bits >= 8; n_bits -= 8)
                *bytes++ = (uint8_t)(bits >> (n_bits - 8));
    }
    return true;
}

int
bytes_of_base32(char c)
{
    unsigned value;

    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    if (c == 'o')
        return 0;
    if (c == 'i' || c == 'l')
        return 1;
    value = value_of(c);
    return value < 32 ? (int)value : -1;
}

char
bytes_base32_char(unsigned value)
{
    return letters[value % 32];
}
