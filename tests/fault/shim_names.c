/* SPDX-License-Identifier: MIT */
/* Wraps calls that create, rename and remove files. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int
moved(int from, const char *old, int to, const char *new, int result)
{
    int error = errno;

    if (result == 0 && log_is_open()) {
        uint64_t ino = log_inode_at(to, new);

        log_name("unname", ino, from, old);
        log_name("name", ino, to, new);
    }
    errno = error;
    return result;
}

int
rename(const char *old, const char *new)
{
    REAL(rename);
    if (JUDGE(RENAME, -1, new) != GO)
        return -1;
    return moved(AT_FDCWD, old, AT_FDCWD, new, real(old, new));
}

int
renameat(int from, const char *old, int to, const char *new)
{
    REAL(renameat);
    if (JUDGE(RENAME, -1, new) != GO)
        return -1;
    return moved(from, old, to, new, real(from, old, to, new));
}

int
renameat2(int from, const char *old, int to, const char *new,
          unsigned int flags)
{
    REAL(renameat2);
    if (JUDGE(RENAME, -1, new) != GO)
        return -1;
    return moved(from, old, to, new, real(from, old, to, new, flags));
}

int
linkat(int from, const char *old, int to, const char *new, int flags)
{
    REAL(linkat);
    int result;

    if (JUDGE(RENAME, -1, new) != GO)
        return -1;
    result = real(from, old, to, new, flags);
    if (result == 0)
        log_name("name", log_inode_at(to, new), to, new);
    return result;
}

int
link(const char *old, const char *new)
{
    REAL(link);
    int result;

    if (JUDGE(RENAME, -1, new) != GO)
        return -1;
    result = real(old, new);
    if (result == 0)
        log_name("name", log_inode_at(AT_FDCWD, new), AT_FDCWD, new);
    return result;
}

#define REMOVE(name, parameters, at, arguments)                               \
    int name parameters                                                       \
    {                                                                         \
        REAL(name);                                                           \
        uint64_t ino = log_is_open() ? log_inode_at(at, path) : 0;            \
        int result;                                                           \
                                                                              \
        if (JUDGE(UNLINK, -1, path) != GO)                                    \
            return -1;                                                        \
        result = real arguments;                                              \
        if (result == 0)                                                      \
            log_name("unname", ino, at, path);                                \
        return result;                                                        \
    }
REMOVE(unlink, (const char *path), AT_FDCWD, (path))
REMOVE(unlinkat, (int at, const char *path, int flags), at, (at, path, flags))
REMOVE(rmdir, (const char *path), AT_FDCWD, (path))

#define MKDIR(name, parameters, at, arguments)                                \
    int name parameters                                                       \
    {                                                                         \
        REAL(name);                                                           \
        int result;                                                           \
                                                                              \
        if (JUDGE(MKDIR, -1, path) != GO)                                     \
            return -1;                                                        \
        result = real arguments;                                              \
        if (result == 0)                                                      \
            log_name("mkdir", log_inode_at(at, path), at, path);              \
        return result;                                                        \
    }
MKDIR(mkdir, (const char *path, mode_t mode), AT_FDCWD, (path, mode))
MKDIR(mkdirat, (int at, const char *path, mode_t mode), at, (at, path, mode))
