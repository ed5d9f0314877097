/* SPDX-License-Identifier: MIT */
/* The part of <sys/mman.h> that the library uses; nothing is ever mapped. */
#ifndef LOYD_WEB_MMAN_H
#define LOYD_WEB_MMAN_H

#include <stddef.h>

static inline int
munmap(void *at, size_t bytes)
{
    (void)at;
    (void)bytes;
    return 0;
}

#endif
