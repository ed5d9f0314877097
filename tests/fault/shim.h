/* SPDX-License-Identifier: MIT */
/* What the parts of the injector of faults share; shim.c tells what it does.
 */
#ifndef LOYD_FAULT_SHIM_H
#define LOYD_FAULT_SHIM_H

#include <dlfcn.h>
#include <stdint.h>
#include <sys/types.h>

/* The classes of calls. */
enum kind {
    OPEN,
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

/* The library's own function, behind ours. */
#define REAL(name)                                                            \
    static __typeof__(&name) real;                                            \
    if (real == NULL)                                                         \
    *(void **)&real = dlsym(RTLD_NEXT, #name)

enum verdict shim_judge(enum kind kind, const char *call, int fd,
                        const char *path, const void *caller);

#define JUDGE(kind, fd, path)                                                 \
    shim_judge(kind, __func__, fd, path, __builtin_return_address(0))

/* Of a read or write that is short; and of one that is the last. */
size_t shim_part(size_t n);
void shim_torn(void);

/* The log of what changes files; nothing happens where there is none. */
void log_open(const char *path);
int log_is_open(void);
uint64_t log_inode(int fd);
uint64_t log_inode_at(int at, const char *path);
void log_bytes(int fd, const void *bytes, ssize_t n, int64_t at);
void log_op(const char *op, uint64_t ino, uint64_t where);
void log_name(const char *op, uint64_t ino, int at, const char *path);

#endif
