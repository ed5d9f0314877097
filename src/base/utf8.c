/* SPDX-License-Identifier: MIT */
/* Decodes UTF-8, and rejects control characters and directional marks. */
#include "base/utf8.h"

#include "base/why.h"

/* The lead bytes: their fixed bits, length, and lowest code (not overlong). */
static const struct lead {
    uint8_t mask;
    uint8_t bits;
    uint8_t bytes;
    uint32_t least;
} leads[] = {
    {0x80, 0x00, 1, 0},
    {0xE0, 0xC0, 2, 0x80},
    {0xF0, 0xE0, 3, 0x800},
    {0xF8, 0xF0, 4, 0x10000},
};

static const struct lead *
lead_of(uint8_t byte)
{
    for (size_t i = 0; i < sizeof(leads) / sizeof(leads[0]); i++)
        if ((byte & leads[i].mask) == leads[i].bits)
            return &leads[i];
    return NULL;
}

size_t
utf8_read(const char *text, size_t len, uint32_t *code)
{
    const uint8_t *byte = (const uint8_t *)text;
    const struct lead *lead = lead_of(byte[0]);

    if (lead == NULL || lead->bytes > len)
        return 0;
    uint32_t sum = byte[0] & (uint8_t)~lead->mask;
    for (size_t i = 1; i < lead->bytes; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
        sum = sum << 6 | (byte[i] & 0x3F);
    }
    if (sum < lead->least || sum > 0x10FFFF ||
        (sum >= 0xD800 && sum <= 0xDFFF))
        return 0;
    *code = sum;
    return lead->bytes;
}

bool
utf8_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

bool
utf8_is_direction(uint32_t code)
{
    return code == 0x061C || code == 0x200E || code == 0x200F ||
           (code >= 0x202A && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

loyd_err
utf8_check(const char *text, size_t len, loyd_why *why)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t bytes = utf8_read(text + at, len - at, &code);
        if (bytes == 0)
            return why_set(why, LOYD_E_ENCODING,
                           "invalid UTF-8 \\x%02x at byte %zu",
                           (unsigned)(uint8_t)text[at], at + 1);
        if (utf8_is_control(code))
            return why_set(why, LOYD_E_ENCODING,
                           "control character U+%04X at byte %zu",
                           (unsigned)code, at + 1);
        at += bytes;
    }
    return LOYD_OK;
}

loyd_err
utf8_check_name(const char *text, size_t len, loyd_why *why)
{
    loyd_err err = utf8_check(text, len, why);

    for (size_t at = 0; err == LOYD_OK && at < len;) {
        uint32_t code = 0;

        at += utf8_read(text + at, len - at, &code);
        if (utf8_is_direction(code))
            err = why_set(why, LOYD_E_ENCODING,
                          "directional mark U+%04X", (unsigned)code);
    }
    return err;
}

size_t
utf8_count(const char *text, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++)
        n += (text[i] & 0xC0) != 0x80;
    return n;
}
