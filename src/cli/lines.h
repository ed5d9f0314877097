/* SPDX-License-Identifier: MIT */
/* Lines of a stream, of any bytes, as they come in. */
#ifndef LOYD_CLI_LINES_H
#define LOYD_CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longer lines are reported as such and skipped, never kept. */
#define LINE_BYTES_MAX 65536

/* A stream under way; all zero but `fd` is the beginning. */
struct lines {
    int fd;
    char *buffer;
    size_t start;    /* of the line to come */
    size_t end;      /* of what was read */
    size_t searched; /* no line end before it */
    uint64_t number; /* of the line given last, from 1 */
    bool is_at_end;
    bool is_skipping; /* inside a line that is too long */
    int error;        /* errno of a failed read, or ENOMEM */
};

struct line {
    const char *text; /* without its line end; until the next call */
    size_t len;
    uint64_t number;
    bool is_too_long; /* then text is empty */
};

/*
 * The next line; waits for it. The last one may lack its end, and a carriage
 * return before the end is dropped. Returns false at the end of the stream,
 * on an error and after an interrupt.
 */
bool lines_next(struct lines *lines, struct line *line);

/*
 * Can lines_next answer at once? Reads what is there. True at the end of the
 * stream too.
 */
bool lines_are_ready(struct lines *lines);

/* Gives the memory back. */
void lines_end(struct lines *lines);

#endif
