/* SPDX-License-Identifier: MIT */
/*
 * A preloaded library that makes one file fail. FAIL_NAME is the end of its
 * path, FAIL_ERRNO the error, FAIL_AT the number of the open that fails, from
 * 1 (0: all). With FAIL_READ=N opening succeeds, and the N-th read and all
 * later ones fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define FDS 1024

static int opened;
static bool is_bad[FDS];
static long n_read;

static bool
is_named(const char *path)
{
    const char *name = getenv("FAIL_NAME");
    size_t len = strlen(path), n = name != NULL ? strlen(name) : 0;

    return n > 0 && n <= len && strcmp(path + len - n, name) == 0;
}

static long
number(const char *name)
{
    const char *text = getenv(name);

    return text != NULL ? strtol(text, NULL, 10) : 0;
}

static int
wrap(int (*next)(int, const char *, int, ...), int dir, const char *path,
     int flags, va_list args)
{
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(args, mode_t) : 0;
    bool fails = is_named(path) && (number("FAIL_AT") == 0 ||
                                    ++opened == (int)number("FAIL_AT"));
    int fd;

    if (fails && getenv("FAIL_READ") == NULL) {
        errno = (int)number("FAIL_ERRNO");
        return -1;
    }
    fd = next(dir, path, flags, mode);
    if (fd >= 0 && fd < FDS)
        is_bad[fd] = fails;
    return fd;
}

#define WRAP(NAME, HEAD, DIR, REAL)                                           \
    int NAME HEAD                                                             \
    {                                                                         \
        int (*next)(int, const char *, int, ...);                             \
        va_list args;                                                         \
        int fd;                                                               \
                                                                              \
        *(void **)&next = dlsym(RTLD_NEXT, REAL);                             \
        va_start(args, flags);                                                \
        fd = wrap(next, DIR, path, flags, args);                              \
        va_end(args);                                                         \
        return fd;                                                            \
    }

WRAP(open, (const char *path, int flags, ...), AT_FDCWD, "openat")
WRAP(open64, (const char *path, int flags, ...), AT_FDCWD, "openat64")
WRAP(openat, (int dir, const char *path, int flags, ...), dir, "openat")
WRAP(openat64, (int dir, const char *path, int flags, ...), dir, "openat64")

static bool
fails(int fd)
{
    if (fd < 0 || fd >= FDS || !is_bad[fd] ||
        ++n_read < number("FAIL_READ"))
        return false;
    errno = (int)number("FAIL_ERRNO");
    return true;
}

ssize_t
read(int fd, void *bytes, size_t n)
{
    ssize_t (*next)(int, void *, size_t);

    *(void **)&next = dlsym(RTLD_NEXT, "read");
    return fails(fd) ? -1 : next(fd, bytes, n);
}

ssize_t
pread(int fd, void *bytes, size_t n, off_t at)
{
    ssize_t (*next)(int, void *, size_t, off_t);

    *(void **)&next = dlsym(RTLD_NEXT, "pread");
    return fails(fd) ? -1 : next(fd, bytes, n, at);
}

ssize_t
pread64(int fd, void *bytes, size_t n, off64_t at)
{
    ssize_t (*next)(int, void *, size_t, off64_t);

    *(void **)&next = dlsym(RTLD_NEXT, "pread64");
    return fails(fd) ? -1 : next(fd, bytes, n, at);
}
