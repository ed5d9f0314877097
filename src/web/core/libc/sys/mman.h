/* SPDX-License-Identifier: MIT */
/* The part of <sys/mman.h> that the library uses; nothing is ever mapped. */
#ifndef LOYD_WEB_MMAN_H
#define LOYD_WEB_MMAN_H

#include <stddef.h>

#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void *)-1)

static inline void *
mmap(void *at, size_t bytes, int protection, int flags, int file, long offset)
{
    (void)at;
    (void)bytes;
    (void)protection;
    (void)flags;
    (void)file;
    (void)offset;
    return MAP_FAILED;
}

static inline int
munmap(void *at, size_t bytes)
{
    (void)at;
    (void)bytes;
    return 0;
}

#endif
