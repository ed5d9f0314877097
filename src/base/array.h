/* SPDX-License-Identifier: MIT */
/* Arrays that grow as needed, and are sorted. */
#ifndef LOYD_BASE_ARRAY_H
#define LOYD_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes room for n items in total in the array `at`, which has room for
 * `room` items. It grows at least by half. Returns false if memory runs out;
 * the array is then unchanged. `at` is NULL at first; the caller frees it with
 * free.
 *
 *     if (!ARRAY_ROOM(list->at, list->room, list->n + 1))
 *         return LOYD_E_NOMEM;
 *     list->at[list->n++] = item;
 */
#define ARRAY_ROOM(at, room, n)                                               \
    ((n) <= (room) || array_room(&(at), &(room), (n), sizeof(*(at))))

/* Sorts n items as qsort does; without items, `at` may be NULL. */
#define ARRAY_SORT(at, n, compare)                                            \
    array_sort((at), (n), sizeof(*(at)), compare)

/* Called by ARRAY_ROOM; `at` is the address of the pointer. */
bool array_room(void *at, size_t *room, size_t n, size_t bytes);

/* Called by ARRAY_SORT. */
void array_sort(void *at, size_t n, size_t bytes,
                int (*compare)(const void *a, const void *b));

#endif
