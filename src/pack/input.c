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
    char buffer[ROOM];
};

loyd_err
input_open(int fd, const struct watch *w, struct input **made, loyd_why *why)
{
    struct input *lines = malloc(sizeof(*lines));

    if (lines == NULL || (lines->file = gzdopen(fd, "rb")) == NULL) {
        free(lines);
        close(fd);
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    }
    gzbuffer(lines->file, 1 << 17);
    lines->watch = w;
    lines->start = lines->end = lines->searched = 0;
    lines->number = 0;
    lines->is_at_end = lines->is_skipping = false;
    *made = lines;
    return LOYD_OK;
}

bool
input_is_gzip(struct input *lines)
{
    return gzdirect(lines->file) == 0;
}

void
input_close(struct input **lines)
{
    if (*lines == NULL)
        return;
    gzclose(((*lines)->file));
    free(*lines);
    *lines = NULL;
}

static bool
is_stopped(const struct input *lines)
{
    const struct watch *w = lines->watch;

    return w != NULL && w->go_on != NULL && !w->go_on(w->context);
}

static loyd_err
failed(struct input *lines, loyd_why *why)
{
    int cause = errno, code = Z_OK;
    const char *words = gzerror(lines->file, &code), *what;

    if (code == Z_ERRNO && cause == EINTR && is_stopped(lines))
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
fill(struct input *lines, loyd_why *why)
{
    int got, code = Z_OK;

    if (is_stopped(lines))
        return why_set(why, LOYD_E_CANCELLED, "stopped");
    if (lines->end - lines->start > INPUT_LINE_MAX) {
        lines->is_skipping = true;
        lines->start = lines->end;
    }
    memmove(lines->buffer, lines->buffer + lines->start,
            lines->end - lines->start);
    lines->end -= lines->start;
    lines->searched -=
        lines->searched < lines->start ? lines->searched : lines->start;
    lines->start = 0;
    got = gzread(lines->file, lines->buffer + lines->end,
                 (unsigned)(ROOM - lines->end));
    if (got < 0)
        return failed(lines, why);
    lines->end += (size_t)got;
    lines->is_at_end = got == 0;
    /* An end in the middle of a member is told beside what was read. */
    if (got == 0 && (gzerror(lines->file, &code), code != Z_OK))
        return failed(lines, why);
    return LOYD_OK;
}

loyd_err
input_peek(struct input *lines, size_t n, const char **text, size_t *len,
           loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !lines->is_at_end &&
           lines->end - lines->start < n)
        err = fill(lines, why);
    *text = lines->buffer + lines->start;
    *len = lines->end - lines->start;
    if (*len > n)
        *len = n;
    return err;
}

loyd_err
input_skip_mark(struct input *lines, loyd_why *why)
{
    static const char mark[3] = {'\xef', '\xbb', '\xbf'};
    const char *text;
    size_t len;
    loyd_err err = input_peek(lines, sizeof(mark), &text, &len, why);

    if (err == LOYD_OK && len == sizeof(mark) && memcmp(text, mark, len) == 0)
        lines->start += len;
    return err;
}

loyd_err
input_rest(struct input *lines, size_t most, char **text, size_t *len,
           loyd_why *why)
{
    char *all = NULL;
    size_t n = 0;
    loyd_err err = LOYD_OK;

    for (;;) {
        size_t got = lines->end - lines->start;
        char *grown = n + got <= most ? realloc(all, n + got + 1) : NULL;

        if (grown == NULL) {
            err = n + got <= most
                      ? LOYD_E_NOMEM
                      : why_set(why, LOYD_E_RANGE, "over %zu bytes", most);
            break;
        }
        all = grown;
        memcpy(all + n, lines->buffer + lines->start, got);
        n += got;
        lines->start = lines->end;
        if (lines->is_at_end || (err = fill(lines, why)) != LOYD_OK)
            break;
    }
    if (err != LOYD_OK) {
        free(all);
        return err;
    }
    *text = all;
    *len = n;
    return LOYD_OK;
}

/* Where the line that begins at `start` ends, or NULL: not read yet. */
static const char *
line_end(struct input *lines)
{
    const char *found = memchr(lines->buffer + lines->searched, '\n',
                               lines->end - lines->searched);

    lines->searched =
        found != NULL ? (size_t)(found - lines->buffer) : lines->end;
    return found;
}

loyd_err
input_next(struct input *lines, struct input_line *line, bool *found,
           loyd_why *why)
{
    const char *end;

    while ((end = line_end(lines)) == NULL && !lines->is_at_end) {
        loyd_err err = fill(lines, why);

        if (err != LOYD_OK)
            return err;
    }
    *found = end != NULL || lines->start < lines->end || lines->is_skipping;
    if (!*found)
        return LOYD_OK;
    line->has_end = end != NULL;
    if (end == NULL)
        end = lines->buffer + lines->end;
    line->text = lines->buffer + lines->start;
    line->len = (size_t)(end - line->text);
    line->number = ++lines->number;
    line->is_too_long = lines->is_skipping || line->len > INPUT_LINE_MAX;
    if (line->is_too_long)
        line->len = 0;
    else if (line->len > 0 && line->text[line->len - 1] == '\r')
        line->len--;
    lines->is_skipping = false;
    lines->start = (size_t)(end - lines->buffer) + line->has_end;
    lines->searched = lines->start;
    return LOYD_OK;
}
