/* SPDX-License-Identifier: MIT */
/* Text from outside, made safe for where it goes. */
#ifndef LOYD_TEXT_H
#define LOYD_TEXT_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum loyd_escape_kind {
    LOYD_ESCAPE_TERMINAL = 0, /* control characters, marks of direction and
                                 bad UTF-8 as \xNN */
    LOYD_ESCAPE_JSON = 1,     /* the inside of a JSON string */
    LOYD_ESCAPE_XML = 2,      /* text or attribute of XML, SVG and HTML */
    LOYD_ESCAPE_CSV = 3,      /* a whole field; a leading = + - @ is defused */
    LOYD_ESCAPE_COUNT_
} loyd_escape_kind;

/*
 * Escapes text[0..len) for where it goes.
 *
 *   out, size  receives as much as fits, always a NUL where size > 0.
 *
 * Returns the length of the whole result without its NUL, so that a result
 * >= size means it was cut; call with size 0 to measure. Bytes that are not
 * UTF-8 come out as U+FFFD (on a terminal as \xNN). O(len), any thread.
 */
LOYD_API size_t
loyd_escape(loyd_escape_kind kind, const char *text, size_t len, char *out,
            size_t size);

/*
 * Is text[0..len) UTF-8 without control characters (U+0000..001F and
 * U+007F..009F)? Errors: LOYD_E_ENCODING.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_text_check(const char *text, size_t len, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
