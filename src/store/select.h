/* SPDX-License-Identifier: MIT */
/* A filter as a set of ids that can be walked in order. */
#ifndef LOYD_STORE_SELECT_H
#define LOYD_STORE_SELECT_H

#include <string.h>

#include "store/inside.h"
#include "store/rows.h"
#include "store/seed.h"

enum run_kind { RUN_ALL, RUN_GOAL, RUN_CLASS };

/*
 * One run of an index in which ids ascend: all puzzles, or those of one goal
 * (or, of goals without a name, one class) and one length.
 */
struct id_run {
    enum run_kind kind;
    int32_t stm;  /* a proven length; -1: what is not proven */
    int64_t key;  /* the goal's row number, or the class */
    loyd_id head; /* the next one, where it is in selection.heap */
};

/*
 * The walk goes through the runs, group by group: in order of id all runs
 * are one group, in an order of lengths those of one length. Or, where a
 * seed has few recipes, through the list of what they stand for.
 */
struct selection {
    loyd_store *store;
    loyd_id first; /* ids from first to last */
    loyd_id last;
    unsigned wants;
    loyd_use use;
    uint8_t width; /* what runs of classes are filtered by; 0: nothing */
    uint8_t height;
    char random[LOYD_LAYOUT_TEXT]; /* some recipe has this layout; "": any */
    bool has_seed;
    struct seed_series seed;
    loyd_order order;
    bool has_after;    /* only what is behind this length and id, or ... */
    bool is_whole;     /* ... this length from its beginning on */
    int32_t after_stm; /* means nothing in order of id */
    loyd_id after;
    struct id_run *runs;
    size_t n_runs;
    size_t capacity;
    size_t group_end;     /* behind the group at hand */
    struct id_run **heap; /* those with a head, the least head first */
    size_t n_heap;
    bool is_listed;  /* the list instead of the runs */
    unsigned n_hits; /* of selection_near, and where it was in vain */
    unsigned n_misses;
    struct listed_id *list;
    size_t n_list;
    size_t at_list;
    loyd_plan plan;
};

/*
 * What `filter` says, `wants` (a set of want) among it. Reads the goals that
 * it means and their lengths; between read_begin and read_end.
 *
 * Errors: LOYD_E_RANGE, those of loyd_layout_parse, LOYD_E_CORRUPT,
 * LOYD_E_NOMEM. To be ended with selection_end, errors or not.
 */
loyd_err selection_begin(struct selection *sel, loyd_store *store,
                         const loyd_filter *filter, unsigned wants,
                         loyd_why *why);
void selection_end(struct selection *sel);

/* Sets the walk to its beginning. O(runs) seeks. */
loyd_err selection_start(struct selection *sel, loyd_why *why);

/*
 * In order of id only: the first one at or behind `from`. O(runs) seeks at
 * the most, one where the selection is a good part of the catalogue. The
 * walk of selection_next is lost.
 */
loyd_err selection_first(struct selection *sel, loyd_id from, loyd_id *id,
                         bool *found, loyd_why *why);

/* One after the other; a seek each. */
loyd_err selection_next(struct selection *sel, loyd_id *id, bool *found,
                        loyd_why *why);

/* How many there are. */
loyd_err selection_count(struct selection *sel, uint64_t *count,
                         loyd_why *why);

/* What the files of the selection do for each other. */

static inline int
id_compare(const loyd_id *a, const loyd_id *b)
{
    return memcmp(a->byte, b->byte, LOYD_ID_BYTES);
}

/* Once the runs are known: what they are good for, and in which order. */
loyd_err selection_arrange(struct selection *sel, const loyd_filter *filter,
                           loyd_why *why);

/* Where a length stands in the order: less is first. */
int32_t selection_rank(loyd_order order, int32_t stm);

/* What a run's index does not know of the filter: a set of loyd_check. */
unsigned selection_checks(const struct selection *sel,
                          const struct id_run *run);

/* Does the filter want this puzzle of this run? */
loyd_err selection_match(struct selection *sel, const struct id_run *run,
                         const loyd_id *id, bool *yes, loyd_why *why);

/* By kind, key and length, for qsort; so they stand in order of id. */
int run_compare(const void *a, const void *b);

/* The run in which a puzzle stands, NULL: in none. */
const struct id_run *run_of_place(const struct selection *sel,
                                  const struct puzzle_place *place);

/*
 * In order of id: looks at puzzles from `from` on, as many as are worth it.
 * Where *found, `from` is the first that the filter wants; otherwise there
 * is none before it, and where *is_end none at all behind.
 */
loyd_err selection_near(struct selection *sel, loyd_id *from, bool *found,
                        bool *is_end, loyd_why *why);

/*
 * Where the seed has few recipes: their puzzles, those that the runs and the
 * filter want, in order, instead of the runs.
 */
loyd_err list_begin(struct selection *sel, loyd_why *why);

/* The first one of the list from which on it is wanted. */
size_t list_start(const struct selection *sel);

#endif
