/* SPDX-License-Identifier: MIT */
/* Writes the log: lines "OP INODE NUMBER BYTES", each with its bytes after. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int log_fd = -1;

void
log_open(const char *path)
{
    log_fd = (int)syscall(SYS_openat, AT_FDCWD, path,
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

int
log_is_open(void)
{
    return log_fd != -1;
}

static void
note(const char *op, uint64_t ino, uint64_t where, const void *bytes, size_t n)
{
    char head[128];
    struct iovec parts[2] = {{head, 0}, {(void *)(uintptr_t)bytes, n}};

    if (!log_is_open())
        return;
    parts[0].iov_len = (size_t)snprintf(
        head, sizeof(head), "%s %llu %llu %zu\n", op, (unsigned long long)ino,
        (unsigned long long)where, n);
    if (syscall(SYS_writev, log_fd, parts, n > 0 ? 2 : 1) < 0)
        abort();
}

uint64_t
log_inode(int fd)
{
    REAL(fstat);
    struct stat status;

    return real(fd, &status) == 0 ? status.st_ino : 0;
}

uint64_t
log_inode_at(int at, const char *path)
{
    REAL(fstatat);
    struct stat status;

    return real(at, path, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_ino
                                                             : 0;
}

/* Logs a change of a name in a folder: "op ino folder-ino name". */
void
log_name(const char *op, uint64_t ino, int at, const char *path)
{
    char folder[1024];
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t len = slash == NULL   ? 0
                 : slash == path ? 1
                                 : (size_t)(slash - path);

    if (!log_is_open() || len >= sizeof(folder) - 1)
        return;
    memcpy(folder, path, len);
    strcpy(folder + len, len == 0 ? "." : "");
    note(op, ino, log_inode_at(at, folder), name, strlen(name));
}

void
log_bytes(int fd, const void *bytes, ssize_t n, int64_t at)
{
    int error = errno;

    if (log_is_open() && n > 0) {
        if (at < 0)
            at = lseek(fd, 0, SEEK_CUR) - n;
        if (at >= 0)
            note("write", log_inode(fd), (uint64_t)at, bytes, (size_t)n);
    }
    errno = error;
}

void
log_op(const char *op, uint64_t ino, uint64_t where)
{
    note(op, ino, where, NULL, 0);
}
