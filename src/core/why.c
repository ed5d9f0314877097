/* SPDX-License-Identifier: MIT */
/* Owns how the particulars of an error are put together. */
#include "core/why.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "loyd/text.h"

loyd_err
why_set(loyd_why *why, loyd_err err, const char *format, ...)
{
    char text[LOYD_WHY_BYTES];
    va_list args;

    if (why == NULL)
        return err;
    /* By way of a copy, for an argument may be the old why->text. */
    va_start(args, format);
    if (vsnprintf(text, sizeof(text), format, args) < 0)
        text[0] = '\0';
    va_end(args);
    memcpy(why->text, text, sizeof(text));
    return err;
}

bool
why_is_of_row(loyd_err err)
{
    switch (err) {
    case LOYD_E_NOMEM:
    case LOYD_E_SYSTEM:
    case LOYD_E_IO:
    case LOYD_E_FULL:
    case LOYD_E_DB:
    case LOYD_E_BUSY:
    case LOYD_E_CANCELLED:
        return false;
    default:
        return true;
    }
}

const char *
why_quote(const char *text, size_t len, char *out)
{
    static const char cut[] = "...";
    size_t shown = len < WHY_QUOTE_BYTES ? len : WHY_QUOTE_BYTES;

    /* No byte gets shorter, so what is beyond `shown` could not fit. */
    if (loyd_escape(LOYD_ESCAPE_TERMINAL, text, shown, out, WHY_QUOTE_BYTES) <
        WHY_QUOTE_BYTES)
        return out;
    loyd_escape(LOYD_ESCAPE_TERMINAL, text, shown, out,
                WHY_QUOTE_BYTES - (sizeof(cut) - 1));
    strcat(out, cut);
    return out;
}
