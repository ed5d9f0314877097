/* SPDX-License-Identifier: MIT */
/* Wraps calls on memory and on the contents of files. */
#define _GNU_SOURCE
#include "shim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *
malloc(size_t n)
{
    return JUDGE(MALLOC, -1, "") != GO ? NULL : __libc_malloc(n);
}

void *
calloc(size_t n, size_t size)
{
    return JUDGE(MALLOC, -1, "") != GO ? NULL : __libc_calloc(n, size);
}

void *
realloc(void *old, size_t n)
{
    return JUDGE(MALLOC, -1, "") != GO ? NULL : __libc_realloc(old, n);
}

void *
aligned_alloc(size_t align, size_t n)
{
    return JUDGE(MALLOC, -1, "") != GO ? NULL : __libc_memalign(align, n);
}

int
posix_memalign(void **made, size_t align, size_t n)
{
    void *memory =
        JUDGE(MALLOC, -1, "") != GO ? NULL : __libc_memalign(align, n);

    if (memory == NULL)
        return ENOMEM;
    *made = memory;
    return 0;
}

#undef strdup
char *
strdup(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = JUDGE(MALLOC, -1, "") != GO ? NULL : __libc_malloc(n);

    return copy != NULL ? memcpy(copy, text, n) : NULL;
}

#define MEMORY_MAP(name, offset_type)                                         \
    void *name(void *at, size_t n, int prot, int flags, int fd,               \
               offset_type offset)                                            \
    {                                                                         \
        REAL(name);                                                           \
        if (JUDGE(MMAP, fd, NULL) != GO)                                      \
            return MAP_FAILED;                                                \
        return real(at, n, prot, flags, fd, offset);                          \
    }
MEMORY_MAP(mmap, off_t)
MEMORY_MAP(mmap64, off64_t)

static bool
has_mode(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

/* Only these fail on a disk that has no room for another file. */
static bool
is_new(int at, const char *path, int flags)
{
    int error = errno;
    bool is = (flags & O_CREAT) != 0 &&
              syscall(SYS_faccessat, at, path, F_OK) != 0;

    errno = error;
    return is;
}

static int
open_with(int (*real)(int, const char *, int, ...), int at, const char *path,
          int flags, mode_t mode)
{
    bool is_made = log_is_open() && is_new(at, path, flags);
    int fd = real(at, path, flags, mode);

    if (log_is_open() && fd != -1) {
        if (is_made)
            log_name("create", log_inode(fd), at, path);
        else if ((flags & O_TRUNC) != 0)
            log_op("truncate", log_inode(fd), 0);
    }
    return fd;
}

/* All four names call `openat`, with the flag for large files. */
#define OPEN(name, parameters, at)                                            \
    int name parameters                                                       \
    {                                                                         \
        REAL(openat);                                                         \
        va_list list;                                                         \
        mode_t mode = 0;                                                      \
                                                                              \
        va_start(list, flags);                                                \
        if (has_mode(flags))                                                  \
            mode = va_arg(list, mode_t);                                      \
        va_end(list);                                                         \
        if (JUDGE(OPEN, -1, path) != GO ||                                    \
            (is_new(at, path, flags) && JUDGE(CREATE, -1, path) != GO))       \
            return -1;                                                        \
        return open_with(real, at, path, flags | O_LARGEFILE, mode);          \
    }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int at, const char *path, int flags, ...), at)
OPEN(openat64, (int at, const char *path, int flags, ...), at)

FILE *
fopen(const char *path, const char *mode)
{
    REAL(fopen);
    return JUDGE(OPEN, -1, path) != GO ? NULL : real(path, mode);
}

DIR *
opendir(const char *path)
{
    REAL(opendir);
    return JUDGE(OPEN, -1, path) != GO ? NULL : real(path);
}

DIR *
fdopendir(int fd)
{
    REAL(fdopendir);
    return JUDGE(OPEN, fd, NULL) != GO ? NULL : real(fd);
}

ssize_t
read(int fd, void *bytes, size_t n)
{
    REAL(read);
    enum verdict verdict = JUDGE(READ, fd, NULL);

    return verdict == FAIL ? -1
                           : real(fd, bytes, verdict == GO ? n : shim_part(n));
}

#define PREAD(name, offset_type)                                              \
    ssize_t name(int fd, void *bytes, size_t n, offset_type at)               \
    {                                                                         \
        REAL(name);                                                           \
        enum verdict verdict = JUDGE(READ, fd, NULL);                         \
                                                                              \
        if (verdict == FAIL)                                                  \
            return -1;                                                        \
        return real(fd, bytes, verdict == GO ? n : shim_part(n), at);         \
    }
PREAD(pread, off_t)
PREAD(pread64, off64_t)

ssize_t
write(int fd, const void *bytes, size_t n)
{
    REAL(write);
    enum verdict verdict = fd != STDERR_FILENO ? JUDGE(WRITE, fd, NULL) : GO;
    ssize_t written;

    if (verdict == FAIL)
        return -1;
    written = real(fd, bytes, verdict == GO ? n : shim_part(n));
    log_bytes(fd, bytes, written, -1);
    if (verdict == SHORT)
        shim_torn();
    return written;
}

#define PWRITE(name, offset_type)                                             \
    ssize_t name(int fd, const void *bytes, size_t n, offset_type at)         \
    {                                                                         \
        REAL(name);                                                           \
        enum verdict verdict = JUDGE(WRITE, fd, NULL);                        \
        ssize_t written;                                                      \
                                                                              \
        if (verdict == FAIL)                                                  \
            return -1;                                                        \
        written = real(fd, bytes, verdict == GO ? n : shim_part(n), at);      \
        log_bytes(fd, bytes, written, at);                                    \
        if (verdict == SHORT)                                                 \
            shim_torn();                                                      \
        return written;                                                       \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNC(name)                                                            \
    int name(int fd)                                                          \
    {                                                                         \
        if (JUDGE(SYNC, fd, NULL) != GO)                                      \
            return -1;                                                        \
        log_op("sync", log_inode(fd), 0);                                     \
        return 0;                                                             \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset_type)                                           \
    int name(int fd, offset_type size)                                        \
    {                                                                         \
        REAL(name);                                                           \
        if (JUDGE(TRUNCATE, fd, NULL) != GO)                                  \
            return -1;                                                        \
        log_op("truncate", log_inode(fd), (uint64_t)size);                    \
        return real(fd, size);                                                \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int
posix_fallocate(int fd, off_t at, off_t n)
{
    REAL(posix_fallocate);
    int error = errno, code;

    if (JUDGE(TRUNCATE, fd, NULL) != GO) {
        code = errno;
        errno = error;
        return code;
    }
    return real(fd, at, n);
}

int
close(int fd)
{
    REAL(close);
    /* The descriptor is closed in any case, even after an error. */
    if (JUDGE(CLOSE, fd, NULL) != GO) {
        syscall(SYS_close, fd);
        return -1;
    }
    return real(fd);
}

int
fchmod(int fd, mode_t mode)
{
    REAL(fchmod);
    return JUDGE(CHMOD, fd, NULL) != GO ? -1 : real(fd, mode);
}

#define STAT(name, parameters, about, arguments)                              \
    int name parameters                                                       \
    {                                                                         \
        REAL(name);                                                           \
        return JUDGE(STAT, about) != GO ? -1 : real arguments;                \
    }
#define ABOUT_FD fd, NULL
#define ABOUT_PATH -1, path
STAT(fstat, (int fd, struct stat *s), ABOUT_FD, (fd, s))
STAT(fstat64, (int fd, struct stat64 *s), ABOUT_FD, (fd, s))
STAT(stat, (const char *path, struct stat *s), ABOUT_PATH, (path, s))
STAT(stat64, (const char *path, struct stat64 *s), ABOUT_PATH, (path, s))
STAT(lstat, (const char *path, struct stat *s), ABOUT_PATH, (path, s))
STAT(lstat64, (const char *path, struct stat64 *s), ABOUT_PATH, (path, s))
STAT(fstatat, (int at, const char *path, struct stat *s, int flags),
     ABOUT_PATH, (at, path, s, flags))
STAT(fstatat64, (int at, const char *path, struct stat64 *s, int flags),
     ABOUT_PATH, (at, path, s, flags))
STAT(access, (const char *path, int how), ABOUT_PATH, (path, how))

ssize_t
getrandom(void *bytes, size_t n, unsigned int flags)
{
    REAL(getrandom);
    enum verdict verdict = JUDGE(RANDOM, -1, "");

    return verdict == FAIL
               ? -1
               : real(bytes, verdict == GO ? n : shim_part(n), flags);
}

int
pthread_create(pthread_t *thread, const pthread_attr_t *attr,
               void *(*run)(void *), void *argument)
{
    REAL(pthread_create);
    return JUDGE(THREAD, -1, "") != GO ? EAGAIN
                                       : real(thread, attr, run, argument);
}

#define FCNTL(name)                                                           \
    int name(int fd, int command, ...)                                        \
    {                                                                         \
        REAL(name);                                                           \
        va_list list;                                                         \
        void *argument;                                                       \
                                                                              \
        va_start(list, command);                                              \
        argument = va_arg(list, void *);                                      \
        va_end(list);                                                         \
        if (command == F_SETLK && JUDGE(LOCK, fd, NULL) != GO)                \
            return -1;                                                        \
        return real(fd, command, argument);                                   \
    }

int
flock(int fd, int how)
{
    REAL(flock);
    return JUDGE(LOCK, fd, NULL) != GO ? -1 : real(fd, how);
}

FCNTL(fcntl)
FCNTL(fcntl64)
