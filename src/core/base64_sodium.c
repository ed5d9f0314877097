/* SPDX-License-Identifier: MIT */
/* Implements core/base64.h with libsodium. */
#include "core/base64.h"

#include <sodium/utils.h>

bool
base64url_read(const char *text, size_t len, uint8_t *out, size_t *n)
{
    const char *end = NULL;

    return sodium_base642bin(out, BASE64URL_BYTES(len), text, len, NULL, n,
                             &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           end == text + len;
}

void
base64url_print(const uint8_t *bytes, size_t n, char *text)
{
    sodium_bin2base64(text, BASE64URL_TEXT(n), bytes, n,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
