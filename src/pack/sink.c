/* SPDX-License-Identifier: MIT */
/* Writes a file of a pack. */
#include "pack/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"

#define BUFFER_BYTES 65536

struct sink {
    const char *path;
    const char *name;
    int fd;
    int error; /* errno of the first write that failed; 0: none */
    struct crypto_sha256 sha;
    uint64_t bytes;
    size_t n; /* in `buffer` */
    uint8_t buffer[BUFFER_BYTES];
};

_Static_assert(_Alignof(struct sink) <= _Alignof(max_align_t),
               "calloc aligns enough");

loyd_err
pack_failed(const char *path, const char *name, const char *what,
            loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];

    why_quote(path, strlen(path), shown);
    return why_errno(why, "%s%s%s: %s", shown, name[0] != '\0' ? "/" : "",
                     name, what);
}

loyd_err
sink_new(int dir, const char *path, const char *name, struct sink **made,
         loyd_why *why)
{
    struct sink *to = calloc(1, sizeof(*to));

    if (to == NULL)
        return LOYD_E_NOMEM;
    to->path = path;
    to->name = name;
    to->fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (to->fd == -1) {
        free(to);
        return pack_failed(path, name, "cannot create", why);
    }
    crypto_sha256_begin(&to->sha);
    *made = to;
    return LOYD_OK;
}

/* Writes the buffer and adds it to hash and size. */
static void
flush(struct sink *to)
{
    crypto_sha256_add(&to->sha, to->buffer, to->n);
    to->bytes += to->n;
    if (to->error == 0 && !file_write_all(to->fd, to->buffer, to->n))
        to->error = errno;
    to->n = 0;
}

void
sink_put(struct sink *to, const void *bytes, size_t len)
{
    const uint8_t *from = bytes;

    while (len > 0 && to->error == 0) {
        size_t room = sizeof(to->buffer) - to->n;
        size_t step = len < room ? len : room;

        memcpy(to->buffer + to->n, from, step);
        to->n += step;
        from += step;
        len -= step;
        if (to->n == sizeof(to->buffer))
            flush(to);
    }
}

void
sink_drain(struct sink *to, struct text *text)
{
    if (text->is_lost && to->error == 0)
        to->error = ENOMEM;
    sink_put(to, text->at, text->len);
    text_clear(text);
}

bool
sink_is_bad(const struct sink *to)
{
    return to->error != 0;
}

loyd_err
sink_end(struct sink **to, struct sink_sum *sum, loyd_why *why)
{
    struct sink *file = *to;
    loyd_err err = LOYD_OK;

    if (file->error == 0)
        flush(file);
    if (file->error == 0 && fsync(file->fd) != 0)
        file->error = errno;
    if (close(file->fd) != 0 && file->error == 0)
        file->error = errno;
    file->fd = -1;
    if (file->error == ENOMEM) {
        err = LOYD_E_NOMEM;
    } else if (file->error != 0) {
        errno = file->error;
        err = pack_failed(file->path, file->name, "cannot write", why);
    } else {
        sum->bytes = file->bytes;
        crypto_sha256_end(&file->sha, sum->sha);
    }
    sink_drop(to);
    return err;
}

void
sink_drop(struct sink **to)
{
    if (*to == NULL)
        return;
    if ((*to)->fd != -1)
        close((*to)->fd);
    free(*to);
    *to = NULL;
}
