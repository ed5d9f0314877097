/* SPDX-License-Identifier: MIT */
/* Allocates large blocks of memory, on huge pages where available. */
#ifndef LOYD_SOLVE_TABLE_MEMORY_H
#define LOYD_SOLVE_TABLE_MEMORY_H

#include <stdint.h>

#define MEMORY_SEARCH_MOST (UINT64_C(384) << 20)

/*
 * Allocates `bytes` of uninitialised memory for a table. Returns NULL if out
 * of memory or if `bytes` exceeds a size_t. Tables are read at random; with
 * pages of 2 MB each read costs one cache miss instead of two.
 */
void *memory_new(uint64_t bytes);
void memory_free(void *block);

/*
 * Reserves `bytes` that read as zero; memory is used only where it is written.
 * Returns NULL if out of address space.
 */
void *memory_reserve(uint64_t bytes);
void memory_release(void *block, uint64_t bytes);

/*
 * Returns the bytes that a search may use to remember nodes: `wanted` or, if
 * that is 0, a quarter of the memory that is free, at most MEMORY_SEARCH_MOST,
 * or a quarter of a gigabyte if the system does not tell.
 */
uint64_t memory_for_search(uint64_t wanted);

#endif
