/* SPDX-License-Identifier: MIT */
/* The tables owned by a solver: a small and a large set for each class. */
#ifndef LOYD_SOLVE_TABLE_STOCK_H
#define LOYD_SOLVE_TABLE_STOCK_H

#include "solve/table/heuristic.h"
#include "solve/table/views.h"
#include "solve/table/whole.h"

/* Tables of one size: at most one of the three, NULL until built. */
struct table_set {
    struct heuristic *patterns;
    struct whole *whole;
    struct views *views;
    bool is_condemned; /* the file is damaged and must not be read */
};

/* The tables of one class, built when needed. */
struct class_tables {
    loyd_class cls;
    struct table_set small;
    struct table_set large;
    uint64_t large_bytes; /* 0: the class has no large tables */
    bool has_large;       /* built, or in a file */
    uint64_t small_nodes; /* nodes generated with the small tables */
    struct class_tables *next;
};

/* Returns whether the large tables are built or mapped. */
static inline bool
stock_is_open(const struct class_tables *c)
{
    return c->large.patterns != NULL || c->large.whole != NULL ||
           c->large.views != NULL;
}

struct stock {
    struct class_tables *classes;
    char *cache_dir; /* NULL: no files */
    uint64_t cache_limit; /* bytes of all files; 0: none */
    unsigned threads;
    const loyd_listener *listener; /* for notices and warnings */
    struct monitor *monitor;
};

void stock_free(struct stock *s);

/* Finds or adds a class; no tables are built. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err stock_class(struct stock *s, const loyd_class *cls,
                                    struct class_tables **found);

/*
 * Returns the class's small or large tables: from memory, from a file, or
 * newly built. Those that are kept (partition_is_kept) are then written to a
 * file, unless the call has a `stop`: that may take long. A damaged file
 * causes a warning and is replaced; a file that cannot be written causes a
 * notice.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err stock_tables(struct stock *s, struct class_tables *c,
                                     bool is_large,
                                     const struct table_set **found);

/*
 * Called when the small or large tables in use have an impossible value. If
 * they come from a file, drops them and the file, so that the next
 * stock_tables builds them, and returns true: the caller must discard all
 * results based on them.
 */
bool stock_condemn(struct stock *s, struct class_tables *c, bool is_large);

#endif
