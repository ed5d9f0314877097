/* SPDX-License-Identifier: MIT */
/* Text builders: in memory that grows, or in a fixed buffer. */
#ifndef LOYD_BASE_TEXT_H
#define LOYD_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * All zero is an empty text that grows. If memory runs out, the text so far
 * remains, nothing more is added, and is_lost is set; check it before using
 * the text.
 *
 * text_in creates a text in a fixed buffer. It keeps as much as fits, and
 * `len` counts all bytes added, so len >= size means that it was truncated.
 * Escaped characters are never truncated in the middle.
 */
struct text {
    char *at; /* ends with a NUL; NULL until something is added */
    size_t len;
    size_t size;
    bool is_fixed;
    bool is_lost;
};

/* Creates a text in at[size]; `at` may be NULL if size is 0. */
static inline struct text
text_in(char *at, size_t size)
{
    if (size > 0)
        at[0] = '\0';
    return (struct text){.at = at, .size = size, .is_fixed = true};
}

/* Frees the memory of a text that grows. */
void text_free(struct text *text);
/* Empties a text and keeps its memory. */
void text_clear(struct text *text);

/* The part of text_bytes that makes room or truncates. */
void text_bytes_slowly(struct text *text, const char *bytes, size_t len);

static inline void
text_bytes(struct text *text, const char *bytes, size_t len)
{
    if (text->len >= text->size || len >= text->size - text->len) {
        text_bytes_slowly(text, bytes, len);
        return;
    }
    if (len > 0) /* otherwise `bytes` may be NULL */
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

/* Appends formatted text without escaping. */
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
/* 12345 becomes "12.345". */
void text_thousandths(struct text *text, uint32_t number);
/* -1500000 becomes "-1.5": without needless digits. */
void text_millionths(struct text *text, int64_t number);
/* A number as SQLite prints it, 50.0, with at least so many digits after the
 * point; if that is 0, a whole number has no point. */
void text_places(struct text *text, const char *number, unsigned places);
/* Two lower-case digits per byte. */
void text_hex(struct text *text, const uint8_t *bytes, size_t n);

/* --- escaping of untrusted text (escape.c) --- */

enum text_escape {
    TEXT_TERMINAL, /* control characters, directional marks and invalid UTF-8
                      as \xNN */
    TEXT_JSON,     /* the inside of a JSON string */
    TEXT_XML,      /* text or attribute of XML, SVG and HTML */
    TEXT_CSV,      /* a whole field; ' is put before a leading = + - @ tab or
                      carriage return */
    TEXT_ESCAPES
};

/* Except for a terminal, invalid UTF-8 becomes U+FFFD. O(len). */
void text_escaped(struct text *text, enum text_escape kind, const char *bytes,
                  size_t len);
/* For a terminal, into out[size]; returns the whole length. */
size_t text_shown(const char *bytes, size_t len, char *out, size_t size);
/* For XML and HTML text and attributes. */
void text_xml(struct text *text, const char *string);
/* A complete JSON string with quotes. */
void text_json(struct text *text, const char *string);

#endif
