/* SPDX-License-Identifier: MIT */
/* Owns the putting together of text in a buffer that may be too small. */
#include "pack/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static char *
rest(const out *to, size_t *room)
{
    *room = to->size > to->len ? to->size - to->len : 0;
    return *room > 0 ? to->at + to->len : NULL;
}

void
out_text(out *to, const char *text)
{
    size_t len = strlen(text), room;
    char *end = rest(to, &room);

    if (room > 0) {
        size_t fits = len < room ? len : room - 1;
        memcpy(end, text, fits);
        end[fits] = '\0';
    }
    to->len += len;
}

void
out_number(out *to, uint64_t number)
{
    char digits[24];

    snprintf(digits, sizeof(digits), "%" PRIu64, number);
    out_text(to, digits);
}

void
out_escaped(out *to, loyd_escape_kind kind, const char *text)
{
    size_t room;
    char *end = rest(to, &room);

    to->len += loyd_escape(kind, text, strlen(text), end, room);
}
