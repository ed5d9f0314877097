/* SPDX-License-Identifier: MIT */
/* A filter as a set of ids that can be walked in order. */
#ifndef LOYD_STORE_SELECT_H
#define LOYD_STORE_SELECT_H

#include "store/id_set.h"
#include "store/tables.h"

/* --- the selection (select.c) --- */

enum run_kind { RUN_ALL, RUN_GOAL, RUN_CLASS };

/*
 * One run of an index in which ids ascend: all puzzles, or those of one goal
 * (or, of goals without a name, one class) and one length.
 */
struct id_run {
    enum run_kind kind;
    int32_t stm;  /* a proven length; -1: what is not proven */
    int32_t rank; /* where that stands in the order */
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

/* --- what a filter means (filter.c) --- */

/* The runs that hold what the filter means, and what of it is still asked. */
loyd_err filter_runs(struct selection *sel, const loyd_filter *filter,
                     loyd_why *why);

/* What a run's index does not know of the filter: a set of loyd_check. */
unsigned filter_checks(const struct selection *sel, const struct id_run *run);

/* Does the filter want this puzzle of this run? */
loyd_err filter_match(struct selection *sel, const struct id_run *run,
                      const loyd_id *id, bool *yes, loyd_why *why);

/* --- a repeatable choice from it (find.c) --- */

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
