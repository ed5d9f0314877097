/* SPDX-License-Identifier: MIT */
/* Wipes memory, and converts bytes to and from hexadecimal and base32. */
#include "base/bytes.h"

#include <limits.h>
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

/* The value of a character that bytes_base32_char returns, and one more. */
static const uint8_t values[UCHAR_MAX + 1] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,
    ['6'] = 7,  ['7'] = 8,  ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12,
    ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['g'] = 17, ['h'] = 18,
    ['j'] = 19, ['k'] = 20, ['m'] = 21, ['n'] = 22, ['p'] = 23, ['q'] = 24,
    ['r'] = 25, ['s'] = 26, ['t'] = 27, ['v'] = 28, ['w'] = 29, ['x'] = 30,
    ['y'] = 31, ['z'] = 32};

bool
bytes_unbase32(const char *text, size_t chars, uint8_t *bytes)
{
    uint64_t bits = 0;
    unsigned n_bits = 0;

    for (size_t i = 0; i < chars; i++) {
        unsigned value = values[(unsigned char)text[i]];

        if (value == 0)
            return false;
        bits = bits << BASE32_BITS | (value - 1);
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
