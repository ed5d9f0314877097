/* SPDX-License-Identifier: MIT */
/* Large blocks of memory, on huge pages where the system has them. */
#ifndef LOYD_SOLVE_MEMORY_H
#define LOYD_SOLVE_MEMORY_H

#include <stdint.h>

/*
 * `bytes` of memory for a table, not initialised, or NULL. Tables are read at
 * random: with pages of 2 MB each read costs one miss rather than two. NULL
 * too where a size_t cannot hold so many.
 */
void *memory_new(uint64_t bytes);
/* The same, all zero. */
void *memory_zero(uint64_t bytes);
void memory_free(void *block);

#endif
