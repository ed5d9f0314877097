/* SPDX-License-Identifier: MIT */
/* How the particulars of an error are put together. */
#ifndef LOYD_BASE_WHY_H
#define LOYD_BASE_WHY_H

#include <stdarg.h>

#include "loyd/error.h"

/*
 * Inside the library a `why` is never NULL, and holds nothing or the words of
 * the error that is on its way. A public function, whose callers may give
 * NULL, says WHY_GIVEN(why); before it reads one or hands it on.
 */
#define WHY_GIVEN(why)                                                        \
    loyd_why why_of_nobody;                                                   \
    (why) = why_begin((why) != NULL ? (why) : &why_of_nobody)

/* Empties it and returns it. */
static inline loyd_why *
why_begin(loyd_why *why)
{
    why->text[0] = '\0';
    return why;
}

/*
 * Writes a printf-formatted sentence into `why` and returns `err`, so that a
 * failure is one line: return why_set(why, LOYD_E_X, ...). Text from outside
 * goes in through why_quote. An argument may be the old why->text.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
why_set(loyd_why *why, loyd_err err, const char *format, ...);

loyd_err why_vset(loyd_why *why, loyd_err err, const char *format,
                  va_list args);

/*
 * Puts where it was before what is there: return why_prefix(why, err,
 * "row %u: ", n). Where there are no words yet, those of loyd_strerror.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
why_prefix(loyd_why *why, loyd_err err, const char *format, ...);

/*
 * Words of `format`, ": " and the system's words for errno, which stays.
 * Returns LOYD_E_FULL where there is no room on the disk, else LOYD_E_IO.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
loyd_err
why_errno(loyd_why *why, const char *format, ...);

/* What is there, or the words of loyd_strerror. */
const char *why_words(const loyd_why *why, loyd_err err);

/*
 * False: the error is that of the whole job, memory or disk say, and says
 * nothing of the row that was read when it came.
 */
bool why_is_of_row(loyd_err err);

#define WHY_QUOTE_BYTES 64

/*
 * Up to 40 or so bytes of text[0..len), escaped for a terminal and cut with
 * "...", into out[WHY_QUOTE_BYTES]; returns out.
 */
const char *why_quote(const char *text, size_t len, char *out);

#endif
