/* SPDX-License-Identifier: MIT */
/* Builds text. Escaping: escape.c. */
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"

#define SIZE_FIRST 1024
#define DIGITS_MAX 20 /* digits of UINT64_MAX */

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
    if (text->size > 0)
        text->at[0] = '\0';
}

/* Marks the text as incomplete and full, so that nothing more is added. */
static bool
lose(struct text *text)
{
    text->is_lost = true;
    text->size = text->at != NULL ? text->len + 1 : 0;
    return false;
}

/* Makes room for `len` more bytes and a NUL in a text that grows. */
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
            return lose(text);
        size *= 2;
    }
    if ((grown = realloc(text->at, size)) == NULL)
        return lose(text);
    text->at = grown;
    text->size = size;
    return true;
}

/* Returns the bytes left in the buffer, including room for the NUL. */
static size_t
rest(const struct text *text)
{
    return text->size > text->len ? text->size - text->len : 0;
}

void
text_bytes_slowly(struct text *text, const char *bytes, size_t len)
{
    size_t fits = len;

    if (text->is_fixed && rest(text) <= len)
        fits = rest(text) > 0 ? rest(text) - 1 : 0;
    if (text->is_fixed ? rest(text) > 0 : has_room(text, len)) {
        if (fits > 0)
            memcpy(text->at + text->len, bytes, fits);
        text->at[text->len + fits] = '\0';
    }
    if (!text->is_lost)
        text->len += len;
}

void
text_vformat(struct text *text, const char *format, va_list args)
{
    size_t room = rest(text);
    va_list again;
    int len;

    va_copy(again, args);
    len = vsnprintf(room > 0 ? text->at + text->len : NULL, room, format,
                    args);
    if (len >= 0 && !text->is_fixed && (size_t)len >= room &&
        has_room(text, (size_t)len))
        len = vsnprintf(text->at + text->len, rest(text), format, again);
    va_end(again);
    if (len < 0 || text->is_lost) {
        text->is_lost = true;
        if (room > 0)
            text->at[text->len] = '\0';
        return;
    }
    text->len += (size_t)len;
}

void
text_format(struct text *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    text_vformat(text, format, args);
    va_end(args);
}

/* Writes at least `digits` digits. */
static void
put_digits(struct text *text, uint64_t number, int digits)
{
    char buffer[DIGITS_MAX];
    char *at = buffer + sizeof(buffer);

    for (; number > 0 || digits > 0; number /= 10, digits--)
        *--at = (char)('0' + number % 10);
    text_bytes(text, at, (size_t)(buffer + sizeof(buffer) - at));
}

void
text_number(struct text *text, uint64_t number)
{
    put_digits(text, number, 1);
}

void
text_grouped(struct text *text, uint64_t number)
{
    if (number >= 1000) {
        text_grouped(text, number / 1000);
        text_char(text, ',');
    }
    put_digits(text, number % 1000, number >= 1000 ? 3 : 1);
}

void
text_decimal(struct text *text, double number, int decimals)
{
    uint64_t scale = 1, units;

    for (int i = 0; i < decimals; i++)
        scale *= 10;
    units = (uint64_t)(fabs(number) * (double)scale + 0.5);
    if (number < 0 && units > 0)
        text_char(text, '-');
    text_number(text, units / scale);
    if (decimals == 0)
        return;
    text_char(text, '.');
    put_digits(text, units % scale, decimals);
}

void
text_thousandths(struct text *text, uint32_t number)
{
    text_number(text, number / 1000);
    text_char(text, '.');
    put_digits(text, number % 1000, 3);
}

void
text_millionths(struct text *text, int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    uint64_t part = size % 1000000;
    int digits = 6;

    if (number < 0)
        text_char(text, '-');
    text_number(text, size / 1000000);
    if (part == 0)
        return;
    for (; part % 10 == 0; digits--)
        part /= 10;
    text_char(text, '.');
    put_digits(text, part, digits);
}

void
text_places(struct text *text, const char *number, unsigned places)
{
    size_t len = strlen(number), whole = strcspn(number, ".");

    if (places == 0 && strcmp(number + whole, ".0") == 0)
        len = whole;
    text_bytes(text, number, len);
    for (size_t n = len - whole; n > 0 && n <= places; n++)
        text_char(text, '0');
}

void
text_hex(struct text *text, const uint8_t *bytes, size_t n)
{
    char pair[BYTES_HEX(1)];

    for (size_t i = 0; i < n; i++)
        text_bytes(text, bytes_hex(bytes + i, 1, pair), 2);
}
