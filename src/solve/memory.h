/* SPDX-License-Identifier: MIT */
/* Large blocks of memory, on huge pages where the system has them. */
#ifndef LOYD_SOLVE_MEMORY_H
#define LOYD_SOLVE_MEMORY_H

#include <stddef.h>

/*
 * `bytes` of memory for a table, not initialised, or NULL. Tables are read at
 * random: with pages of 2 MB each read costs one miss rather than two.
 */
void *memory_new(size_t bytes);
/* The same, all zero. */
void *memory_zero(size_t bytes);
void memory_free(void *block);

#endif
