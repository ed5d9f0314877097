/* SPDX-License-Identifier: MIT */
/*
 * Owns the reading of lines. By read and not by stdio, which cannot say what
 * is there without waiting. Memory: two of the longest lines.
 */
#include "cli/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"

#define BUFFER_BYTES (2 * LINE_BYTES_MAX)

/* Reads once. What is read of a line that is too long already is dropped. */
static void
fill(struct lines *lines)
{
    ssize_t got;

    if (lines->buffer == NULL &&
        (lines->buffer = malloc(BUFFER_BYTES)) == NULL)
        lines->error = ENOMEM;
    if (lines->error != 0 || interrupted()) {
        lines->is_at_end = true;
        return;
    }
    if (lines->end - lines->start > LINE_BYTES_MAX) {
        lines->is_skipping = true;
        lines->start = lines->end;
    }
    memmove(lines->buffer, lines->buffer + lines->start,
            lines->end - lines->start);
    lines->end -= lines->start;
    lines->searched = lines->end;
    lines->start = 0;
    got =
        read(lines->fd, lines->buffer + lines->end, BUFFER_BYTES - lines->end);
    if (got > 0)
        lines->end += (size_t)got;
    else if (got == 0)
        lines->is_at_end = true;
    else if (errno != EINTR && errno != EAGAIN) {
        lines->error = errno;
        lines->is_at_end = true;
    }
}

/* Where the line that begins at `start` ends, or NULL: not read yet. */
static const char *
line_end(struct lines *lines)
{
    const char *found;

    if (lines->buffer == NULL)
        return NULL;
    found = memchr(lines->buffer + lines->searched, '\n',
                   lines->end - lines->searched);
    if (found == NULL)
        lines->searched = lines->end;
    else
        lines->searched = (size_t)(found - lines->buffer);
    return found;
}

bool
lines_next(struct lines *lines, struct line *line)
{
    const char *end;
    bool has_end;

    if (interrupted())
        return false;
    while ((end = line_end(lines)) == NULL && !lines->is_at_end)
        fill(lines);
    has_end = end != NULL;
    if (!has_end && (lines->error != 0 || interrupted() ||
                     (lines->start == lines->end && !lines->is_skipping)))
        return false;
    if (!has_end)
        end = lines->buffer + lines->end;
    line->text = lines->buffer + lines->start;
    line->len = (size_t)(end - line->text);
    line->number = ++lines->number;
    line->is_too_long = lines->is_skipping || line->len > LINE_BYTES_MAX;
    if (line->is_too_long)
        line->len = 0;
    else if (line->len > 0 && line->text[line->len - 1] == '\r')
        line->len--;
    lines->is_skipping = false;
    lines->start = (size_t)(end - lines->buffer) + has_end;
    lines->searched = lines->start;
    return true;
}

bool
lines_are_ready(struct lines *lines)
{
    struct pollfd poller = {.fd = lines->fd, .events = POLLIN};

    while (line_end(lines) == NULL && !lines->is_at_end) {
        if (poll(&poller, 1, 0) <= 0)
            return false;
        fill(lines);
    }
    return true;
}

void
lines_end(struct lines *lines)
{
    free(lines->buffer);
    lines->buffer = NULL;
}
