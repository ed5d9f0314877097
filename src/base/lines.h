/* SPDX-License-Identifier: MIT */
/* Splits bytes that arrive in pieces of any size into lines. */
#ifndef LOYD_BASE_LINES_H
#define LOYD_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct line {
    const char *text; /* without its end; valid until the next lines_room */
    size_t len;
    uint64_t number;  /* from 1 */
    bool is_too_long; /* longer than `most`; len is 0 */
    bool has_return;  /* a carriage return ended it */
};

/*
 * Initialised to zero except for `most`. Memory: 2 * most bytes from the
 * first lines_room to lines_free.
 *
 *     while (!lines_next(&lines, is_at_end, &line) && !is_at_end) {
 *         at = lines_room(&lines, &n);
 *         got = read(fd, at, n);
 *         lines_add(&lines, got);
 *         is_at_end = got == 0;
 *     }
 */
struct lines {
    size_t most; /* maximum bytes of a line; longer lines are dropped */
    char *buffer;
    size_t start;     /* of the next line */
    size_t end;       /* of the bytes added */
    size_t searched;  /* start..searched has no line end */
    uint64_t number;  /* of the last line returned */
    bool is_skipping; /* inside a line that is too long */
};

/*
 * Returns where the next bytes go and sets *n to the most that fit, which is
 * more than 0 if at most `most` bytes are waiting. Returns NULL if memory runs
 * out.
 */
char *lines_room(struct lines *lines, size_t *n);

/* Adds n bytes that the caller wrote to lines_room. */
void lines_add(struct lines *lines, size_t n);

/* Returns the bytes that were added and are not yet part of a line. */
struct slice lines_waiting(const struct lines *lines);

/* Skips the first n bytes of lines_waiting. */
void lines_skip(struct lines *lines, size_t n);

/* Returns whether a complete line is waiting. */
bool lines_are_ready(struct lines *lines);

/*
 * Reads the next line if it is complete, or if `is_at_end` says that no more
 * bytes will be added. A carriage return before the line feed is dropped.
 */
bool lines_next(struct lines *lines, bool is_at_end, struct line *line);

void lines_free(struct lines *lines);

#endif
