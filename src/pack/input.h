/* SPDX-License-Identifier: MIT */
/* Lines of a file of any bytes and any length, compressed or not. */
#ifndef LOYD_PACK_INPUT_H
#define LOYD_PACK_INPUT_H

#include "base/slice.h"
#include "base/text.h"
#include "loyd/error.h"
#include "store/watch.h"

/* Longer lines are told as such and never kept. */
#define INPUT_LINE_MAX ((size_t)1 << 20)

struct input;

struct input_line {
    const char *text; /* without its end; until the next call */
    size_t len;
    uint64_t number;  /* from 1 */
    bool is_too_long; /* then it is empty */
};

/*
 * Reads from a file descriptor on, which it closes at its end, whatever comes
 * of it. What begins as gzip does is decompressed on the way, a member at a
 * time. Memory: two of the longest lines. `w`, which outlives it, is asked
 * before each read, in whatever call; NULL: nobody. Errors: LOYD_E_NOMEM.
 */
loyd_err input_open(int fd, const struct watch *w, struct input **made,
                    loyd_why *why);

/* Does it begin as gzip does? */
bool input_is_gzip(struct input *input);

/* NULL is fine. */
void input_close(struct input **input);

/* As much as there is of the first `n` bytes, up to INPUT_LINE_MAX of them. */
loyd_err input_peek(struct input *input, size_t n, struct slice *seen,
                    loyd_why *why);

/* Passes over a byte order mark, where the file begins with one. */
loyd_err input_skip_mark(struct input *input, loyd_why *why);

/*
 * Puts all that comes. Errors: as below, LOYD_E_RANGE where it is more than
 * `most` bytes.
 */
loyd_err input_rest(struct input *input, size_t most, struct text *text,
                    loyd_why *why);

/*
 * The next line; *found is false at the end. The last one may lack its end,
 * and a carriage return before the end is dropped.
 * Errors: LOYD_E_IO, LOYD_E_CORRUPT (what is compressed is damaged or cut),
 * LOYD_E_CANCELLED.
 */
loyd_err input_next(struct input *input, struct input_line *line, bool *found,
                    loyd_why *why);

/*
 * The next one that is not blank. LOYD_E_RANGE: it is too long, and the next
 * call goes on behind it; after other errors input_has_failed is true, and
 * nothing more comes.
 */
loyd_err input_next_filled(struct input *input, struct input_line *line,
                           bool *found, loyd_why *why);
bool input_has_failed(const struct input *input);

#endif
