/* SPDX-License-Identifier: MIT */
/* Writes a file of a pack. */
#include "pack/pack.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"

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
sink_open(struct sink *to, const struct pack_folder *f, const char *name,
          loyd_why *why)
{
    to->folder = f;
    to->name = name;
    to->fd =
        openat(f->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return to->fd != -1 ? LOYD_OK
                        : pack_failed(f->wanted, name, "cannot create", why);
}

loyd_err
sink_drain(struct sink *to, size_t most, loyd_why *why)
{
    if (to->text.is_lost)
        return LOYD_E_NOMEM;
    if (to->text.len <= most)
        return LOYD_OK;
    if (!file_write_all(to->fd, to->text.at, to->text.len))
        return pack_failed(to->folder->wanted, to->name, "cannot write", why);
    text_clear(&to->text);
    return LOYD_OK;
}

loyd_err
sink_end(struct sink *to, struct pack_sum *sum, loyd_why *why)
{
    loyd_err err = sink_drain(to, 0, why);
    int fd = to->fd;

    to->fd = -1;
    if (err == LOYD_OK && fsync(fd) != 0)
        err = pack_failed(to->folder->wanted, to->name, "cannot write", why);
    if (close(fd) != 0 && err == LOYD_OK)
        err = pack_failed(to->folder->wanted, to->name, "cannot write", why);
    return err == LOYD_OK ? pack_folder_sum(to->folder, to->name, sum, why)
                          : err;
}

void
sink_drop(struct sink *to)
{
    file_close(to->fd);
    text_free(&to->text);
}
