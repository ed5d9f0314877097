/* SPDX-License-Identifier: MIT */
/* Text that grows: what a page or a feed is put together in. */
#ifndef LOYD_DAILY_TEXT_H
#define LOYD_DAILY_TEXT_H

#include <stdarg.h>

#include "loyd/text.h"

/*
 * All zero is the empty text. When memory runs out, what there was stays,
 * nothing more is put, and is_lost says so to whoever is about to use it.
 */
struct text {
    char *at; /* NUL at the end; NULL while nothing was put */
    size_t len;
    size_t size;
    bool is_lost;
};

void text_free(struct text *text);
/* Empties it and keeps its memory. */
void text_clear(struct text *text);

void text_put(struct text *text, const char *string);
void text_bytes(struct text *text, const char *bytes, size_t len);

/* Numbers and words of our own: nothing is escaped. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void
text_format(struct text *text, const char *format, ...);

/* From outside, for XML and HTML, attributes too. */
void text_xml(struct text *text, const char *string);
/* From outside, as a whole JSON string in its quotes. */
void text_json(struct text *text, const char *string);
/* Lower case. */
void text_hex(struct text *text, const uint8_t *bytes, size_t n);
/* Reads 2 * n digits of it; false where these are not all of the text. */
bool text_unhex(const char *text, size_t len, uint8_t *bytes, size_t n);
/* "1 move", "2 moves". */
void text_moves(struct text *text, unsigned n);
/* 12345 is "12.345". */
void text_thousandths(struct text *text, uint32_t number);

#endif
