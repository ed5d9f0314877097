/* SPDX-License-Identifier: MIT */
/* Formatting of the details of errors. */
#ifndef LOYD_BASE_WHY_H
#define LOYD_BASE_WHY_H

#include <stdarg.h>

#include "loyd/error.h"

/*
 * Inside the library a `why` is never NULL; it is empty or has the text of the
 * current error. A public function, whose caller may pass NULL, begins with
 * WHY_GIVEN(why); before it uses or passes on `why`.
 */
#define WHY_GIVEN(why)                                                        \
    loyd_why why_of_nobody;                                                   \
    (why) = why_begin((why) != NULL ? (why) : &why_of_nobody)

/* Empties `why` and returns it. */
static inline loyd_why *
why_begin(loyd_why *why)
{
    why->text[0] = '\0';
    return why;
}

/*
 * Formats a message into `why` and returns `err`, so that a failure is one
 * line: return why_set(why, LOYD_E_X, ...). Untrusted text must be quoted by
 * why_quote. An argument may be the old why->text.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
why_set(loyd_why *why, loyd_err err, const char *format, ...);

loyd_err why_vset(loyd_why *why, loyd_err err, const char *format,
                  va_list args);

/*
 * Prefixes the message with a place: return why_prefix(why, err, "row %u: ",
 * n). An empty message becomes that of loyd_strerror.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
why_prefix(loyd_why *why, loyd_err err, const char *format, ...);

/* Returns the words of an errno: "out of memory", or those of the system. */
const char *why_cause(int code);

/*
 * Formats a message, followed by ": " and the words of errno, which is kept.
 * Returns LOYD_E_FULL if the disk or a quota is full, LOYD_E_NOMEM without
 * memory, otherwise LOYD_E_IO.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
loyd_err
why_errno(loyd_why *why, const char *format, ...);

loyd_err why_verrno(loyd_why *why, const char *format, va_list args);

/* Returns the message in `why`, or if it is empty that of loyd_strerror. */
const char *why_words(const loyd_why *why, loyd_err err);

/*
 * Returns false if the error is that of the whole job (memory or disk, for
 * example) and not of the row being read.
 */
bool why_is_of_row(loyd_err err);

#define WHY_QUOTE_BYTES 64

/*
 * Writes text[0..len), escaped for a terminal, into out[WHY_QUOTE_BYTES];
 * returns out. Text that does not fit is truncated and ends with "...".
 */
const char *why_quote(const char *text, size_t len, char *out);

#endif
