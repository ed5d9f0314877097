/* SPDX-License-Identifier: MIT */
/* Escaping and validation of untrusted text. */
#ifndef LOYD_TEXT_H
#define LOYD_TEXT_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum loyd_escape_kind {
    LOYD_ESCAPE_TERMINAL = 0, /* control characters, directional marks and
                                 invalid UTF-8 as \xNN */
    LOYD_ESCAPE_JSON = 1,     /* the inside of a JSON string */
    LOYD_ESCAPE_XML = 2,      /* text or attribute of XML, SVG and HTML */
    LOYD_ESCAPE_CSV = 3,      /* a whole field; ' is put before a leading
                                 = + - @ tab or carriage return */
    LOYD_ESCAPE_COUNT_
} loyd_escape_kind;

/*
 * Escapes text[0..len) for a kind of output.
 *
 *   out, size  receives as much as fits, and a NUL if size > 0. `out` may be
 *              NULL if size is 0.
 *
 * Returns the length of the complete result without its NUL: a value >= size
 * means that it was truncated. Call with size 0 to measure. Invalid UTF-8
 * becomes U+FFFD (for a terminal \xNN). O(len), safe from any thread.
 */
LOYD_API size_t
loyd_escape(loyd_escape_kind kind, const char *text, size_t len, char *out,
            size_t size);

/*
 * Checks that text[0..len) is UTF-8 without control characters (U+0000..001F
 * and U+007F..009F). Errors: LOYD_E_ENCODING.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_text_check(const char *text, size_t len, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
