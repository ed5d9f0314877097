/* SPDX-License-Identifier: MIT */
/* Owns the files of a stranger's pack: their names and sums. */
#include "pack/manifest_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/why.h"
#include "core/crypto.h"

#define SUM_BYTES 65536 /* read at once */

bool
unpack_hex(const char *text, size_t len, uint8_t out[LOYD_HASH_BYTES])
{
    static const char digits[] = "0123456789abcdef";

    if (len != 2 * (size_t)LOYD_HASH_BYTES)
        return false;
    for (size_t i = 0; i < len; i++) {
        const char *found = text[i] != '\0' ? strchr(digits, text[i]) : NULL;

        if (found == NULL)
            return false;
        out[i / 2] = (uint8_t)(out[i / 2] << 4 | (found - digits));
    }
    return true;
}

/* Letters, digits, points, dashes; it begins with one of the first two. */
bool
manifest_name_is_good(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

    return name[0] != '\0' && strchr("._-", name[0]) == NULL &&
           strlen(name) <= MANIFEST_FILE_NAME_MAX &&
           strspn(name, plain) == strlen(name);
}

static loyd_err
failed(const char *name, loyd_why *why)
{
    loyd_err err = errno == ENOENT      ? LOYD_E_NOT_FOUND
                   : errno == ECANCELED ? LOYD_E_CANCELLED
                                        : LOYD_E_IO;

    if (errno == ELOOP)
        return why_set(why, LOYD_E_CORRUPT,
                       "%s: a link, and a plain file "
                       "was expected",
                       name);
    return why_set(why, err, "%s: %s", name, strerror(errno));
}

loyd_err
pack_open_file(int dir, const char *name, int *fd, loyd_why *why)
{
    struct stat status;
    loyd_err err = LOYD_OK;

    *fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (*fd == -1)
        return failed(name, why);
    if (fstat(*fd, &status) != 0)
        err = failed(name, why);
    else if (!S_ISREG(status.st_mode))
        err = why_set(why, LOYD_E_CORRUPT, "%s: not a plain file", name);
    if (err != LOYD_OK) {
        close(*fd);
        *fd = -1;
    }
    return err;
}

loyd_err
pack_read_file(int dir, const char *name, size_t most, char **text,
               size_t *len, loyd_why *why)
{
    char *bytes = NULL;
    struct stat status;
    size_t n = 0;
    int fd;
    loyd_err err = pack_open_file(dir, name, &fd, why);

    if (err != LOYD_OK)
        return err;
    if (fstat(fd, &status) != 0)
        err = failed(name, why);
    else if (status.st_size > (off_t)most)
        err = why_set(why, LOYD_E_CORRUPT, "%s: over %zu bytes", name, most);
    else if ((bytes = malloc((size_t)status.st_size + 1)) == NULL)
        err = LOYD_E_NOMEM;
    while (err == LOYD_OK && n < (size_t)status.st_size) {
        ssize_t got = read(fd, bytes + n, (size_t)status.st_size - n);

        if (got > 0)
            n += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            err = failed(name, why);
    }
    close(fd);
    if (err != LOYD_OK) {
        free(bytes);
        return err;
    }
    bytes[n] = '\0';
    *text = bytes;
    *len = n;
    return LOYD_OK;
}

/* The SHA-256 of what comes, up to one byte more than `most`. False: errno
   says why, ECANCELED that `w` wants no more. */
static bool
sum_up(int fd, uint64_t most, const struct watch *w, uint8_t *bytes,
       size_t size, uint64_t *n, uint8_t sum[CRYPTO_SHA256_BYTES])
{
    struct crypto_sha256 sha;
    ssize_t got = 0;

    crypto_sha256_begin(&sha);
    for (*n = 0; *n <= most; *n += (uint64_t)got) {
        if (w->go_on != NULL && !w->go_on(w->context)) {
            errno = ECANCELED;
            return false;
        }
        do {
            got = read(fd, bytes, size);
        } while (got < 0 && errno == EINTR);
        if (got <= 0)
            break;
        crypto_sha256_add(&sha, bytes, (size_t)got);
    }
    crypto_sha256_end(&sha, sum);
    return got >= 0;
}

loyd_err
manifest_open_file(int dir, const struct manifest_file *file,
                   const struct watch *w, int *fd, loyd_why *why)
{
    uint8_t *bytes, sum[CRYPTO_SHA256_BYTES];
    uint64_t n;
    loyd_err err = pack_open_file(dir, file->name, fd, why);

    if (err != LOYD_OK)
        return err;
    if ((bytes = malloc(SUM_BYTES)) == NULL)
        err = LOYD_E_NOMEM;
    else if (!sum_up(*fd, file->bytes, w, bytes, SUM_BYTES, &n, sum) ||
             lseek(*fd, 0, SEEK_SET) != 0)
        err = failed(file->name, why);
    else if (n != file->bytes || memcmp(sum, file->sha, sizeof(sum)) != 0)
        err = why_set(why, LOYD_E_CORRUPT,
                      "%s: it is not the file that the manifest tells",
                      file->name);
    free(bytes);
    if (err != LOYD_OK) {
        close(*fd);
        *fd = -1;
    }
    return err;
}

loyd_err
manifest_check_database(struct pack_reader *database,
                        const struct manifest_file *file, loyd_why *why)
{
    uint8_t sum[LOYD_HASH_BYTES];
    uint64_t n;
    loyd_err err = pack_reader_sum(database, file->bytes, &n, sum, why);

    if (err == LOYD_OK &&
        (n != file->bytes || memcmp(sum, file->sha, sizeof(sum)) != 0))
        err = why_set(why, LOYD_E_CORRUPT,
                      "it is not the file that the manifest tells");
    return err;
}
