/* SPDX-License-Identifier: MIT */
/* Reads lines from untrusted input, compressed or not. */
#ifndef LOYD_PACK_INPUT_H
#define LOYD_PACK_INPUT_H

#include "base/lines.h"
#include "base/slice.h"
#include "base/text.h"
#include "loyd/error.h"
#include "store/watch.h"

/* Longer lines are reported as too long and not kept. */
#define INPUT_LINE_MAX ((size_t)1 << 20)

struct input;

/*
 * Reads from the current position of a file descriptor. input_close closes the
 * descriptor; so does input_open if it fails. Input that begins like gzip is
 * decompressed, member by member. Uses the memory of two of the longest lines.
 * `w` is called before each read and must outlive the input; it may be NULL.
 * Errors: LOYD_E_NOMEM.
 */
loyd_err input_open(int fd, const struct watch *w, struct input **made,
                    loyd_why *why);

/* Returns whether the input is compressed. */
bool input_is_gzip(struct input *input);

/* Accepts NULL. */
void input_close(struct input **input);

/* Shows the next `n` bytes, or as many as are left, without consuming them; n
 * is at most INPUT_LINE_MAX + 1. */
loyd_err input_peek(struct input *input, size_t n, struct slice *seen,
                    loyd_why *why);

/* Skips a byte order mark at the beginning. */
loyd_err input_skip_mark(struct input *input, loyd_why *why);

/*
 * Appends the rest of the input to `text`. Errors: those of input_next, and
 * LOYD_E_RANGE if there are more than `most` bytes.
 */
loyd_err input_rest(struct input *input, size_t most, struct text *text,
                    loyd_why *why);

/*
 * Reads the next line; *found is false at the end.
 * Errors: LOYD_E_IO, LOYD_E_CORRUPT (compressed data is damaged or truncated),
 * LOYD_E_CANCELLED, LOYD_E_NOMEM.
 */
loyd_err input_next(struct input *input, struct line *line, bool *found,
                    loyd_why *why);

/*
 * Reads the next line that is not empty. LOYD_E_RANGE means that it is too
 * long; the next call continues after it. After any other error
 * input_has_failed returns true and no more lines can be read.
 */
loyd_err input_next_filled(struct input *input, struct line *line, bool *found,
                           loyd_why *why);
bool input_has_failed(const struct input *input);

#endif
