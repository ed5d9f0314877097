/* SPDX-License-Identifier: MIT */
/* Counts by name. */
#ifndef LOYD_PACK_TALLY_H
#define LOYD_PACK_TALLY_H

#include "base/slice.h"
#include "loyd/error.h"

/* Sorted by the bytes of the names. */
struct tally {
    struct tally_count {
        char *name; /* NUL-terminated; untrusted names may contain NULs */
        size_t len;
        uint64_t n;
    } * at;
    size_t n;
    size_t room;
    size_t last; /* index of the last added name, which often repeats */
};

/* Adds n to the count of a name. Errors: LOYD_E_NOMEM. */
loyd_err tally_add(struct tally *counts, struct slice name, uint64_t n);
/* Returns the index of a name, or counts->n if it is absent. */
size_t tally_find(const struct tally *counts, struct slice name);
bool tally_equal(const struct tally *a, const struct tally *b);
void tally_free(struct tally *counts);

#endif
