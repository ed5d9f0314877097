/* SPDX-License-Identifier: MIT */
/* The boards that a beam has reached, by hash. New ones replace old ones. */
#ifndef LOYD_SOLVE_UPPER_BEAM_SEEN_H
#define LOYD_SOLVE_UPPER_BEAM_SEEN_H

#include "solve/table/frame.h"

/* The hash of a board is hash[home][cell] of all its tiles, by exclusive or.
 */
struct beam_seen {
    uint64_t (*hash)[LOYD_CELLS_MAX]; /* [n_cells] */
    uint32_t *rest; /* [mask + 1] of a hash, by its first bits */
    uint64_t mask;
};

/*
 * Prepares an empty table for about as many boards as `nodes`, at most 16 MB.
 * The caller frees it with beam_seen_free, also after an error. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err beam_seen_make(struct beam_seen *s, unsigned n_cells,
                                       uint64_t nodes);
void beam_seen_free(struct beam_seen *s);

static inline void
beam_seen_prefetch(const struct beam_seen *s, uint64_t hash)
{
    __builtin_prefetch(&s->rest[hash & s->mask]);
}

/* Adds a board. Returns false if it was in the table. */
static inline bool
beam_seen_add(struct beam_seen *s, uint64_t hash)
{
    uint32_t *rest = &s->rest[hash & s->mask];
    uint32_t added = (uint32_t)(hash >> 32) | 1;

    if (*rest == added)
        return false;
    *rest = added;
    return true;
}

#endif
