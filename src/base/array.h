/* SPDX-License-Identifier: MIT */
/* Arrays that grow, all by one rule. */
#ifndef LOYD_BASE_ARRAY_H
#define LOYD_BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Makes room for n items in all in the array `at`, which has room for `room`:
 * by half as much again where that is more. False: out of memory, and all is
 * as it was. `at` begins as NULL and is freed by free.
 *
 *     if (!ARRAY_ROOM(list->at, list->room, list->n + 1))
 *         return LOYD_E_NOMEM;
 *     list->at[list->n++] = item;
 */
#define ARRAY_ROOM(at, room, n)                                               \
    ((n) <= (room) || array_room(&(at), &(room), (n), sizeof(*(at))))

/* `at` is the address of the array's pointer. */
bool array_room(void *at, size_t *room, size_t n, size_t bytes);

#endif
