/* SPDX-License-Identifier: MIT */
/* How many there are of each name. */
#ifndef LOYD_PACK_TALLY_H
#define LOYD_PACK_TALLY_H

#include "base/slice.h"
#include "loyd/error.h"

/* In byte order of the names. */
struct tally {
    struct tally_count {
        char *name; /* ended by NUL; a stranger's may hold others too */
        size_t len;
        uint64_t n;
    } * at;
    size_t n;
    size_t room;
    size_t last; /* the name added last: often the next one */
};

/* Adds n of a name. Errors: LOYD_E_NOMEM. */
loyd_err tally_add(struct tally *counts, struct slice name, uint64_t n);
/* The place of a name; counts->n: it has none. */
size_t tally_find(const struct tally *counts, struct slice name);
bool tally_equal(const struct tally *a, const struct tally *b);
void tally_free(struct tally *counts);

#endif
