/* SPDX-License-Identifier: MIT */
/* Reads lines through zlib, which passes plain input through. */
#include "pack/read_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/utf8.h"
#include "base/why.h"

struct input {
    gzFile file;
    const struct watch *watch;
    struct lines lines;
    bool is_at_end;
    bool has_failed;
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
    in->lines.most = INPUT_LINE_MAX;
    *made = in;
    return LOYD_OK;
}

static bool
goes_on(const struct watch *w)
{
    return w == NULL || watch_goes_on(w);
}

loyd_err
input_fd(const char *path, int standard, const struct watch *w, int *fd,
         loyd_why *why)
{
    bool is_standard = strcmp(path, "-") == 0;
    loyd_err err = LOYD_E_IO;

    *fd = is_standard ? fcntl(standard, F_DUPFD_CLOEXEC, 3)
                      : open(path, O_RDONLY | O_CLOEXEC);
    if (*fd != -1)
        return LOYD_OK;
    if (errno == ENOENT)
        err = LOYD_E_NOT_FOUND;
    else if (errno == EINTR && !goes_on(w))
        err = LOYD_E_CANCELLED;
    return why_set(why, err, is_standard ? "%s" : "cannot open: %s",
                   strerror(errno));
}

loyd_err
input_open_path(const char *path, int standard, const struct watch *w,
                struct input **made, loyd_why *why)
{
    int fd;
    loyd_err err = input_fd(path, standard, w, &fd, why);

    return err == LOYD_OK ? input_open(fd, w, made, why) : err;
}

void
input_close(struct input **in)
{
    if (*in == NULL)
        return;
    gzclose((*in)->file);
    lines_free(&(*in)->lines);
    free(*in);
    *in = NULL;
}

static loyd_err
failed(struct input *in, loyd_why *why)
{
    int cause = errno, code = Z_OK;
    const char *words = gzerror(in->file, &code), *what;

    if (code == Z_ERRNO && cause == EINTR && !goes_on(in->watch))
        return why_set(why, LOYD_E_CANCELLED, "stopped");
    errno = cause;
    if (code == Z_ERRNO)
        return why_set(why, LOYD_E_IO, "%s", strerror(errno));
    if (code == Z_MEM_ERROR)
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    if (code == Z_BUF_ERROR)
        return why_set(why, LOYD_E_CORRUPT, "compressed data is truncated");
    /* zlib writes "<fd:4>: incorrect data check"; callers know the name. */
    what = strstr(words, ": ");
    return why_set(why, LOYD_E_CORRUPT, "compressed data is damaged: %s",
                   what != NULL ? what + 2 : words);
}

/* Reads once into the buffer of lines. */
static loyd_err
fill(struct input *in, loyd_why *why)
{
    int got, code = Z_OK;
    size_t n = 0;
    char *at;

    if (!goes_on(in->watch))
        return why_set(why, LOYD_E_CANCELLED, "stopped");
    if ((at = lines_room(&in->lines, &n)) == NULL)
        return why_set(why, LOYD_E_NOMEM, "out of memory");
    got = gzread(in->file, at, (unsigned)n);
    if (got < 0)
        return failed(in, why);
    lines_add(&in->lines, (size_t)got);
    in->is_at_end = got == 0;
    /* A truncated member sets an error although gzread returns 0. */
    if (got == 0 && (gzerror(in->file, &code), code != Z_OK))
        return failed(in, why);
    return LOYD_OK;
}

loyd_err
input_peek(struct input *in, size_t n, struct slice *seen, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !in->is_at_end &&
           lines_waiting(&in->lines).len < n)
        err = fill(in, why);
    *seen = lines_waiting(&in->lines);
    if (seen->len > n)
        seen->len = n;
    return err;
}

loyd_err
input_skip_mark(struct input *in, loyd_why *why)
{
    struct slice seen;
    loyd_err err = input_peek(in, strlen(UTF8_MARK), &seen, why);

    if (err == LOYD_OK && slice_is(seen, UTF8_MARK))
        lines_skip(&in->lines, seen.len);
    return err;
}

loyd_err
input_rest(struct input *in, size_t most, struct text *text, loyd_why *why)
{
    for (;;) {
        struct slice got = lines_waiting(&in->lines);
        loyd_err err;

        if (text->len + got.len > most)
            return why_set(why, LOYD_E_RANGE, "more than %zu bytes", most);
        text_bytes(text, got.at, got.len);
        if (text->is_lost)
            return LOYD_E_NOMEM;
        lines_skip(&in->lines, got.len);
        if (in->is_at_end)
            return LOYD_OK;
        if ((err = fill(in, why)) != LOYD_OK)
            return err;
    }
}

loyd_err
input_next(struct input *in, struct line *line, bool *found, loyd_why *why)
{
    while (!(*found = lines_next(&in->lines, in->is_at_end, line)) &&
           !in->is_at_end) {
        loyd_err err = fill(in, why);

        in->has_failed = err != LOYD_OK;
        if (err != LOYD_OK)
            return err;
    }
    return *found && line->is_too_long
               ? why_set(why, LOYD_E_RANGE, "line is longer than %zu bytes",
                         INPUT_LINE_MAX)
               : LOYD_OK;
}

bool
input_has_failed(const struct input *in)
{
    return in->has_failed;
}

loyd_err
input_next_filled(struct input *in, struct line *line, bool *found,
                  loyd_why *why)
{
    loyd_err err;

    do
        err = input_next(in, line, found, why);
    while (err == LOYD_OK && *found && line->len == 0);
    return err;
}
