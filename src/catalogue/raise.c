/* SPDX-License-Identifier: MIT */
/*
 * Proves intervals, from their stored lower ends upwards. Proofs take hours,
 * so each bound is stored as soon as it is completed.
 */
#include "catalogue/pipeline.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "catalogue/part.h"
#include "core/listener.h"
#include "core/moves.h"
#include "solve/solver.h"
#include "store/rows.h"

/* Puzzles in one call of the solver: enough for all slots of its threads. */
#define GROUP 64

/*
 * Without a budget there are rounds, so that a proof that takes years does not
 * hold back the others. Each has GROWTH times as many nodes as the one before.
 *
 * A puzzle that all threads search together is searched alone, bound by bound.
 * A bound takes about BOUND_GROWTH times as many nodes as the one before: it
 * waits for a round that has as many, and then it is finished, so that nothing
 * is searched twice. What the first bound takes is unknown: it is left after
 * the nodes of the round, and begun again in a round with TRIAL_GROWTH times
 * as many.
 *
 * Other puzzles are searched in groups, each with the nodes of the round as a
 * budget. A search that begins again at its bound loses less than half as many
 * nodes as the last round generates.
 */
#define FIRST_NODES 1000000
#define GROWTH 4
#define BOUND_GROWTH 8
#define TRIAL_GROWTH 32

/* A puzzle with an interval, and how far apart its ends are. */
struct open_puzzle {
    loyd_id id;
    uint16_t gap;
    bool is_alone;  /* not searched in a group */
    bool is_known;  /* `needs` follows from the bound before */
    uint64_t needs; /* nodes of a round for its next bound */
};

/* A puzzle of the current group. */
struct item {
    loyd_id id;
    loyd_rating rating; /* as stored */
    loyd_moves path;    /* of its upper end */
    uint16_t lower;     /* reached by the search */
    uint64_t nodes;
    uint64_t nodes_below;    /* of the bounds that are finished */
    struct open_puzzle open; /* for the next round */
    bool is_settled;         /* proven and stored, or found to be wrong */
};

struct raise_job {
    loyd_store *store;
    loyd_solver *solver;
    loyd_solve_options options;
    loyd_solve_expert expert;
    loyd_search lower_search; /* of the bounds */
    loyd_search upper_search;
    struct open_puzzle *open;
    size_t n_open;
    size_t n_kept; /* of them still open after this round, at the front */
    size_t room;
    struct item items[GROUP];
    loyd_puzzle puzzles[GROUP];
    uint16_t lowers[GROUP];
    loyd_solution solutions[GROUP];
    size_t n;
    uint64_t most;  /* nodes of the round; 0: any number */
    bool is_alone;  /* the items are one puzzle, */
    bool is_left;   /* which waits for the next round */
    uint64_t nodes; /* of the earlier groups */
    const loyd_listener *listener;
    loyd_progress now;
    loyd_job_result result;
    loyd_err err; /* of storing while the search runs */
    loyd_why why;
};

/* Those that are searched alone come first. */
static int
by_gap(const void *a, const void *b)
{
    const struct open_puzzle *one = a, *other = b;

    if (one->is_alone != other->is_alone)
        return one->is_alone ? -1 : 1;
    if (one->gap != other->gap)
        return one->gap < other->gap ? -1 : 1;
    return id_compare(&one->id, &other->id);
}

/* Lists the intervals of the catalogue. */
static loyd_err
list_open(struct raise_job *job, const loyd_rate_options *options,
          loyd_why *why)
{
    loyd_filter filter;
    loyd_cursor *cursor = NULL;
    const loyd_rating *rating;
    const loyd_row *row;
    loyd_err err;

    if (!part_filter(&options->part, options->filter, &filter))
        return LOYD_OK;
    err = find_begin(job->store, &filter,
                     words_of_bounded(job->options.metric), &cursor, why);
    while (err == LOYD_OK &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL) {
        rating = &row->entry->known[job->options.metric].rating;
        if (!ARRAY_ROOM(job->open, job->room, job->n_open + 1))
            err = LOYD_E_NOMEM;
        else
            job->open[job->n_open++] = (struct open_puzzle){
                .gap = (uint16_t)(rating->upper - rating->lower),
                .is_alone =
                    job->options.nodes == 0 &&
                    job->options.metric == LOYD_STM &&
                    solver_takes_one(job->solver, &row->entry->puzzle.goal),
                .id = row->entry->id};
    }
    loyd_cursor_close(&cursor);
    return err;
}

static loyd_err
add_entry(struct raise_job *job, const loyd_entry *entry)
{
    struct item *item = &job->items[job->n];
    const loyd_known *known = &entry->known[job->options.metric];

    *item = (struct item){.id = entry->id,
                          .rating = known->rating,
                          .lower = known->rating.lower};
    job->puzzles[job->n] = entry->puzzle;
    job->lowers[job->n++] = known->rating.lower;
    return moves_copy(&item->path, &known->path);
}

/* Reads a group, except puzzles that another process has proven since. */
static loyd_err
gather(struct raise_job *job, size_t from, size_t n, loyd_why *why)
{
    loyd_id ids[GROUP];
    const loyd_filter filter = {.has_ids = true,
                                .ids = ids,
                                .n_ids = n};
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err;

    for (size_t i = 0; i < n; i++)
        ids[i] = job->open[from + i].id;
    err = find_begin(job->store, &filter,
                     words_of_bounded(job->options.metric), &cursor, why);
    while (err == LOYD_OK &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL)
        err = add_entry(job, row->entry);
    loyd_cursor_close(&cursor);
    return err;
}

/*
 * The lower end to store for a bound. Only a search for it finds the canonical
 * path: until then the ends do not meet, although all shorter lengths have
 * been ruled out.
 */
static uint16_t
lower_of(const struct item *item)
{
    return item->lower < item->rating.upper
               ? item->lower
               : (uint16_t)(item->rating.upper - 1);
}

/* Reports a puzzle whose rating is wrong, and gives it up; the row stays
 * unchanged. */
static loyd_err
give_up(struct raise_job *job, struct item *item, const char *fault)
{
    const loyd_bad bad = {.what = fault, .err = LOYD_E_RANGE};

    item->is_settled = true;
    job->result.bad++;
    return listener_bad(job->listener, &bad) ? LOYD_OK : LOYD_E_CANCELLED;
}

/* Gives a puzzle up that has a solution below its stored lower end. */
static loyd_err
refute(struct raise_job *job, struct item *item, uint16_t length)
{
    char name[LOYD_ID_CHARS + 1];
    loyd_why fault;

    loyd_id_print(&item->id, name);
    why_set(&fault, LOYD_E_RANGE,
            "puzzle %s: wrong rating%s: lower end %u, but a solution of %u",
            name, metric_words(item->rating.metric), item->rating.lower,
            length);
    return give_up(job, item, fault.text);
}

/*
 * Stores what is new of one puzzle in a separate transaction, perhaps while
 * others are searched. `solution` is NULL if only the lower end may have news.
 * A stored rating that contradicts it is wrong.
 */
static loyd_err
store_item(struct raise_job *job, struct item *item,
           const loyd_solution *solution, loyd_why *why)
{
    const loyd_search exact = {.method = "exact"};
    const loyd_moves *path = &item->path;
    loyd_rating rating = item->rating;
    bool is_proven = solution != NULL && solution->lower == solution->upper;
    loyd_err err;

    if (lower_of(item) > rating.lower) {
        rating.lower = lower_of(item);
        rating.lower_search = job->lower_search;
    }
    if (solution != NULL && solution->upper < rating.upper) {
        rating.upper = solution->upper;
        rating.upper_search = job->upper_search;
        path = &solution->path;
    }
    if (is_proven) {
        rating = (loyd_rating){solution->lower, solution->upper, exact, exact,
                               job->options.metric};
        path = &solution->path;
    }
    if (rating.lower == item->rating.lower &&
        rating.upper == item->rating.upper)
        return LOYD_OK;
    if ((err = loyd_store_begin(job->store, why)) != LOYD_OK)
        return err;
    store_hold(job->store, true);
    err = store_end(
        job->store,
        store_add_rating(job->store, &item->id, &rating, path, why), why);
    store_hold(job->store, false);
    if (err == LOYD_E_CORRUPT)
        return give_up(job, item, why->text);
    if (err == LOYD_OK) {
        item->rating.lower = rating.lower;
        item->rating.upper = rating.upper;
        item->is_settled = is_proven;
    }
    return err;
}

/* Returns whether a puzzle that is searched alone waits for a later round. */
static bool
waits(struct raise_job *job, struct item *item, const loyd_bound *bound,
      bool is_raised)
{
    if (job->most == 0 || bound->solution != NULL)
        return false;
    if (is_raised) {
        item->open.is_known = true;
        item->open.needs = (bound->nodes - item->nodes_below) * BOUND_GROWTH;
        item->nodes_below = bound->nodes;
        return item->open.needs > job->most;
    }
    if (item->open.is_known || bound->nodes <= job->most)
        return false;
    item->open.needs = job->most * TRIAL_GROWTH;
    return true;
}

/* A loyd_bound_fn: stores bounds and proofs, and shows the progress. If
 * another process has the catalogue, the next bound is stored instead. */
static bool
reached(void *context, const loyd_bound *bound)
{
    struct raise_job *job = context;
    struct item *item = &job->items[bound->puzzle];
    const loyd_solution *solution = bound->solution;
    bool is_raised = bound->lower > item->lower;
    bool is_proven = solution != NULL && solution->lower == solution->upper;
    loyd_err err = LOYD_OK;

    item->nodes = bound->nodes;
    if (is_raised)
        item->lower = bound->lower;
    if (job->err == LOYD_OK && !item->is_settled)
        err = store_item(job, item, is_proven ? solution : NULL, &job->why);
    if (err != LOYD_OK && err != LOYD_E_BUSY)
        job->err = err;
    job->now.nodes = job->nodes;
    for (size_t i = 0; i < job->n; i++)
        job->now.nodes += job->items[i].nodes;
    job->now.bound = item->lower;
    if (job->err != LOYD_OK || !listener_progress(job->listener, &job->now))
        return false;
    if (job->is_alone && !job->is_left)
        job->is_left = waits(job, item, bound, is_raised);
    return !job->is_left;
}

/* Stores the rest of a group: better upper ends, and what could not be
 * stored while the catalogue was locked. */
static loyd_err
store_rest(struct raise_job *job, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->n; i++) {
        const loyd_solution *solution = &job->solutions[i];
        struct item *item = &job->items[i];

        if (item->is_settled)
            continue;
        if (solution->lower > item->lower)
            item->lower = solution->lower;
        err = solution->lower > solution->upper
                  ? refute(job, item, solution->upper)
                  : store_item(job, item, solution, why);
    }
    return err;
}

static void
forget(struct raise_job *job)
{
    for (size_t i = 0; i < job->n; i++) {
        loyd_moves_free(&job->items[i].path);
        loyd_moves_free(&job->solutions[i].path);
        job->nodes += job->items[i].nodes;
    }
    job->n = 0;
}

/* Counts the proofs of a group, and lists what is still open. */
static void
count(struct raise_job *job)
{
    for (size_t i = 0; i < job->n; i++) {
        const struct item *item = &job->items[i];

        if (!item->is_settled) {
            struct open_puzzle *open = &job->open[job->n_kept++];

            *open = item->open;
            open->id = item->id;
            open->gap = (uint16_t)(item->rating.upper - item->rating.lower);
        } else if (job->solutions[i].lower == job->solutions[i].upper) {
            job->result.done++;
        }
    }
}

/* Searches the group, and stores its results even if it is stopped. */
static loyd_err
prove(struct raise_job *job, loyd_why *why)
{
    loyd_why cause = {{0}};
    loyd_err err, kept = LOYD_OK;

    if (job->n == 0)
        return LOYD_OK;
    err = loyd_solve(job->solver, job->puzzles, job->n, &job->options,
                     job->solutions, why);
    if (job->err != LOYD_OK) {
        *why = job->why;
        return job->err;
    }
    if (err == LOYD_E_CANCELLED && job->is_left)
        err = LOYD_OK;
    if (err == LOYD_OK || err == LOYD_E_CANCELLED)
        kept = store_rest(job, &cause);
    if (kept != LOYD_OK) {
        *why = cause;
        return kept;
    }
    count(job);
    if (err == LOYD_E_CANCELLED)
        return why_set(why, err, "stopped; everything done so far is stored");
    return err == LOYD_OK ? LOYD_OK : why_prefix(why, err, "solving: ");
}

/* Searches the group that begins with puzzle `from`. */
static loyd_err
raise_group(struct raise_job *job, size_t from, size_t n, loyd_why *why)
{
    loyd_err err;

    job->is_alone = job->open[from].is_alone;
    job->is_left = false;
    job->options.nodes = job->is_alone ? 0 : job->most;
    if ((err = gather(job, from, n, why)) == LOYD_OK) {
        if (job->is_alone)
            job->items[0].open = job->open[from];
        err = prove(job, why);
    }
    forget(job);
    return err;
}

/* Searches every open puzzle once, those that are nearly proven first. */
static loyd_err
raise_round(struct raise_job *job, loyd_why *why)
{
    uint64_t n_before = job->now.total - job->n_open;
    loyd_err err = LOYD_OK;
    size_t n;

    ARRAY_SORT(job->open, job->n_open, by_gap);
    job->n_kept = 0;
    for (size_t from = 0; err == LOYD_OK && from < job->n_open; from += n) {
        const struct open_puzzle *first = &job->open[from];

        n = job->n_open - from < GROUP ? job->n_open - from : GROUP;
        if (first->is_alone)
            n = 1;
        if (job->most != 0 && first->needs > job->most)
            job->open[job->n_kept++] = *first;
        else
            err = raise_group(job, from, n, why);
        job->now.done = n_before + from + n - job->n_kept;
        if (err == LOYD_OK && !listener_progress(job->listener, &job->now))
            err = why_set(why, LOYD_E_CANCELLED,
                          "stopped; everything done so far is stored");
    }
    job->n_open = job->n_kept;
    return err;
}

/* The last open puzzle has nothing to hold back: it needs no rounds. */
static loyd_err
raise_rounds(struct raise_job *job, uint64_t nodes, loyd_why *why)
{
    uint64_t most = FIRST_NODES;
    loyd_err err = LOYD_OK;

    do {
        job->expert.is_proof_only = nodes == 0;
        job->most = nodes == 0 && job->n_open > 1 ? most : nodes;
        if (job->n_open > 0)
            err = raise_round(job, why);
        if (most < INT64_MAX / GROWTH)
            most *= GROWTH;
    } while (err == LOYD_OK && nodes == 0 && job->n_open > 0);
    job->result.skipped = job->n_open;
    return err;
}

loyd_err
raise_all(const struct rate_call *call, loyd_why *why)
{
    const loyd_rate_options *options = call->options;
    struct raise_job *job = calloc(1, sizeof(*job));
    loyd_err err;

    if (job == NULL)
        return LOYD_E_NOMEM;
    job->store = call->store;
    job->solver = call->solver;
    job->listener = call->listener;
    job->now.what = "proving";
    job->expert.lowers = job->lowers;
    job->options = (loyd_solve_options){.nodes = options->nodes,
                                        .metric = options->metric,
                                        .expert = &job->expert,
                                        .bound = reached,
                                        .context = job};
    loyd_search_of(&job->options, LOYD_SIDE_MAX, LOYD_SIDE_MAX,
                   &job->lower_search, &job->upper_search);
    if ((err = list_open(job, options, why)) == LOYD_OK) {
        job->now.total = job->n_open;
        (void)listener_progress(job->listener, &job->now); /* the first one */
        err = raise_rounds(job, options->nodes, why);
    }
    *call->result = job->result;
    free(job->open);
    free(job);
    return err;
}
