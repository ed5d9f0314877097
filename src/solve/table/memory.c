/* SPDX-License-Identifier: MIT */
/* Allocates large blocks of memory, on huge pages where available. */
#define _DEFAULT_SOURCE /* madvise */
#include "solve/table/memory.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_PAGE ((size_t)2 << 20)

static void
ask_for_huge_pages(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= HUGE_PAGE)
        (void)madvise(block, bytes, MADV_HUGEPAGE); /* only a hint */
#else
    (void)block;
    (void)bytes;
#endif
}

void *
memory_new(uint64_t bytes)
{
    void *block = NULL;
    size_t page = bytes >= HUGE_PAGE ? HUGE_PAGE : 64, whole;

    if (bytes > SIZE_MAX - page)
        return NULL;
    whole = ((size_t)bytes + page - 1) & ~(page - 1);
    if (posix_memalign(&block, page, whole) != 0)
        return NULL;
    ask_for_huge_pages(block, (size_t)bytes);
    return block;
}

void
memory_free(void *block)
{
    free(block);
}

void *
memory_reserve(uint64_t bytes)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    void *block;

#ifdef MAP_NORESERVE
    flags |= MAP_NORESERVE;
#endif
    if (bytes > SIZE_MAX)
        return NULL;
    block = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (block == MAP_FAILED)
        return NULL;
    ask_for_huge_pages(block, (size_t)bytes);
    return block;
}

void
memory_release(void *block, uint64_t bytes)
{
    if (block != NULL)
        munmap(block, (size_t)bytes);
}

uint64_t
memory_for_search(uint64_t wanted)
{
    uint64_t bytes = UINT64_C(256) << 20;
#ifdef _SC_AVPHYS_PAGES
    long pages, page;
#endif

    if (wanted != 0)
        return wanted;
#ifdef _SC_AVPHYS_PAGES
    pages = sysconf(_SC_AVPHYS_PAGES);
    page = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page > 0)
        bytes = (uint64_t)pages * (uint64_t)page / 4;
#endif
    return bytes < MEMORY_SEARCH_MOST ? bytes : MEMORY_SEARCH_MOST;
}
