/* SPDX-License-Identifier: MIT */
/* Implements loyd/text.h with base/text.h and base/utf8.h. */
#include "loyd/text.h"

#include "base/text.h"
#include "base/utf8.h"
#include "base/why.h"

size_t
loyd_escape(loyd_escape_kind kind, const char *text, size_t len, char *out,
            size_t size)
{
    struct text to = text_in(out, size);

    text_escaped(&to, (enum text_escape)kind, text, len);
    return to.len;
}

loyd_err
loyd_text_check(const char *text, size_t len, loyd_why *why)
{
    WHY_GIVEN(why);
    return utf8_check(text, len, why);
}
