/* SPDX-License-Identifier: MIT */
/* Owns files in the making: written beside their places, renamed at last. */
#include "daily/part.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"

const char *const folder_names[FOLDER_COUNT] = {
    [FOLDER_ROOT] = "",
    [FOLDER_DAILY] = "daily",
    [FOLDER_ARCHIVE] = "archive",
};

loyd_err
folder_failed(const struct folder *folder, int in, const char *name)
{
    int code = errno;
    char dir[WHY_QUOTE_BYTES];

    why_quote(folder->dir, strlen(folder->dir), dir);
    return why_set(folder->why,
                   code == ENOSPC || code == EDQUOT ? LOYD_E_FULL : LOYD_E_IO,
                   "%s%s%s%s%s: %s", dir, in != FOLDER_ROOT ? "/" : "",
                   folder_names[in], name[0] != '\0' ? "/" : "", name,
                   strerror(code));
}

void
folder_part_name(const char *name, char temp[PART_BYTES])
{
    snprintf(temp, PART_BYTES, ".%s.part", name);
}

loyd_err
folder_write_part(struct folder *folder, int in, const char *name,
                  const char *bytes, size_t len)
{
    char temp[PART_BYTES];
    loyd_err err = LOYD_OK;
    int fd;

    folder_part_name(name, temp);
    fd = openat(folder->fd[in], temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                0666);
    if (fd == -1)
        return folder_failed(folder, in, name);
    if (!file_write_all(fd, bytes, len) || fsync(fd) != 0)
        err = folder_failed(folder, in, name);
    if (close(fd) != 0 && err == LOYD_OK)
        err = folder_failed(folder, in, name);
    if (err != LOYD_OK)
        unlinkat(folder->fd[in], temp, 0);
    return err;
}

loyd_err
folder_has_room(struct folder *folder, uint64_t bytes)
{
    static const char name[] = "room";
    char temp[PART_BYTES];
    loyd_err err;
    int fd, code;

    folder_part_name(name, temp);
    fd = openat(folder->fd[FOLDER_ROOT], temp,
                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd == -1)
        return folder_failed(folder, FOLDER_ROOT, "");
    code = posix_fallocate(fd, 0, (off_t)bytes);
    close(fd);
    unlinkat(folder->fd[FOLDER_ROOT], temp, 0);
    /* Not every file system can tell; then writing will. */
    errno = code;
    err = code == ENOSPC || code == EDQUOT
              ? folder_failed(folder, FOLDER_ROOT, "")
              : LOYD_OK;
    return err;
}

loyd_err
folder_rename_part(struct folder *folder, int in, const char *name)
{
    char temp[PART_BYTES];

    folder_part_name(name, temp);
    if (renameat(folder->fd[in], temp, folder->fd[in], name) == 0)
        return LOYD_OK;
    return folder_failed(folder, in, name);
}

/* Names last, where the file system can make them. */
static loyd_err
sync_folders(struct folder *folder)
{
    for (int in = FOLDER_COUNT - 1; in >= FOLDER_ROOT; in--)
        if (folder->fd[in] != -1 && fsync(folder->fd[in]) != 0 &&
            errno != EINVAL)
            return folder_failed(folder, in, "");
    return LOYD_OK;
}

/* 1: read whole; 0: no such file, or a longer one; -1: errno says. */
static int
read_whole(int at, const char *name, size_t most, struct text *text)
{
    int fd = openat(at, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat status;
    char bytes[16384];
    ssize_t n = -1;
    int result = -1;

    if (fd == -1)
        return errno == ENOENT || errno == ELOOP ? 0 : -1;
    if (fstat(fd, &status) != 0)
        goto done;
    result = 0;
    if (!S_ISREG(status.st_mode) || (uintmax_t)status.st_size > most)
        goto done;
    while (text->len <= most && ((n = read(fd, bytes, sizeof(bytes))) > 0 ||
                                  (n < 0 && errno == EINTR)))
        if (n > 0)
            text_bytes(text, bytes, (size_t)n);
    result = n < 0 ? -1 : text->len <= most && !text->is_lost;
done:
    close(fd);
    return result;
}

loyd_err
folder_read(struct folder *folder, const char *name, size_t most,
            struct text *text)
{
    int found = read_whole(folder->fd[FOLDER_ROOT], name, most, text);

    if (found < 0)
        return folder_failed(folder, FOLDER_ROOT, name);
    if (text->is_lost)
        return LOYD_E_NOMEM;
    if (found == 0)
        return why_set(folder->why, LOYD_E_CORRUPT,
                       "%s is not a small plain file, as was expected", name);
    return LOYD_OK;
}

static bool
is_there(const struct folder *folder, int in, const char *name,
         const struct text *text)
{
    struct text old = {0};
    bool is_same = read_whole(folder->fd[in], name, text->len, &old) > 0 &&
                   old.len == text->len &&
                   (old.len == 0 || memcmp(old.at, text->at, old.len) == 0);

    text_free(&old);
    return is_same;
}

loyd_err
folder_stage(struct folder *folder, enum rank rank, int in, const char *name,
             const struct text *text)
{
    struct stat status;
    struct staged *file;
    loyd_err err;

    if (text->is_lost || text->at == NULL)
        return LOYD_E_NOMEM;
    if (is_there(folder, in, name, text))
        return LOYD_OK;
    if (fstatat(folder->fd[in], name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return folder_failed(folder, in, name);
    }
    if (folder->n_staged == folder->staged_room) {
        size_t room = folder->staged_room > 0 ? 2 * folder->staged_room : 64;
        struct staged *grown =
            realloc(folder->staged, room * sizeof(*folder->staged));

        if (grown == NULL)
            return LOYD_E_NOMEM;
        folder->staged = grown;
        folder->staged_room = room;
    }
    file = &folder->staged[folder->n_staged];
    *file = (struct staged){strdup(name), in, rank, folder->n_staged};
    if (file->name == NULL)
        return LOYD_E_NOMEM;
    err = folder_write_part(folder, in, name, text->at, text->len);
    if (err != LOYD_OK) {
        free(file->name);
        return err;
    }
    folder->n_staged++;
    return LOYD_OK;
}

static int
compare_staged(const void *a, const void *b)
{
    const struct staged *first = a, *second = b;

    if (first->rank != second->rank)
        return first->rank < second->rank ? -1 : 1;
    return first->number > second->number ? -1
                                          : first->number < second->number;
}

loyd_err
folder_commit(struct folder *folder)
{
    loyd_err err = LOYD_OK;

    if (folder->n_staged > 0)
        qsort(folder->staged, folder->n_staged, sizeof(*folder->staged),
              compare_staged);
    folder->is_kept = true;
    while (folder->n_done < folder->n_staged) {
        const struct staged *file = &folder->staged[folder->n_done];

        /* A link is on the disk only when what it leads to is. */
        if (folder->n_done > 0 && file[-1].rank != file->rank &&
            (err = sync_folders(folder)) != LOYD_OK)
            return err;
        if ((err = folder_rename_part(folder, file->folder, file->name)) !=
            LOYD_OK)
            return err;
        folder->n_done++;
    }
    return folder->n_staged > 0 ? sync_folders(folder) : LOYD_OK;
}
