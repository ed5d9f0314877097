/* SPDX-License-Identifier: MIT */
/*
 * Makes memory run out, at any one allocation of a job or from one on. The
 * linker puts these functions between the library and malloc (see the
 * Makefile). Tests only.
 */
#ifndef STARVE_H
#define STARVE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* Countdown to the allocation that fails; 0: none fails. */
static atomic_uint fails_at;
static bool fails_on; /* all later ones fail too */
static atomic_bool has_failed;

static inline bool
fails_now(void)
{
    unsigned n = atomic_load(&fails_at);

    while (n > 0 && !atomic_compare_exchange_weak(&fails_at, &n, n - 1))
        ;
    if (n != 1)
        return false;
    atomic_store(&fails_at, fails_on);
    atomic_store(&has_failed, true);
    return true;
}

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
int __real_posix_memalign(void **out, size_t alignment, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
int __wrap_posix_memalign(void **out, size_t alignment, size_t bytes);

void *
__wrap_malloc(size_t bytes)
{
    return fails_now() ? NULL : __real_malloc(bytes);
}

void *
__wrap_calloc(size_t n, size_t bytes)
{
    return fails_now() ? NULL : __real_calloc(n, bytes);
}

void *
__wrap_realloc(void *old, size_t bytes)
{
    return fails_now() ? NULL : __real_realloc(old, bytes);
}

int
__wrap_posix_memalign(void **out, size_t alignment, size_t bytes)
{
    return fails_now() ? 12 : __real_posix_memalign(out, alignment, bytes);
}

#endif
