/* SPDX-License-Identifier: MIT */
/* A filter as a set of ids that can be walked in order. */
#ifndef LOYD_STORE_SELECT_H
#define LOYD_STORE_SELECT_H

#include "store/inside.h"
#include "store/rows.h"

typedef enum run_kind { RUN_ALL, RUN_GOAL, RUN_CLASS } run_kind;

/*
 * One run of an index in which ids ascend: all puzzles, or those of one goal
 * (or, of goals without a name, one class) and one length.
 */
typedef struct id_run {
    run_kind kind;
    int32_t stm;   /* a proven length; -1: what is not proven */
    int64_t key;   /* the goal's row number, or the class */
    loyd_id head;  /* the next one, where it is in selection.heap */
} id_run;

typedef struct selection {
    loyd_store *store;
    loyd_id first; /* ids from first to last */
    loyd_id last;
    unsigned wants;
    uint8_t width; /* what runs of classes are filtered by; 0: nothing */
    uint8_t height;
    char random[LOYD_LAYOUT_TEXT]; /* some recipe has this layout; "": any */
    id_run *runs;
    size_t n_runs;
    size_t capacity;
    id_run **heap; /* those with a head, the least head first */
    size_t n_heap;
} selection;

/*
 * What `filter` says, `wants` (a set of want) among it. Reads the goals that
 * it means and their lengths; between read_begin and read_end.
 *
 * Errors: LOYD_E_RANGE, those of loyd_layout_parse, LOYD_E_CORRUPT,
 * LOYD_E_NOMEM. To be ended with selection_end, errors or not.
 */
loyd_err selection_begin(selection *sel, loyd_store *store,
                         const loyd_filter *filter, unsigned wants,
                         loyd_why *why);
void selection_end(selection *sel);

/*
 * The ids in order: seek sets the walk to the first at or behind `from`, and
 * next gives one after the other. O(runs) seeks for seek, one for next.
 */
loyd_err selection_seek(selection *sel, const loyd_id *from, loyd_why *why);
loyd_err selection_next(selection *sel, loyd_id *id, bool *found,
                        loyd_why *why);

/* How many there are. */
loyd_err selection_count(selection *sel, uint64_t *count, loyd_why *why);

#endif
