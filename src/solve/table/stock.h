/* SPDX-License-Identifier: MIT */
/* The tables owned by a solver: a small and a large set for each class. */
#ifndef LOYD_SOLVE_TABLE_STOCK_H
#define LOYD_SOLVE_TABLE_STOCK_H

#include "solve/table/body.h"

/* The tables of one class, built when needed. */
struct class_tables {
    loyd_class cls;
    loyd_metric metric;
    struct table_body tables[2]; /* small, large; all zero until opened */
    bool is_condemned[2];        /* a damaged file must not be read */
    bool has_large;              /* built, or in a file */
    uint64_t worth_large; /* nodes after which large tables are built; 0: there
                             are none */
    uint64_t small_nodes; /* nodes generated with the small tables */
    struct class_tables *next;
};

/* Returns whether the small or large tables are built or mapped. */
static inline bool
stock_is_open(const struct class_tables *c, bool is_large)
{
    return c->tables[is_large].owner != NULL;
}

struct stock {
    struct class_tables *classes;
    /* kind_of, which this part does not see */
    const struct table_kind *(*kind_of)(const loyd_class *cls,
                                        loyd_metric metric, loyd_tables size);
    char *cache_dir; /* NULL: no files */
    unsigned threads;
    const loyd_listener *listener; /* for notices and warnings */
    struct monitor *monitor;
};

void stock_free(struct stock *s);

/* Finds or adds a class; no tables are built. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err stock_class(struct stock *s, const loyd_class *cls,
                                    loyd_metric metric,
                                    struct class_tables **found);

/*
 * Returns the class's small or large tables: from memory, from a file, or
 * newly built. Those that are kept (body->is_kept) are then written to a file,
 * unless the call has a `stop`: that may take long. A damaged file causes a
 * warning and is replaced; a file that cannot be written causes a notice.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err stock_tables(struct stock *s, struct class_tables *c,
                                     bool is_large,
                                     const struct table_body **found);

/* Sends a notice that tables are being built. */
void stock_tell_building(const struct stock *s, const struct table_body *b);

/*
 * Called when the small or large tables in use have an impossible value. If
 * they come from a file, drops them and the file, so that the next
 * stock_tables builds them, and returns true: the caller must discard all
 * results based on them.
 */
bool stock_condemn(struct stock *s, struct class_tables *c, bool is_large);

#endif
