/* SPDX-License-Identifier: MIT */
/*
 * Replaces functions of wasi-libc that would need something of the module's
 * surroundings: the module imports web_progress only.
 */
#include <assert.h>
#include <wasi/api.h>

/* A failed assertion has no stderr to print to. It traps, and JavaScript
 * starts the module again. */
_Noreturn void
__assert_fail(const char *claim, const char *file, int line,
              const char *function)
{
    (void)claim;
    (void)file;
    (void)line;
    (void)function;
    __builtin_trap();
}

/* snprintf is linked with all of stdio, which has no file to write to. */
__wasi_errno_t
__wasi_fd_close(__wasi_fd_t fd)
{
    (void)fd;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t
__wasi_fd_seek(__wasi_fd_t fd, __wasi_filedelta_t offset,
               __wasi_whence_t whence, __wasi_filesize_t *at)
{
    (void)fd;
    (void)offset;
    (void)whence;
    (void)at;
    return __WASI_ERRNO_BADF;
}

__wasi_errno_t
__wasi_fd_write(__wasi_fd_t fd, const __wasi_ciovec_t *parts, size_t n,
                __wasi_size_t *written)
{
    (void)fd;
    (void)parts;
    (void)n;
    (void)written;
    return __WASI_ERRNO_BADF;
}
