/* SPDX-License-Identifier: MIT */
/* Text that is put together: in memory that grows, or in a buffer. */
#ifndef LOYD_BASE_TEXT_H
#define LOYD_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * All zero is the empty text that grows. When memory runs out, what there
 * was stays, nothing more is put, and is_lost says so to whoever is about to
 * use it.
 *
 * text_in makes one in a buffer: it holds as much as fits, and `len` counts
 * all that was put, so that len >= size says that it was cut. No character
 * that is escaped is cut in two.
 */
struct text {
    char *at; /* NUL at the end; NULL while nothing was put */
    size_t len;
    size_t size;
    bool is_fixed;
    bool is_lost;
};

/* `at` may be NULL where size is 0. */
static inline struct text
text_in(char *at, size_t size)
{
    if (size > 0)
        at[0] = '\0';
    return (struct text){.at = at, .size = size, .is_fixed = true};
}

/* Of a text that grows. */
void text_free(struct text *text);
/* Empties it and keeps its memory. */
void text_clear(struct text *text);

/* Where there may be no room for it. */
void text_bytes_slowly(struct text *text, const char *bytes, size_t len);

static inline void
text_bytes(struct text *text, const char *bytes, size_t len)
{
    if (text->len >= text->size || len >= text->size - text->len) {
        text_bytes_slowly(text, bytes, len);
        return;
    }
    memcpy(text->at + text->len, bytes, len);
    text->len += len;
    text->at[text->len] = '\0';
}

static inline void
text_put(struct text *text, const char *string)
{
    text_bytes(text, string, strlen(string));
}

static inline void
text_char(struct text *text, char c)
{
    text_bytes(text, &c, 1);
}

/* Numbers and words of our own: nothing is escaped. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void
text_format(struct text *text, const char *format, ...);
void text_vformat(struct text *text, const char *format, va_list args);

/* --- numbers, the same in every locale --- */

void text_number(struct text *text, uint64_t number);
/* With commas: 1,234,567. */
void text_grouped(struct text *text, uint64_t number);
/* Rounded to 0..6 decimals. */
void text_decimal(struct text *text, double number, int decimals);
/* 12345 is "12.345". */
void text_thousandths(struct text *text, uint32_t number);
/* A finite one, which is read back as the same. */
void text_real(struct text *text, double number);
/* Two digits a byte, lower case. */
void text_hex(struct text *text, const uint8_t *bytes, size_t n);

/* --- what comes from outside (escape.c) --- */

/* The kinds of loyd_escape, by the same numbers. */
enum text_escape {
    TEXT_TERMINAL = 0,
    TEXT_JSON = 1,
    TEXT_XML = 2,
    TEXT_CSV = 3
};

void text_escaped(struct text *text, enum text_escape kind, const char *bytes,
                  size_t len);
/* For XML and HTML, attributes too. */
void text_xml(struct text *text, const char *string);
/* A whole JSON string in its quotes. */
void text_json(struct text *text, const char *string);

#endif
