/* SPDX-License-Identifier: MIT */
/* A filter as a set of ids, in order. */
#ifndef LOYD_STORE_SELECT_H
#define LOYD_STORE_SELECT_H

#include "base/range.h"
#include "store/id_set.h"
#include "store/tables.h"

/* --- the selection (select.c) --- */

/* The indices of puzzles: of the id alone, or of a goal or a class, a length
 * and the id. */
enum run_kind {
    RUN_ALL,
    RUN_GOAL, /* the length is that of a proof */
    RUN_GOAL_UPPER,
    RUN_GOAL_ESTIMATE,
    RUN_GOAL_MTM, /* the length is that of the column mtm */
    RUN_CLASS,    /* likewise */
    RUN_CLASS_UPPER,
    RUN_CLASS_ESTIMATE,
    RUN_CLASS_MTM
};

static inline bool
run_is_of_class(enum run_kind kind)
{
    return kind >= RUN_CLASS;
}

/*
 * A run of an index in which ids ascend: all puzzles, or those of one length
 * and one goal (for goals without a name, one class).
 */
struct id_run {
    enum run_kind kind;
    int32_t rank;     /* the length's place in the order */
    int64_t length;   /* as in the index; -1: NULL, the unproven puzzles */
    int64_t key;      /* the goal's key, or the class */
    bool needs_draw;  /* only puzzles with a recipe of selection.drawn */
    bool needs_rank;  /* only puzzles with an estimate in the percentiles */
    bool is_rest;     /* only unproven puzzles without a rating */
    bool is_mtm_rest; /* only puzzles without a rating in MTM */
    loyd_id head;     /* the next id, if the run is in selection.heap */
};

/* Sizes: bit h of heights[w] is w x h. */
struct size_set {
    uint16_t heights[LOYD_SIDE_MAX + 1];
};

static inline bool
size_set_has(const struct size_set *set, unsigned width, unsigned height)
{
    return (set->heights[width] >> height & 1) != 0;
}

/* The ranges of a filter, joined; an empty list is not set. */
struct wanted_ranges {
    struct range_list stm;
    struct range_list mtm;
    struct range_list bounds;
    struct range_list gap;
    struct range_list ranks; /* the percentiles, also within the bands */
};

/* What a filter wants of the lengths in one metric. Its lists are borrowed
 * from the selection. */
struct wanted {
    unsigned wants; /* a set of want */
    struct range_list bounds;
    struct range_list gap;
    bool has_ranks; /* percentiles or bands are wanted: ... */
    struct range_list ranks; /* ... these, which may be none */
};

/* What the runs do not cover of the wanted lengths, as they are of the other
 * metric: tested for each puzzle. */
struct length_test {
    struct range_list stm; /* borrowed likewise, as mtm */
    struct range_list mtm;
    bool has_rest; /* the rest, in `metric` */
    loyd_metric metric;
    struct wanted rest;
};

/*
 * The walk goes through the runs, group by group: in order of id all runs
 * are one group, in an order of lengths those of one length. If the filter
 * lists ids or a seed has few recipes, the walk goes through a list of these
 * puzzles instead.
 */
struct selection {
    loyd_store *store;
    loyd_id first; /* ids from first to last */
    loyd_id last;
    bool is_named;      /* only the puzzle `named` */
    loyd_id named;
    loyd_metric metric; /* of the filter */
    bool is_by_mtm;     /* the runs are of lengths in MTM */
    struct wanted_ranges ranges;
    struct range_list any;     /* all lengths */
    struct range_list lengths; /* of the runs, also within the bounds */
    struct range_list ranked;  /* memory for the lengths of one class that have
                                  the ranks, ... */
    struct range_list meeting; /* ... and are among `lengths` */
    struct wanted want; /* of the runs */
    struct length_test test;
    loyd_use use;
    bool has_sizes;
    struct size_set sizes; /* filters the runs of classes */
    char **drawn;          /* layouts that draw goals, for the recipes */
    size_t n_drawn;
    size_t drawn_room;
    bool has_seed;
    struct seed_series seed;
    loyd_id *excluded; /* sorted */
    size_t n_excluded;
    loyd_id *unused; /* sorted: these count as unused */
    size_t n_unused;
    bool has_prefix;
    loyd_moves prefix; /* the first moves of the stored path */
    loyd_moves path;   /* memory for reading one */
    loyd_order order;
    bool has_after;     /* only puzzles after this length and id, or ... */
    bool is_whole;      /* ... all of this length and after it */
    int32_t after_rank; /* unused in order of id */
    loyd_id after;
    struct id_run *runs;
    size_t n_runs;
    size_t capacity;
    size_t group_end;     /* the end of the current group */
    struct id_run **heap; /* runs with a head, the least head first */
    size_t n_heap;
    bool is_listed;  /* walks the list instead of the runs */
    unsigned n_hits; /* successes and failures of find_near */
    unsigned n_misses;
    struct listed_id *list;
    size_t n_list;
    size_t at_list;
    loyd_plan plan;
};

/*
 * Begins a selection of the puzzles that match `filter` and whose status is in
 * `wants` (a set of want). Reads the goals concerned and their lengths. Use
 * it between read_begin and read_end, and end it with selection_end, also
 * after errors.
 *
 * Errors: LOYD_E_RANGE, those of loyd_layout_parse, LOYD_E_CORRUPT,
 * LOYD_E_NOMEM.
 */
loyd_err selection_begin(struct selection *sel, loyd_store *store,
                         const loyd_filter *filter, unsigned wants,
                         loyd_why *why);
void selection_end(struct selection *sel);

/* Moves the walk to its beginning. O(runs) seeks. */
loyd_err selection_start(struct selection *sel, loyd_why *why);

/*
 * Finds the first id at or after `from`; only in order of id. At most O(runs)
 * seeks; one if the selection is a large part of the catalogue. Ends the walk
 * of selection_next.
 */
loyd_err selection_first(struct selection *sel, loyd_id from, loyd_id *id,
                         bool *found, loyd_why *why);

/* Steps to the next id; one seek. */
loyd_err selection_next(struct selection *sel, loyd_id *id, bool *found,
                        loyd_why *why);

/* Counts the ids. */
loyd_err selection_count(struct selection *sel, uint64_t *count,
                         loyd_why *why);

/* --- runs (select.c) --- */

static inline bool
order_is_mtm(loyd_order order)
{
    return order == LOYD_ORDER_MTM || order == LOYD_ORDER_MTM_DOWN;
}

/* Returns the place of a puzzle in the order, by its lengths, -1 where there
 * is none: less is first. Upper ends come after all proven lengths. */
static inline int32_t
rank_of(loyd_order order, const struct puzzle_place *place)
{
    bool is_up = order == LOYD_ORDER_STM || order == LOYD_ORDER_MTM;
    int32_t proven = place->stm, upper = place->upper;

    if (order == LOYD_ORDER_ID)
        return 0;
    if (order_is_mtm(order)) {
        proven = place->mtm < MTM_OPEN ? place->mtm : -1;
        upper = place->mtm > MTM_OPEN ? place->mtm - MTM_OPEN : -1;
    }
    if (proven >= 0)
        return is_up ? proven : -proven;
    if (upper >= 0)
        return LOYD_STM_MAX + 1 + (is_up ? upper : LOYD_STM_MAX - upper);
    return INT32_MAX;
}

/* Returns whether goals of the selection have separate runs for this puzzle's
 * goal. */
bool selection_has_goal(const struct selection *sel,
                        const struct puzzle_place *place);

/* Returns the run that holds a puzzle; NULL: none. */
const struct id_run *selection_run_of(const struct selection *sel,
                                      const struct puzzle_place *place);

/* Finds where the walk begins in a run; returns false: not in this run. */
bool run_start(const struct selection *sel, const struct id_run *run,
               loyd_id *from);

/* The ends of statements about a run. The indices are named, so that
 * statistics of ANALYZE do not turn a seek into a scan. */
#define IDS " id BETWEEN ?1 AND ?2"
#define OF_ALL " FROM puzzle WHERE" IDS
#define OF_GOAL                                                               \
    " FROM puzzle INDEXED BY puzzle_goal WHERE goal = ?3 AND stm IS ?4 "      \
    "AND" IDS
#define OF_CLASS                                                              \
    " FROM puzzle INDEXED BY puzzle_class WHERE class = ?3 AND stm IS ?4 "    \
    "AND" IDS
#define OF(key, length)                                                       \
    " FROM puzzle INDEXED BY puzzle_" #key "_" #length " WHERE " #key         \
    " = ?3 AND " #length " = ?4 AND" IDS

/* A statement for each kind of run; `id` is the first of its numbers. */
struct run_statement {
    int id;
    const char *sql;
};

#define RUN_STATEMENTS(id, select, end)                                       \
    {                                                                         \
        [RUN_ALL] = {id, select OF_ALL end},                                  \
        [RUN_GOAL] = {id + RUN_GOAL, select OF_GOAL end},                     \
        [RUN_GOAL_UPPER] = {id + RUN_GOAL_UPPER, select OF(goal, upper) end}, \
        [RUN_GOAL_ESTIMATE] = {id + RUN_GOAL_ESTIMATE,                        \
                               select OF(goal, estimate) end},                \
        [RUN_GOAL_MTM] = {id + RUN_GOAL_MTM, select OF(goal, mtm) end},       \
        [RUN_CLASS] = {id + RUN_CLASS, select OF_CLASS end},                  \
        [RUN_CLASS_UPPER] = {id + RUN_CLASS_UPPER,                            \
                             select OF(class, upper) end},                    \
        [RUN_CLASS_ESTIMATE] = {id + RUN_CLASS_ESTIMATE,                      \
                                select OF(class, estimate) end},              \
        [RUN_CLASS_MTM] = {id + RUN_CLASS_MTM, select OF(class, mtm) end},    \
    }

/* Begins a statement about the ids of a run from `from` on. */
void run_query(struct query *q, const struct selection *sel,
               const struct id_run *run, const struct run_statement *statement,
               const loyd_id *from, loyd_why *why);

/* --- lists (listed.c) --- */

/* If the seed has few recipes, replaces the runs by a list of their puzzles
 * that match the filter. */
loyd_err list_seed(struct selection *sel, loyd_why *why);

/* Replaces the runs by the ids that match the filter. LOYD_E_NOT_FOUND: one of
 * them is not stored. */
loyd_err list_ids(struct selection *sel, const loyd_id *ids, size_t n,
                  loyd_why *why);

/* Returns the place in the list where the walk begins. */
size_t list_start(const struct selection *sel);

/* --- counts (census.c) --- */

/* A number of puzzles of one goal, length and status in the filter's
 * metric. */
struct census_line {
    int64_t goal;
    int32_t length; /* -1: unproven */
    loyd_status status;
    uint64_t count;
};

/* Counts of puzzles; all zero is empty. */
struct census {
    struct census_line *lines;
    size_t n;
    size_t room;
};

/* Counts all puzzles of a selection. 32 bytes of memory per goal, length and
 * status. */
loyd_err selection_census(struct selection *sel, struct census *census,
                          loyd_why *why);

/* Counts one puzzle of it. */
loyd_err census_puzzle(struct census *census, struct selection *sel,
                       const loyd_id *id, loyd_why *why);

/* Sorts the lines by goal, then in the order of statistics, and joins equal
 * ones. */
void census_sort(struct census *census);
void census_free(struct census *census);

/* --- filters (filter.c, ranges.c, match.c) --- */

/* Notes the ranges of the filter and of its bands, and checks that the sizes
 * and the class that it names have percentiles. */
loyd_err ranges_begin(struct selection *sel, const loyd_filter *filter,
                      loyd_why *why);

/* Notes the lengths of the runs, once their metric is chosen. LOYD_E_NOMEM. */
loyd_err ranges_narrow(struct selection *sel);
void ranges_end(struct selection *sel);

/* Adds the runs of a goal or a class: a run for each length that its wanted
 * puzzles have. `run` is a RUN_GOAL or a RUN_CLASS, without its length. With
 * is_by_mtm lengths are those in MTM. */
loyd_err ranges_add(struct selection *sel, struct id_run run, int64_t class,
                    loyd_why *why);

/* Returns in *yes whether an estimate of a class (-1: none) is in the
 * percentiles. */
loyd_err ranges_have(loyd_store *store, const struct wanted *want,
                     int64_t class, int64_t estimate, bool *yes,
                     loyd_why *why);

/* Returns whether a length is in the wanted percentiles, if there are any. */
bool wanted_has(const struct wanted *want, const loyd_distribution *d,
                unsigned length);

/* Returns in *yes whether the rating of a puzzle in a metric has the wanted
 * bounds and gap; an unrated one has none. */
loyd_err wanted_ends(loyd_store *store, const struct wanted *want,
                     loyd_metric metric, const loyd_id *id, bool *yes,
                     loyd_why *why);

/* --- lengths in the other metric (length_test.c) --- */

/* Chooses the metric of the runs: theirs are in `want`, the rest becomes the
 * test. Called before the runs are added. */
void length_test_begin(struct selection *sel, const loyd_filter *filter);

/* Once the runs are added by lengths in MTM, the test takes over the wants
 * that these do not cover. */
void length_test_follow(struct selection *sel);

/* Returns whether the puzzles of a run must be tested. */
bool length_test_needs(const struct selection *sel, const struct id_run *run);

/* Returns in *yes whether a puzzle of a run passes the test. */
loyd_err length_test_match(struct selection *sel, const struct id_run *run,
                           const loyd_id *id, bool *yes, loyd_why *why);

/* Finds the place of a puzzle that is in an index; LOYD_E_CORRUPT: it is not
 * in the table. */
loyd_err find_indexed(struct selection *sel, const loyd_id *id,
                      struct puzzle_place *place, loyd_why *why);

/* Adds a run. LOYD_E_NOMEM. */
loyd_err selection_add(struct selection *sel, struct id_run run);

/* Adds the runs of a filter and notes what must be checked per puzzle. */
loyd_err filter_runs(struct selection *sel, const loyd_filter *filter,
                     loyd_why *why);

/* Returns the checks that a run's index does not cover: a set of
 * loyd_check. */
unsigned filter_checks(const struct selection *sel, const struct id_run *run);

/* Returns in *yes whether this puzzle of a run matches the filter. */
loyd_err filter_match(struct selection *sel, const struct id_run *run,
                      const loyd_id *id, bool *yes, loyd_why *why);

/* Finds the status of a puzzle that is unproven in STM: claimed, bounded or
 * unrated. */
loyd_err open_status(loyd_store *store, const loyd_id *id, loyd_status *status,
                     loyd_why *why);

/* Finds the status of a puzzle in a metric. */
loyd_err status_in(loyd_store *store, const loyd_id *id, loyd_metric metric,
                   const struct puzzle_place *place, loyd_status *status,
                   loyd_why *why);

/* Returns whether the filter selects all puzzles. */
bool filter_is_open(const loyd_filter *filter);

/* --- a census of what a filter selects (find.c) --- */

/* Counts what a filter selects, sorted. Errors: those of loyd_store_stats. */
loyd_err find_census(loyd_store *store, const loyd_filter *filter,
                     struct census *census, loyd_why *why);

/* --- repeatable picks (find.c) --- */

/* The state of a pick. */
struct pick {
    const char *seed; /* borrowed */
    uint64_t k;       /* of the next draw */
    uint64_t n_repeats;
    struct id_set taken;
    loyd_id *all; /* the whole selection, loaded once repeats are frequent */
    size_t n_all;
};

/* Picks the next id; *found is false when all are taken. */
loyd_err pick_next(struct pick *choice, struct selection *sel, loyd_id *id,
                   bool *found, loyd_why *why);
void pick_free(struct pick *choice);

#endif
