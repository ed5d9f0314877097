/* SPDX-License-Identifier: MIT */
/* Counts by name: a sorted array. */
#include "pack/manifest_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void
tally_free(struct tally *counts)
{
    for (size_t i = 0; i < counts->n; i++)
        free(counts->at[i].name);
    free(counts->at);
    memset(counts, 0, sizeof(*counts));
}

/* Compares a name of the list with another one, by bytes. */
static int
compare(const struct tally_count *there, struct slice name)
{
    int order = memcmp(there->name, name.at,
                       there->len < name.len ? there->len : name.len);

    return order != 0 ? order
                      : (there->len > name.len) - (there->len < name.len);
}

/* Returns the index of a name, or the index where it belongs. */
static size_t
place_of(const struct tally *counts, struct slice name, bool *is_there)
{
    size_t low = 0, high = counts->n;

    *is_there = false;
    while (low < high && !*is_there) {
        size_t middle = low + (high - low) / 2;
        int order = compare(&counts->at[middle], name);

        *is_there = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return *is_there ? high : low;
}

loyd_err
tally_add(struct tally *counts, struct slice name, uint64_t n)
{
    size_t at = counts->last;
    bool is_there = at < counts->n && compare(&counts->at[at], name) == 0;
    char *copy;

    if (!is_there)
        at = counts->last = place_of(counts, name, &is_there);
    if (is_there) {
        counts->at[at].n += n;
        return LOYD_OK;
    }
    if (!ARRAY_ROOM(counts->at, counts->room, counts->n + 1) ||
        (copy = malloc(name.len + 1)) == NULL)
        return LOYD_E_NOMEM;
    memcpy(copy, name.at, name.len);
    copy[name.len] = '\0';
    memmove(&counts->at[at + 1], &counts->at[at],
            (counts->n - at) * sizeof(counts->at[0]));
    counts->at[at] = (struct tally_count){copy, name.len, n};
    counts->n++;
    return LOYD_OK;
}
