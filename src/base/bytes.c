/* SPDX-License-Identifier: MIT */
/* Owns hexadecimal digits. */
#include "base/bytes.h"

#include <string.h>

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
