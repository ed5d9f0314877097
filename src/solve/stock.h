/* SPDX-License-Identifier: MIT */
/* The tables that a solver owns: a small and a large set for each class. */
#ifndef LOYD_SOLVE_STOCK_H
#define LOYD_SOLVE_STOCK_H

#include "solve/heuristic.h"
#include "solve/whole.h"

/* Tables of one size: at most one of the two, NULL until made. */
struct table_set {
    struct heuristic *patterns;
    struct whole *whole;
};

/* What one class has, made when it is needed. */
struct class_tables {
    loyd_class cls;
    struct table_set small;
    struct table_set large;
    uint64_t large_bytes; /* 0: there are no large ones for this class */
    bool has_large;       /* made, or kept in a file */
    bool is_condemned;    /* the file is damaged, and not read again */
    uint64_t small_nodes; /* generated with the small ones so far */
    struct class_tables *next;
};

struct stock {
    struct class_tables *classes;
    char *cache_dir; /* NULL: no files */
    unsigned threads;
    const loyd_listener *listener; /* its notices and warnings */
    struct monitor *monitor;
};

void stock_free(struct stock *s);

/* The class, with nothing made yet. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err stock_class(struct stock *s, const loyd_class *cls,
                                    struct class_tables **found);

/*
 * The class's small or large tables: from memory, from a file, or built now
 * and, where large, kept in a file. A damaged file is warned of and replaced;
 * that one cannot be written is worth a notice.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err stock_tables(struct stock *s, struct class_tables *c,
                                     bool is_large,
                                     const struct table_set **found);

/*
 * The large tables in use came to an impossible value. Where they are those
 * of a file, drops them and the file, so that the next stock_tables builds
 * them, and returns true: what they brought must be thought over.
 */
bool stock_condemn(struct stock *s, struct class_tables *c);

#endif
