/* SPDX-License-Identifier: MIT */
/* Builds a table by breadth-first search, one level after the other. */
#ifndef LOYD_SOLVE_TABLE_LEVELS_H
#define LOYD_SOLVE_TABLE_LEVELS_H

#include "solve/table/team.h"

#define LEVEL_NEVER UINT16_MAX /* where no state has been found yet */

/* The state of a search: the first member of its builder. */
struct levels {
    struct monitor *monitor;
    unsigned level;      /* being searched; 1 at first */
    atomic_uint next;    /* of the shares of a level; 0 at its beginning */
    atomic_bool has_new; /* set when a state of this level is found */
    atomic_bool has_failed;
    bool is_done;
};

/* What a table does by itself; the functions are called by all threads. */
struct level_kind {
    size_t scratch_bytes; /* of each thread */
    /* Finds the states of a level. */
    void (*search)(struct levels *l, void *scratch);
    /* Called after the last level; may set l->has_failed. NULL: none. */
    void (*finish)(struct levels *l);
};

/* Searches until a level has no states. Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM,
 * LOYD_E_CANCELLED. */
LOYD_NODISCARD loyd_err levels_run(struct levels *l,
                                   const struct level_kind *kind,
                                   unsigned threads);

#endif
