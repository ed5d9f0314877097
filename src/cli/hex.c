/* SPDX-License-Identifier: MIT */
/* Owns how hashes are printed. */
#include "cli/hex.h"

const char *
hex_print(const uint8_t bytes[LOYD_HASH_BYTES], char text[HEX_TEXT])
{
    static const char digits[] = "0123456789abcdef";

    for (unsigned i = 0; i < LOYD_HASH_BYTES; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[HEX_TEXT - 1] = '\0';
    return text;
}
