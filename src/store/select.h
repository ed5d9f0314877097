/* SPDX-License-Identifier: MIT */
/* A filter as a set of ids, in order. */
#ifndef LOYD_STORE_SELECT_H
#define LOYD_STORE_SELECT_H

#include "base/range.h"
#include "store/id_set.h"
#include "store/sql.h"
#include "store/tables.h"

/* --- order.c: the order of results --- */

/* All zero is the order of ids, which decide between equals in all others. */
struct order {
    const char *field; /* a column of the view `puzzles`, or "gap" */
    bool is_by_length; /* indices have it, as they have ids; see rank_of */
    bool is_mixed;     /* upper ends are not after, but among proven lengths */
    bool is_mtm;       /* unless by id, a length in MTM */
    bool is_down;
};

/*
 * Reads the order of a filter, see loyd_filter; NULL: by id. Errors:
 * LOYD_E_SYNTAX.
 */
loyd_err order_parse(const char *text, loyd_metric metric, struct order *order,
                     loyd_why *why);

/* Returns the place of a puzzle in an order by length, by its lengths, -1
 * where there is none: less is first. In others all have the same. */
int32_t rank_of(const struct order *order, const struct puzzle_place *place);

/* Writes the order of the rows of `puzzles AS v`. */
void order_put(struct text *text, const struct order *order);

/* Writes whether the row of `puzzles AS v` is not after `after`, in an order
 * by a field without an index. */
void order_put_before(struct sql *sql, const struct order *order,
                      const loyd_id *after);

/* --- a filter as a SELECT (select.c) --- */

/* The indices of puzzles: of the id alone, or of a goal or a class, a length
 * and the id. */
enum run_kind {
    RUN_ALL,
    RUN_GOAL, /* the length is that of a proof */
    RUN_GOAL_UPPER,
    RUN_GOAL_ESTIMATE, /* the length is estimate_number */
    RUN_GOAL_MTM,
    RUN_GOAL_MTM_UPPER, /* the length is MTM_OPEN more */
    RUN_CLASS,          /* the same lengths as of a goal */
    RUN_CLASS_UPPER,
    RUN_CLASS_ESTIMATE,
    RUN_CLASS_MTM,
    RUN_CLASS_MTM_UPPER
};

static inline bool
run_is_of_class(enum run_kind kind)
{
    return kind >= RUN_CLASS;
}

/*
 * A run of an index in which ids ascend: all puzzles, or those of one length
 * and one goal (for goals without a name, one class). It becomes a term of a
 * UNION, and a puzzle is in at most one term.
 */
struct id_run {
    enum run_kind kind;
    int32_t rank;     /* the length's place in the order */
    int64_t length;   /* as in the index; -1: NULL, the unproven puzzles */
    int64_t key;      /* the goal's key, or the class */
    int64_t class;    /* unless RUN_ALL */
    bool needs_draw;  /* only puzzles with a recipe of select.drawn */
    bool needs_rank;  /* only puzzles with an estimate in the percentiles */
    bool is_rest;     /* only unproven puzzles without a rating */
    bool is_mtm_rest; /* only puzzles without a rating in MTM */
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

/* The lengths that a filter wants in one metric. Its lists are borrowed
 * from the struct select. */
struct wanted {
    unsigned wants; /* a set of want */
    struct range_list bounds;
    struct range_list gap;
    bool has_ranks;          /* percentiles or bands are wanted: ... */
    struct range_list ranks; /* ... these, which may be none */
};

/* What the runs do not cover of the wanted lengths, as they are of the other
 * metric: tested for each puzzle. */
struct length_test {
    struct range_list stm; /* borrowed, as mtm is */
    struct range_list mtm;
    bool has_rest; /* the rest, in `metric` */
    loyd_metric metric;
    struct wanted rest;
};

/*
 * A filter as runs of the indices, from which statements are written. SQLite
 * merges the runs in the order.
 */
struct select {
    loyd_store *store;
    const loyd_filter *filter; /* borrowed until select_begin returns */
    loyd_id first;             /* ids from first to last */
    loyd_id last;
    loyd_metric metric; /* of the filter */
    bool is_by_mtm;     /* the runs are of lengths in MTM */
    struct wanted_ranges ranges;
    struct range_list any;     /* all lengths */
    struct range_list lengths; /* of the runs, also within the bounds */
    struct range_list ranked;  /* memory for the lengths of one class that have
                                  the ranks, ... */
    struct range_list meeting; /* ... and are among `lengths` */
    struct wanted want;        /* of the runs */
    struct length_test test;
    loyd_use use;
    bool has_sizes;
    struct size_set sizes;    /* filters the runs of classes */
    struct seed_series drawn; /* the series of layouts that draw goals */
    int64_t
        *own_goals; /* goals with runs of their own, where there are such */
    size_t n_own_goals;
    bool has_seed;
    struct seed_series seed;
    bool is_few; /* of listed ids and of recipes of the seed */
    struct order order;
    bool has_after;     /* only puzzles after this length and id, or ... */
    bool is_whole;      /* ... all of this length and after it */
    int32_t after_rank; /* 0 unless the order is by length */
    loyd_id after;
    int64_t limit; /* maximum number of puzzles to read; -1: all */
    struct id_run *runs;
    size_t n_runs;
    size_t capacity;
    struct sql walk; /* the ids, in order */
    bool has_rank;   /* the walk's first column is a length, or whether the
                        puzzle is not after `after` */
    bool is_walking;
    bool is_before; /* it says so of the last id */
    struct query q; /* of the walk */
    loyd_id at;     /* its last id; in order of id they ascend */
    bool has_at;
};

/* Returns whether the order is by a field without an index. */
static inline bool
select_is_sorted(const struct select *sel)
{
    return sel->order.field != NULL && !sel->order.is_by_length;
}

/*
 * Begins a SELECT of the puzzles that match `filter` and whose status is in
 * `wants` (a set of want). Reads the goals concerned and their lengths. Use
 * it between read_begin and read_end, and end it with select_end, also
 * after errors.
 *
 * Errors: LOYD_E_RANGE, those of loyd_layout_parse, LOYD_E_CORRUPT,
 * LOYD_E_NOMEM.
 */
loyd_err select_begin(struct select *sel, loyd_store *store,
                      const loyd_filter *filter, unsigned wants,
                      loyd_why *why);
void select_end(struct select *sel);

/* Moves the walk to its beginning. */
loyd_err select_start(struct select *sel, loyd_why *why);

/* Finds the first id at or after `from`; only in order of id. Ends the walk of
 * select_next. */
loyd_err select_first(struct select *sel, loyd_id from, loyd_id *id,
                      bool *found, loyd_why *why);

/* Steps to the next id. */
loyd_err select_next(struct select *sel, loyd_id *id, bool *found,
                     loyd_why *why);

/*
 * Writes the statement of the walk with its values, as a SELECT of the view
 * `puzzles`; the caller frees it with sqlite3_free. LOYD_E_NOMEM.
 */
loyd_err select_print(struct select *sel, uint64_t offset, char **text,
                      loyd_why *why);

/* More terms become several UNIONs. SQLite allows 500. */
#define SELECT_TERMS 400

/* Writes a query over all runs: `select`, which each term begins with, and
 * `end`, for blocks of terms. */
loyd_err put_runs(struct sql *sql, struct select *sel, const char *select,
                  const char *end, loyd_why *why);

/* Writes the ids of all runs in order. */
loyd_err put_walk(struct sql *sql, struct select *sel, loyd_why *why);

/* Writes the source of a term and its conditions. */
loyd_err put_from(struct sql *sql, struct select *sel,
                  const struct id_run *run, loyd_why *why);

/* Binds the fixed values of a statement; see sql.h. */
void select_bind(const struct select *sel, struct query *q,
                 const loyd_id *from, int64_t limit);

/* --- conditions (match.c) --- */

/* Writes what a run's index does not cover, each condition after " AND ". */
loyd_err put_conditions(struct sql *sql, struct select *sel,
                        const struct id_run *run, loyd_why *why);

/* Writes the status of a row in a metric, as a number. */
void put_status(struct sql *sql, loyd_metric metric);

/* --- counts (census.c) --- */

/* Called with each number of puzzles of one goal, status and length (-1:
 * unproven) in the metric of the filter. */
typedef loyd_err (*census_fn)(void *context, int64_t goal, loyd_status status,
                              int32_t length, uint64_t count);

/* Counts the ids by these. The filter must still be there. */
loyd_err select_census(struct select *sel, census_fn each, void *context,
                       loyd_why *why);

/* Counts the ids. The filter must still be there. */
loyd_err select_count(struct select *sel, uint64_t *count, loyd_why *why);

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

/* Adds a number of puzzles to a census, which is the context. */
loyd_err census_add(void *context, int64_t goal, loyd_status status,
                    int32_t length, uint64_t count);

/* Sorts the lines by goal, then in the order of statistics, and joins equal
 * ones. */
void census_sort(struct census *census);
void census_free(struct census *census);

/* --- filters (filter.c, ranges.c, match.c) --- */

/* Notes the ranges of the filter and of its bands, and checks that the sizes
 * and the class that it names have percentiles. */
loyd_err ranges_begin(struct select *sel, const loyd_filter *filter,
                      loyd_why *why);

/* Notes the lengths of the runs, once their metric is chosen. LOYD_E_NOMEM. */
loyd_err ranges_narrow(struct select *sel);
void ranges_end(struct select *sel);

/* Adds the runs of a goal or a class: a run for each length that its wanted
 * puzzles have. `run` is a RUN_GOAL or a RUN_CLASS, without its length. With
 * is_by_mtm lengths are those in MTM. */
loyd_err ranges_add(struct select *sel, struct id_run run, int64_t class,
                    loyd_why *why);

/* Notes in sel->ranked the lengths with these ranks in `d`; NULL: none. */
loyd_err rank_lengths(struct select *sel, const struct range_list *ranks,
                      const loyd_distribution *d);

static inline bool
class_is_wide(int64_t class)
{
    return (class >> 16) * (class >> 8 & 255) > LOYD_EXACT_CELLS;
}

/* Finds the sample of a class and a version; NULL: none. */
loyd_err sample_of(loyd_store *store, int64_t class, unsigned version,
                   const loyd_sample **sample, loyd_why *why);

/* --- lengths in the other metric (length_test.c) --- */

/* Chooses the metric of the runs: theirs are in `want`, the rest becomes the
 * test. Called before the runs are added. */
void length_test_begin(struct select *sel, const loyd_filter *filter);

/* Once the runs are added by lengths in MTM, the test takes over the wants
 * that these do not cover. */
void length_test_follow(struct select *sel);

/* Adds a run. LOYD_E_NOMEM. */
loyd_err select_add(struct select *sel, struct id_run run);

/* Adds the runs of a filter and notes what must be checked per puzzle. */
loyd_err filter_runs(struct select *sel, const loyd_filter *filter,
                     loyd_why *why);

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
    loyd_id *all; /* every id, loaded once repeats are frequent */
    size_t n_all;
};

/* Picks the next id; *found is false when all are taken. */
loyd_err pick_next(struct pick *choice, struct select *sel, loyd_id *id,
                   bool *found, loyd_why *why);
void pick_free(struct pick *choice);

#endif
