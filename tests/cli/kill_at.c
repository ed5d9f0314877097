/* SPDX-License-Identifier: MIT */
/* A preloaded library that ends the process before the KILL_AT-th call that
 * changes a file or folder, locks or syncs, like a kill or a power failure. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>

static void
count(void)
{
    static int n;
    const char *at = getenv("KILL_AT");

    if (at != NULL && ++n == atoi(at))
        raise(SIGKILL);
}

#define PASS(TYPE, NAME, TAKES, GIVES)                                        \
    TYPE NAME TAKES                                                           \
    {                                                                         \
        TYPE(*next) TAKES = (TYPE(*) TAKES)dlsym(RTLD_NEXT, #NAME);           \
                                                                              \
        count();                                                              \
        return next GIVES;                                                    \
    }

PASS(int, mkdirat, (int dir, const char *name, mode_t mode), (dir, name, mode))
PASS(int, unlinkat, (int dir, const char *name, int flags), (dir, name, flags))
PASS(int, renameat,
     (int dir, const char *name, int to, const char *new_name),
     (dir, name, to, new_name))
PASS(int, rename, (const char *name, const char *new_name), (name, new_name))
PASS(int, unlink, (const char *name), (name))
PASS(int, linkat,
     (int dir, const char *name, int to, const char *new_name, int flags),
     (dir, name, to, new_name, flags))
PASS(int, fchmod, (int fd, mode_t mode), (fd, mode))
PASS(int, flock, (int fd, int how), (fd, how))
PASS(ssize_t, getrandom, (void *bytes, size_t len, unsigned int flags),
     (bytes, len, flags))
PASS(ssize_t, write, (int fd, const void *bytes, size_t len),
     (fd, bytes, len))
PASS(int, fsync, (int fd), (fd))
PASS(int, fdatasync, (int fd), (fd))
PASS(ssize_t, pwrite64, (int fd, const void *bytes, size_t len, off_t at),
     (fd, bytes, len, at))
