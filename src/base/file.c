/* SPDX-License-Identifier: MIT */
/* Reads, lists and removes files and folders. */
#define _DEFAULT_SOURCE /* d_type */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
file_close(int fd)
{
    int code = errno;

    if (fd != -1)
        close(fd);
    errno = code;
}

int
file_open_folder(int dir, const char *name)
{
    return openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int
file_open_plain(int dir, const char *name)
{
    int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;

    if (fd == -1)
        return -1;
    if (fstat(fd, &status) == 0) {
        if (S_ISREG(status.st_mode))
            return fd;
        errno = ENOTSUP;
    }
    file_close(fd);
    return -1;
}

ssize_t
file_fill(int fd, void *bytes, size_t size)
{
    char *at = bytes;
    size_t n = 0;

    while (n < size) {
        ssize_t got = read(fd, at + n, size - n);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        n += (size_t)got;
    }
    return (ssize_t)n;
}

bool
file_read_text(int fd, size_t most, struct text *text)
{
    char bytes[16384];
    ssize_t got;

    while ((got = file_fill(fd, bytes, sizeof(bytes))) > 0) {
        if ((size_t)got > most) {
            errno = EFBIG;
            return false;
        }
        most -= (size_t)got;
        text_bytes(text, bytes, (size_t)got);
        if (text->is_lost) {
            errno = ENOMEM;
            return false;
        }
    }
    return got == 0;
}

bool
file_read_plain(int dir, const char *name, size_t most, struct text *text)
{
    int fd = file_open_plain(dir, name);
    bool is_read = fd != -1 && file_read_text(fd, most, text);

    file_close(fd);
    return is_read;
}

bool
file_write_all(int fd, const void *bytes, size_t len)
{
    const char *at = bytes;

    while (len > 0) {
        ssize_t n = write(fd, at, len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n == 0 ? EIO : errno;
            return false;
        }
        at += n;
        len -= (size_t)n;
    }
    return true;
}

/* Some file systems do not say the kind of a file with its name. */
static bool
is_plain(int dir, const struct dirent *item)
{
    struct stat status;

    if (item->d_type != DT_UNKNOWN)
        return item->d_type == DT_REG;
    return fstatat(dir, item->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(status.st_mode);
}

static bool
walk(int dir, bool plain_only, file_name_fn each, void *context)
{
    int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = fd != -1 ? fdopendir(fd) : NULL;
    bool goes_on = true;
    int code;

    if (list == NULL) {
        file_close(fd);
        return false;
    }
    while (goes_on) {
        struct dirent *item;

        errno = 0;
        if ((item = readdir(list)) == NULL)
            break;
        if (strcmp(item->d_name, ".") != 0 &&
            strcmp(item->d_name, "..") != 0 &&
            (!plain_only || is_plain(fd, item)))
            goes_on = each(context, item->d_name);
    }
    code = errno;
    closedir(list);
    errno = code;
    return goes_on && code == 0;
}

bool
file_names(int dir, file_name_fn each, void *context)
{
    return walk(dir, false, each, context);
}

bool
file_plain_names(int dir, file_name_fn each, void *context)
{
    return walk(dir, true, each, context);
}

/* A file_name_fn. */
static bool
remove_one(void *context, const char *name)
{
    (void)file_remove(*(const int *)context, name);
    return true;
}

bool
file_remove(int dir, const char *name)
{
    int fd = file_open_folder(dir, name), cause = errno;

    if (fd != -1)
        file_names(fd, remove_one, &fd);
    file_close(fd);
    if (unlinkat(dir, name, fd != -1 ? AT_REMOVEDIR : 0) == 0)
        return true;
    if (fd == -1 && errno == EISDIR)
        errno = cause; /* why the folder could not be opened */
    return false;
}
