/* SPDX-License-Identifier: MIT */
/* Base64url without padding [RFC 4648, section 5]. */
#ifndef LOYD_CORE_BASE64_H
#define LOYD_CORE_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Characters for n bytes, including a NUL, and bytes for len characters. */
#define BASE64URL_TEXT(n) (((n) + 2) / 3 * 4 + 1)
#define BASE64URL_BYTES(len) ((len) / 4 * 3 + 3)

/* Writes the *n bytes of a text into out[BASE64URL_BYTES(len)]. Returns false
 * if the text is anything else. */
bool base64url_read(const char *text, size_t len, uint8_t *out, size_t *n);

/* Writes BASE64URL_TEXT(n) characters at most. */
void base64url_print(const uint8_t *bytes, size_t n, char *text);

#endif
