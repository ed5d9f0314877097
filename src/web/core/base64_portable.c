/* SPDX-License-Identifier: MIT */
/* Implements the reading of core/base64.h without libsodium. */
#include "core/base64.h"

#include <string.h>

bool
base64url_read(const char *text, size_t len, uint8_t *out, size_t *n)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "abcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned bits = 0, held = 0; /* of which the low `held` are not written */

    *n = 0;
    for (size_t i = 0; i < len; i++) {
        const char *letter = memchr(letters, text[i], 64);

        if (letter == NULL)
            return false;
        bits = bits << 6 | (unsigned)(letter - letters);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out[(*n)++] = (uint8_t)(bits >> held);
            bits &= (1U << held) - 1;
        }
    }
    return held < 6 && bits == 0;
}
