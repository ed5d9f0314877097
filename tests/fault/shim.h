/* SPDX-License-Identifier: MIT */
/* Shared by the parts of the fault injector; see shim_plan.c. */
#ifndef LOYD_FAULT_SHIM_H
#define LOYD_FAULT_SHIM_H

#include <dlfcn.h>
#include <stdint.h>
#include <sys/types.h>

/* The classes of calls. */
enum kind {
    OPEN,
    CREATE,
    READ,
    WRITE,
    SYNC,
    RENAME,
    TRUNCATE,
    MKDIR,
    CLOSE,
    STAT,
    MMAP,
    RANDOM,
    UNLINK,
    CHMOD,
    LOCK,
    THREAD,
    MALLOC,
    ANY,
    KINDS
};

enum verdict { GO, FAIL, SHORT };

/* The C library's function that ours replaces. */
#define REAL(name)                                                            \
    static __typeof__(&name) real;                                            \
    if (real == NULL)                                                         \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

enum verdict shim_judge(enum kind kind, const char *call, int fd,
                        const char *path, const void *caller);

#define JUDGE(kind, fd, path)                                                 \
    shim_judge(kind, __func__, fd, path, __builtin_return_address(0))

/* The length of a short read or write; and the kill after a torn write. */
size_t shim_part(size_t n);
void shim_torn(void);

/* The log of calls that change files; without effect if none is open. */
void log_open(const char *path);
int log_is_open(void);
uint64_t log_inode(int fd);
uint64_t log_inode_at(int at, const char *path);
void log_bytes(int fd, const void *bytes, ssize_t n, int64_t at);
void log_op(const char *op, uint64_t ino, uint64_t where);
void log_name(const char *op, uint64_t ino, int at, const char *path);

#endif
