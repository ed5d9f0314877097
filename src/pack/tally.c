/* SPDX-License-Identifier: MIT */
/* Owns counts by name. */
#include "pack/tally.h"

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

static bool
is_name(const struct tally *counts, size_t at, const char *name, size_t len)
{
    const char *there = at < counts->n ? counts->at[at].name : NULL;

    return there != NULL && strncmp(there, name, len) == 0 &&
           there[len] == '\0';
}

/* Where a name stands, or belongs. */
static size_t
place_of(const struct tally *counts, const char *name, size_t len,
         bool *is_there)
{
    size_t low = 0, high = counts->n;

    *is_there = false;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *there = counts->at[middle].name;
        int order = strncmp(there, name, len);

        if (order == 0 && there[len] != '\0')
            order = 1;
        if (order == 0) {
            *is_there = true;
            return middle;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

loyd_err
tally_add(struct tally *counts, const char *name, size_t len, uint64_t n)
{
    bool is_there = is_name(counts, counts->last, name, len);
    size_t at =
        is_there ? counts->last : place_of(counts, name, len, &is_there);
    char *copy;

    counts->last = at;
    if (is_there) {
        counts->at[at].n += n;
        return LOYD_OK;
    }
    if (!ARRAY_ROOM(counts->at, counts->room, counts->n + 1))
        return LOYD_E_NOMEM;
    if ((copy = malloc(len + 1)) == NULL)
        return LOYD_E_NOMEM;
    memcpy(copy, name, len);
    copy[len] = '\0';
    memmove(&counts->at[at + 1], &counts->at[at],
            (counts->n - at) * sizeof(counts->at[0]));
    counts->at[at] = (struct tally_count){copy, n};
    counts->n++;
    return LOYD_OK;
}

size_t
tally_find(const struct tally *counts, const char *name, size_t len)
{
    bool is_there;
    size_t at = place_of(counts, name, len, &is_there);

    return is_there ? at : counts->n;
}

bool
tally_equal(const struct tally *a, const struct tally *b)
{
    bool is_equal = a->n == b->n;

    for (size_t i = 0; is_equal && i < a->n; i++)
        is_equal = a->at[i].n == b->at[i].n &&
                   strcmp(a->at[i].name, b->at[i].name) == 0;
    return is_equal;
}
