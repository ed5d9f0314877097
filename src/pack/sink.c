/* SPDX-License-Identifier: MIT */
/* Writes a file of a pack, compressed or not. */
#include "pack/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/file.h"
#include "base/why.h"

#define BUFFER_BYTES 65536
#define GZIP_BITS (15 + 16) /* the largest window, with a gzip header */
#define GZIP_LEVEL 9
#define GZIP_MEMORY 9

struct sink {
    const char *path;
    const char *name;
    int fd;
    int error; /* errno of the first write that failed; 0: none */
    bool is_gzip;
    bool has_stream;
    z_stream stream;
    gz_header header; /* zlib keeps a pointer to it */
    struct crypto_sha256 sha;
    struct crypto_sha256 sha_plain; /* of what is compressed */
    uint64_t bytes;
    size_t n; /* in `buffer` */
    uint8_t buffer[BUFFER_BYTES];
    uint8_t packed[BUFFER_BYTES];
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
sink_new(int dir, const char *path, const char *name, bool is_gzip,
         struct sink **made, loyd_why *why)
{
    struct sink *to = calloc(1, sizeof(*to));

    if (to == NULL)
        return LOYD_E_NOMEM;
    to->path = path;
    to->name = name;
    to->is_gzip = is_gzip;
    to->fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (to->fd == -1) {
        free(to);
        return pack_failed(path, name, "cannot create", why);
    }
    if (is_gzip && deflateInit2(&to->stream, GZIP_LEVEL, Z_DEFLATED, GZIP_BITS,
                                GZIP_MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
        sink_drop(&to);
        return LOYD_E_NOMEM;
    }
    if (is_gzip) {
        to->has_stream = true;
        to->header.os = 255; /* "unknown", so that all machines agree */
        deflateSetHeader(&to->stream, &to->header);
    }
    crypto_sha256_begin(&to->sha);
    crypto_sha256_begin(&to->sha_plain);
    *made = to;
    return LOYD_OK;
}

/* Writes bytes of the file and adds them to its hash and size. */
static void
write_out(struct sink *to, const uint8_t *bytes, size_t len)
{
    crypto_sha256_add(&to->sha, bytes, len);
    to->bytes += len;
    if (to->error == 0 && !file_write_all(to->fd, bytes, len))
        to->error = errno;
}

static void
deflate_out(struct sink *to, int flush)
{
    int rc;

    to->stream.next_in = to->buffer;
    to->stream.avail_in = (uInt)to->n;
    do {
        to->stream.next_out = to->packed;
        to->stream.avail_out = sizeof(to->packed);
        rc = deflate(&to->stream, flush);
        write_out(to, to->packed, sizeof(to->packed) - to->stream.avail_out);
    } while (rc == Z_OK && to->stream.avail_out == 0);
}

static void
flush(struct sink *to, bool is_last)
{
    if (to->is_gzip) {
        crypto_sha256_add(&to->sha_plain, to->buffer, to->n);
        deflate_out(to, is_last ? Z_FINISH : Z_NO_FLUSH);
    } else {
        write_out(to, to->buffer, to->n);
    }
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
            flush(to, false);
    }
}

void
sink_text(struct sink *to, const char *text)
{
    sink_put(to, text, strlen(text));
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
        flush(file, true);
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
        if (file->is_gzip)
            crypto_sha256_end(&file->sha_plain, sum->sha_plain);
        else
            memcpy(sum->sha_plain, sum->sha, sizeof(sum->sha));
    }
    sink_drop(to);
    return err;
}

void
sink_drop(struct sink **to)
{
    if (*to == NULL)
        return;
    if ((*to)->has_stream)
        deflateEnd(&(*to)->stream);
    if ((*to)->fd != -1)
        close((*to)->fd);
    free(*to);
    *to = NULL;
}
