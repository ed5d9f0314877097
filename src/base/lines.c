/* SPDX-License-Identifier: MIT */
/* Splits buffered bytes into lines. */
#include "base/lines.h"

#include <stdlib.h>
#include <string.h>

char *
lines_room(struct lines *l, size_t *n)
{
    if (l->buffer == NULL && (l->buffer = malloc(2 * l->most)) == NULL)
        return NULL;
    /* Drops the bytes of a line that is already too long. */
    if (l->end - l->start > l->most) {
        l->is_skipping = true;
        l->start = l->end;
    }
    memmove(l->buffer, l->buffer + l->start, l->end - l->start);
    l->end -= l->start;
    l->searched -= l->searched < l->start ? l->searched : l->start;
    l->start = 0;
    *n = 2 * l->most - l->end;
    return l->buffer + l->end;
}

void
lines_add(struct lines *l, size_t n)
{
    l->end += n;
}

struct slice
lines_waiting(const struct lines *l)
{
    if (l->buffer == NULL)
        return (struct slice){"", 0};
    return (struct slice){l->buffer + l->start, l->end - l->start};
}

void
lines_skip(struct lines *l, size_t n)
{
    l->start += n;
    if (l->searched < l->start)
        l->searched = l->start;
}

bool
lines_are_ready(struct lines *l)
{
    const char *end = NULL;

    if (l->searched < l->end)
        end = memchr(l->buffer + l->searched, '\n', l->end - l->searched);
    l->searched = end != NULL ? (size_t)(end - l->buffer) : l->end;
    return end != NULL;
}

bool
lines_next(struct lines *l, bool is_at_end, struct line *line)
{
    bool has_end = lines_are_ready(l);
    size_t len = l->searched - l->start;

    if (!has_end && (!is_at_end || (len == 0 && !l->is_skipping)))
        return false;
    *line = (struct line){
        .text = l->buffer + l->start,
        .number = ++l->number,
        .is_too_long = l->is_skipping || len > l->most,
    };
    lines_skip(l, len + has_end);
    l->is_skipping = false;
    if (line->is_too_long)
        return true;
    line->has_return = len > 0 && line->text[len - 1] == '\r';
    line->len = len - line->has_return;
    return true;
}

void
lines_free(struct lines *l)
{
    free(l->buffer);
    l->buffer = NULL;
}
