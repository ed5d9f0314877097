/* SPDX-License-Identifier: MIT */
/* A repeatable choice from a selection. */
#ifndef LOYD_STORE_PICK_H
#define LOYD_STORE_PICK_H

#include "store/id_set.h"
#include "store/select.h"

/* The ids that are picked already, and the way to the next. */
struct pick {
    const char *seed; /* borrowed */
    uint64_t k;       /* of the next draw */
    uint64_t n_repeats;
    struct id_set taken;
    loyd_id *all; /* the whole selection in order, once it is small */
    size_t n_all;
};

/* The next id that `seed` picks; *found is false when all are taken. */
loyd_err pick_next(struct pick *choice, struct selection *sel, loyd_id *id,
                   bool *found, loyd_why *why);
void pick_free(struct pick *choice);

#endif
