/* SPDX-License-Identifier: MIT */
/* Owns the reading of lines, through zlib, which passes on what is plain. */
#include "pack/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/why.h"

#define ROOM (2 * INPUT_LINE_MAX)

struct input {
    gzFile file;
    const struct watch *watch;
    size_t start;    /* of the line to come */
    size_t end;      /* of what was read */
    size_t searched; /* no line end before it */
    uint64_t number;
    bool is_at_end;
    bool is_skipping; /* inside a line that is too long */
    bool has_failed;
    char buffer[ROOM];
};

loyd_err
input_open(int fd, const struct watch *w, struct input **made, loyd_why *why)
{
    struct input *in = calloc(1, sizeof(*in));

    if (in == NULL || (in->file = gzdopen(fd, "rb")) == NULL) {
        free(in);
        close(fd);
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    }
    gzbuffer(in->file, 1 << 17);
    in->watch = w;
    *made = in;
    return LOYD_OK;
}

bool
input_is_gzip(struct input *in)
{
    return gzdirect(in->file) == 0;
}

void
input_close(struct input **in)
{
    if (*in == NULL)
        return;
    gzclose((*in)->file);
    free(*in);
    *in = NULL;
}

static bool
is_stopped(const struct input *in)
{
    const struct watch *w = in->watch;

    return w != NULL && w->go_on != NULL && !w->go_on(w->context);
}

static loyd_err
failed(struct input *in, loyd_why *why)
{
    int cause = errno, code = Z_OK;
    const char *words = gzerror(in->file, &code), *what;

    if (code == Z_ERRNO && cause == EINTR && is_stopped(in))
        return why_set(why, LOYD_E_CANCELLED, "stopped");
    errno = cause;
    if (code == Z_ERRNO)
        return why_set(why, LOYD_E_IO, "%s", strerror(errno));
    if (code == Z_MEM_ERROR)
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    if (code == Z_BUF_ERROR)
        return why_set(why, LOYD_E_CORRUPT, "what is compressed is cut short");
    /* "<fd:4>: incorrect data check": who calls has the file's name. */
    what = strstr(words, ": ");
    return why_set(why, LOYD_E_CORRUPT, "what is compressed is damaged: %s",
                   what != NULL ? what + 2 : words);
}

/* Reads once. What is read of a line that is too long already is dropped. */
static loyd_err
fill(struct input *in, loyd_why *why)
{
    int got, code = Z_OK;

    if (is_stopped(in))
        return why_set(why, LOYD_E_CANCELLED, "stopped");
    if (in->end - in->start > INPUT_LINE_MAX) {
        in->is_skipping = true;
        in->start = in->end;
    }
    memmove(in->buffer, in->buffer + in->start, in->end - in->start);
    in->end -= in->start;
    in->searched -= in->searched < in->start ? in->searched : in->start;
    in->start = 0;
    got = gzread(in->file, in->buffer + in->end, (unsigned)(ROOM - in->end));
    if (got < 0)
        return failed(in, why);
    in->end += (size_t)got;
    in->is_at_end = got == 0;
    /* An end in the middle of a member is told beside what was read. */
    if (got == 0 && (gzerror(in->file, &code), code != Z_OK))
        return failed(in, why);
    return LOYD_OK;
}

loyd_err
input_peek(struct input *in, size_t n, struct slice *seen, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !in->is_at_end && in->end - in->start < n)
        err = fill(in, why);
    *seen = (struct slice){in->buffer + in->start, in->end - in->start};
    if (seen->len > n)
        seen->len = n;
    return err;
}

loyd_err
input_skip_mark(struct input *in, loyd_why *why)
{
    static const char mark[] = "\xef\xbb\xbf";
    struct slice seen;
    loyd_err err = input_peek(in, strlen(mark), &seen, why);

    if (err == LOYD_OK && slice_is(seen, mark))
        in->start += seen.len;
    return err;
}

loyd_err
input_rest(struct input *in, size_t most, struct text *text, loyd_why *why)
{
    for (;;) {
        size_t got = in->end - in->start;
        loyd_err err;

        if (text->len + got > most)
            return why_set(why, LOYD_E_RANGE, "over %zu bytes", most);
        text_bytes(text, in->buffer + in->start, got);
        if (text->is_lost)
            return LOYD_E_NOMEM;
        in->start = in->end;
        if (in->is_at_end)
            return LOYD_OK;
        if ((err = fill(in, why)) != LOYD_OK)
            return err;
    }
}

/* Where the line that begins at `start` ends, or NULL: not read yet. */
static const char *
line_end(struct input *in)
{
    const char *found =
        memchr(in->buffer + in->searched, '\n', in->end - in->searched);

    in->searched = found != NULL ? (size_t)(found - in->buffer) : in->end;
    return found;
}

loyd_err
input_next(struct input *in, struct input_line *line, bool *found,
           loyd_why *why)
{
    const char *end;
    bool has_end;

    while ((end = line_end(in)) == NULL && !in->is_at_end) {
        loyd_err err = fill(in, why);

        in->has_failed = err != LOYD_OK;
        if (err != LOYD_OK)
            return err;
    }
    *found = end != NULL || in->start < in->end || in->is_skipping;
    if (!*found)
        return LOYD_OK;
    has_end = end != NULL;
    if (!has_end)
        end = in->buffer + in->end;
    line->text = in->buffer + in->start;
    line->len = (size_t)(end - line->text);
    line->number = ++in->number;
    line->is_too_long = in->is_skipping || line->len > INPUT_LINE_MAX;
    if (line->is_too_long)
        line->len = 0;
    else if (line->len > 0 && line->text[line->len - 1] == '\r')
        line->len--;
    in->is_skipping = false;
    in->start = (size_t)(end - in->buffer) + has_end;
    in->searched = in->start;
    return LOYD_OK;
}

bool
input_has_failed(const struct input *in)
{
    return in->has_failed;
}

loyd_err
input_next_filled(struct input *in, struct input_line *line, bool *found,
                  loyd_why *why)
{
    do {
        loyd_err err = input_next(in, line, found, why);

        if (err != LOYD_OK || !*found)
            return err;
    } while (!line->is_too_long && line->len == 0);
    if (!line->is_too_long)
        return LOYD_OK;
    return why_set(why, LOYD_E_RANGE,
                   "a line of over %zu bytes, and a puzzle was expected",
                   INPUT_LINE_MAX);
}
