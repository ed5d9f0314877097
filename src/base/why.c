/* SPDX-License-Identifier: MIT */
/* Formats the details of errors. */
#include "base/why.h"

#include <errno.h>
#include <stdio.h>

#include "base/text.h"

loyd_err
why_vset(loyd_why *why, loyd_err err, const char *format, va_list args)
{
    char text[LOYD_WHY_BYTES];

    if (why == NULL)
        return err;
    /* Through a copy, as an argument may be the old why->text. */
    if (vsnprintf(text, sizeof(text), format, args) < 0)
        text[0] = '\0';
    memcpy(why->text, text, sizeof(text));
    return err;
}

loyd_err
why_set(loyd_why *why, loyd_err err, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    why_vset(why, err, format, args);
    va_end(args);
    return err;
}

loyd_err
why_prefix(loyd_why *why, loyd_err err, const char *format, ...)
{
    loyd_why place;
    va_list args;

    if (why == NULL)
        return err;
    va_start(args, format);
    why_vset(&place, err, format, args);
    va_end(args);
    return why_set(why, err, "%s%s", place.text, why_words(why, err));
}

/* Returns the error of an errno. */
static loyd_err
error_of(int code)
{
    switch (code) {
    case ENOMEM:
        return LOYD_E_NOMEM;
    case ENOSPC:
    case EDQUOT:
        return LOYD_E_FULL;
    default:
        return LOYD_E_IO;
    }
}

const char *
why_cause(int code)
{
    return code == ENOMEM ? loyd_strerror(LOYD_E_NOMEM) : strerror(code);
}

loyd_err
why_verrno(loyd_why *why, const char *format, va_list args)
{
    int code = errno;
    loyd_why what;

    why_vset(&what, LOYD_OK, format, args);
    why_set(why, LOYD_OK, "%s: %s", what.text, why_cause(code));
    errno = code;
    return error_of(code);
}

loyd_err
why_errno(loyd_why *why, const char *format, ...)
{
    va_list args;
    loyd_err err;

    va_start(args, format);
    err = why_verrno(why, format, args);
    va_end(args);
    return err;
}

const char *
why_words(const loyd_why *why, loyd_err err)
{
    return why->text[0] != '\0' ? why->text : loyd_strerror(err);
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
    struct text to = text_in(out, WHY_QUOTE_BYTES);

    /* Escaping shortens no byte, so bytes after `shown` could not fit. */
    text_escaped(&to, TEXT_TERMINAL, text, shown);
    if (to.len < WHY_QUOTE_BYTES)
        return out;
    to = text_in(out, WHY_QUOTE_BYTES - (sizeof(cut) - 1));
    text_escaped(&to, TEXT_TERMINAL, text, shown);
    strcat(out, cut);
    return out;
}
