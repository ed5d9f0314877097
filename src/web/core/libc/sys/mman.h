/* SPDX-License-Identifier: MIT */
/* The part of <sys/mman.h> that the library uses: no file is ever mapped. */
#ifndef LOYD_WEB_MMAN_H
#define LOYD_WEB_MMAN_H

#include <stdlib.h>

#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void *)-1)

/* The only use here is anonymous memory, which has to be zero. */
static inline void *
mmap(void *at, size_t bytes, int protection, int flags, int file, long offset)
{
    void *block = calloc(bytes, 1);

    (void)at;
    (void)protection;
    (void)flags;
    (void)file;
    (void)offset;
    return block != NULL ? block : MAP_FAILED;
}

static inline int
munmap(void *at, size_t bytes)
{
    (void)bytes;
    free(at);
    return 0;
}

#endif
