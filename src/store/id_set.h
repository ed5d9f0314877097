/* SPDX-License-Identifier: MIT */
/* A set of ids, or of other hashes of the same length. */
#ifndef LOYD_STORE_ID_SET_H
#define LOYD_STORE_ID_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "loyd/puzzle.h"

#define ID_SET_PARTS 16

/*
 * Open addressing, 10 bytes per slot, at most four fifths full. Each of the
 * 16 parts grows separately, which avoids a second copy of the whole set: at
 * most ID_SET_MAX ids take 168 MB. All zero is an empty set.
 */
struct id_set {
    struct {
        loyd_id *slots; /* a free slot is all zero */
        size_t capacity;
        size_t n;
        bool has_zero; /* holds the id that is all zero */
    } part[ID_SET_PARTS];
    size_t n; /* in all */
};

#define ID_SET_MAX 13000000

/* Adds an id; *is_new: it was not in the set. Errors: LOYD_E_NOMEM. */
loyd_err id_set_add(struct id_set *set, const loyd_id *id, bool *is_new);

/* Returns whether the set has an id. */
bool id_set_has(const struct id_set *set, const loyd_id *id);
void id_set_free(struct id_set *set);

#endif
