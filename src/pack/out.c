/* SPDX-License-Identifier: MIT */
/* Owns the putting together of text in a buffer that may be too small. */
#include "pack/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static char *
rest(const struct out *to, size_t *room)
{
    *room = to->size > to->len ? to->size - to->len : 0;
    return *room > 0 ? to->at + to->len : NULL;
}

void
out_text(struct out *to, const char *text)
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
out_number(struct out *to, uint64_t number)
{
    char digits[24];

    snprintf(digits, sizeof(digits), "%" PRIu64, number);
    out_text(to, digits);
}

void
out_grouped(struct out *to, uint64_t number)
{
    char digits[8];

    if (number < 1000) {
        out_number(to, number);
        return;
    }
    out_grouped(to, number / 1000);
    snprintf(digits, sizeof(digits), ",%03d", (int)(number % 1000));
    out_text(to, digits);
}

void
out_decimal(struct out *to, double number, int decimals)
{
    uint64_t scale = 1, units;
    char digits[16];

    for (int i = 0; i < decimals; i++)
        scale *= 10;
    units = (uint64_t)(fabs(number) * (double)scale + 0.5);
    if (number < 0 && units > 0)
        out_text(to, "-");
    out_number(to, units / scale);
    if (decimals == 0)
        return;
    snprintf(digits, sizeof(digits), ".%0*d", decimals, (int)(units % scale));
    out_text(to, digits);
}

void
out_escaped(struct out *to, loyd_escape_kind kind, const char *text)
{
    size_t room;
    char *end = rest(to, &room);

    to->len += loyd_escape(kind, text, strlen(text), end, room);
}
