/* SPDX-License-Identifier: MIT */
/* Owns numbers, ranges and the check of text from outside. */
#include "loyd/text.h"

#include <inttypes.h>
#include <string.h>

#include "base/slice.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/why.h"
#include "core/name.h"

size_t
loyd_escape(loyd_escape_kind kind, const char *text, size_t len, char *out,
            size_t size)
{
    struct text to = text_in(out, size);

    text_escaped(&to, (enum text_escape)kind, text, len);
    return to.len;
}

loyd_err
loyd_number_parse(const char *text, size_t len, uint64_t low, uint64_t high,
                  uint64_t *number, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    uint64_t value = 0;

    switch (number_read(text, len, &value)) {
    case NUMBER_NONE:
        return why_set(why, LOYD_E_SYNTAX, "expected a number, found '%s'",
                       why_quote(text, len, quote));
    case NUMBER_ZEROS:
        return why_set(why, LOYD_E_SYNTAX, "number '%s' has leading zeros",
                       why_quote(text, len, quote));
    case NUMBER_GOOD:
        if (value >= low && value <= high)
            break;
        /* fallthrough */
    case NUMBER_LARGE:
        return why_set(why, LOYD_E_RANGE,
                       "%s out of range %" PRIu64 "..%" PRIu64,
                       why_quote(text, len, quote), low, high);
    }
    *number = value;
    return LOYD_OK;
}

/* Where ".." begins in text[0..len), or len. */
static size_t
dots(const char *text, size_t len)
{
    for (size_t i = 0; i + 1 < len; i++)
        if (text[i] == '.' && text[i + 1] == '.')
            return i;
    return len;
}

/* What people write where A..B is meant. */
static loyd_err
range_failed(const char *text, size_t len, loyd_err err, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t at = dots(text, len);
    const char *dash = len > 0 ? memchr(text, '-', len) : NULL;
    uint64_t a, b;

    why_quote(text, len, quote);
    if (at < len && len > 2 && (at == 0 || at + 2 == len))
        return why_set(why, err, "range '%s' has no %s: expected A..B", quote,
                       at == 0 ? "beginning" : "end");
    if (dash != NULL &&
        number_read(text, (size_t)(dash - text), &a) == NUMBER_GOOD &&
        number_read(dash + 1, len - (size_t)(dash - text) - 1, &b) ==
            NUMBER_GOOD)
        return why_set(why, err, "range '%s': try %" PRIu64 "..%" PRIu64,
                       quote, a, b);
    return err;
}

loyd_err
loyd_range_parse(const char *text, size_t len, uint64_t low, uint64_t high,
                 uint64_t *first, uint64_t *last, loyd_why *why)
{
    size_t at = dots(text, len);
    uint64_t a = 0, b;
    loyd_err err = loyd_number_parse(text, at, low, high, &a, why);

    if (err == LOYD_OK && at < len)
        err =
            loyd_number_parse(text + at + 2, len - at - 2, low, high, &b, why);
    else
        b = a;
    if (err != LOYD_OK)
        return range_failed(text, len, err, why);
    if (a > b)
        return why_set(why, LOYD_E_RANGE,
                       "range %" PRIu64 "..%" PRIu64 " runs backwards", a, b);
    *first = a;
    *last = b;
    return LOYD_OK;
}

loyd_err
loyd_text_check(const char *text, size_t len, loyd_why *why)
{
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t bytes = utf8_read(text + at, len - at, &code);
        if (bytes == 0)
            return why_set(why, LOYD_E_ENCODING,
                           "byte \\x%02x at %zu is not UTF-8",
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
name_check(const char *text, size_t len, loyd_why *why)
{
    loyd_err err = loyd_text_check(text, len, why);

    for (size_t at = 0; err == LOYD_OK && at < len;) {
        uint32_t code = 0;

        at += utf8_read(text + at, len - at, &code);
        if (utf8_is_direction(code))
            err = why_set(why, LOYD_E_ENCODING,
                          "mark of text direction U+%04X", (unsigned)code);
    }
    return err;
}
