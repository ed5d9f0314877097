/* SPDX-License-Identifier: MIT */
/* Owns text that grows. Escaping itself is core's. */
#include "daily/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_FIRST 4096

void
text_free(struct text *text)
{
    free(text->at);
    memset(text, 0, sizeof(*text));
}

void
text_clear(struct text *text)
{
    text->len = 0;
    text->is_lost = false;
    if (text->at != NULL)
        text->at[0] = '\0';
}

/* Room for so many more bytes and a NUL. */
static bool
has_room(struct text *text, size_t len)
{
    size_t size = text->size > 0 ? text->size : SIZE_FIRST;
    char *grown;

    if (text->is_lost)
        return false;
    if (text->size > text->len && text->size - text->len > len)
        return true;
    while (size - text->len <= len) {
        if (size > SIZE_MAX / 2)
            goto lost;
        size *= 2;
    }
    if ((grown = realloc(text->at, size)) == NULL)
        goto lost;
    text->at = grown;
    text->size = size;
    return true;
lost:
    text->is_lost = true;
    return false;
}

void
text_bytes(struct text *text, const char *bytes, size_t len)
{
    if (!has_room(text, len))
        return;
    memcpy(text->at + text->len, bytes, len);
    text->len += len;
    text->at[text->len] = '\0';
}

void
text_put(struct text *text, const char *string)
{
    text_bytes(text, string, strlen(string));
}

void
text_format(struct text *text, const char *format, ...)
{
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0 || !has_room(text, (size_t)len)) {
        text->is_lost = true;
        return;
    }
    va_start(args, format);
    vsnprintf(text->at + text->len, (size_t)len + 1, format, args);
    va_end(args);
    text->len += (size_t)len;
}

static void
escaped(struct text *text, loyd_escape_kind kind, const char *string)
{
    size_t bytes = strlen(string);
    size_t len = loyd_escape(kind, string, bytes, NULL, 0);

    if (!has_room(text, len))
        return;
    loyd_escape(kind, string, bytes, text->at + text->len, len + 1);
    text->len += len;
}

void
text_xml(struct text *text, const char *string)
{
    escaped(text, LOYD_ESCAPE_XML, string);
}

void
text_json(struct text *text, const char *string)
{
    text_put(text, "\"");
    escaped(text, LOYD_ESCAPE_JSON, string);
    text_put(text, "\"");
}

void
text_hex(struct text *text, const uint8_t *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};

        text_bytes(text, pair, 2);
    }
}

bool
text_unhex(const char *text, size_t len, uint8_t *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";

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

void
text_moves(struct text *text, unsigned n)
{
    text_format(text, "%u %s", n, n == 1 ? "move" : "moves");
}

void
text_thousandths(struct text *text, uint32_t number)
{
    text_format(text, "%" PRIu32 ".%03" PRIu32, number / 1000, number % 1000);
}
