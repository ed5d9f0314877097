/* SPDX-License-Identifier: MIT */
/* How the library fills in the particulars of an error. */
#ifndef LOYD_CORE_WHY_H
#define LOYD_CORE_WHY_H

#include "loyd/error.h"

/*
 * Writes a printf-formatted sentence into `why` (NULL is fine) and returns
 * `err`, so that a failure is one line: return why_set(why, LOYD_E_X, ...).
 * Text from outside goes in through why_quote.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
loyd_err
why_set(loyd_why *why, loyd_err err, const char *format, ...);

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
