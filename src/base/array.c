/* SPDX-License-Identifier: MIT */
/* Grows and sorts arrays. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ROOM_FIRST 16

bool
array_room(void *at, size_t *room, size_t n, size_t bytes)
{
    size_t wanted = *room + *room / 2 + ROOM_FIRST;
    void *old, *grown;

    if (n <= *room)
        return true;
    if (wanted < n)
        wanted = n;
    /* memcpy, because a T ** must not be accessed as a void **. */
    memcpy(&old, at, sizeof(old));
    if (wanted > SIZE_MAX / bytes ||
        (grown = realloc(old, wanted * bytes)) == NULL)
        return false;
    memcpy(at, &grown, sizeof(grown));
    *room = wanted;
    return true;
}

void
array_sort(void *at, size_t n, size_t bytes,
           int (*compare)(const void *a, const void *b))
{
    if (n > 1) /* qsort must not be given NULL, as an empty array may be */
        qsort(at, n, bytes, compare);
}
