/* SPDX-License-Identifier: MIT */
/* The lengths that a filter wants for each goal and class, as runs of the
 * indices: proven lengths, upper ends and estimates. */
#include "base/why.h"
#include "rate/lengths.h"
#include "store/select.h"

/* The next length of a goal or a class in an index. */
#define NEXT(key, length, index)                                              \
    "SELECT " #length " FROM puzzle INDEXED BY puzzle_" index " WHERE " #key  \
    " = ?1 AND " #length " >= ?2 ORDER BY " #length " LIMIT 1"

#define NEXT_ESTIMATE(key)                                                    \
    "SELECT 65536 * estimate_version + estimate FROM puzzle"                  \
    " INDEXED BY puzzle_" #key "_estimate WHERE " #key " = ?1"                \
    " AND estimate IS NOT NULL"                                               \
    " AND (estimate_version, estimate) >= (?2 / 65536, ?2 % 65536)"           \
    " ORDER BY estimate_version, estimate LIMIT 1"
#define NEXT_MTM_UPPER(key)                                                   \
    "SELECT 65536 + mtm_upper FROM puzzle"                                    \
    " INDEXED BY puzzle_" #key "_mtm_upper WHERE " #key " = ?1"               \
    " AND mtm_upper >= ?2 - 65536 ORDER BY mtm_upper LIMIT 1"

static const char *const sql_next[] = {
    [RUN_GOAL] = NEXT(goal, stm, "goal"),
    [RUN_GOAL_UPPER] = NEXT(goal, upper, "goal_upper"),
    [RUN_GOAL_ESTIMATE] = NEXT_ESTIMATE(goal),
    [RUN_GOAL_MTM] = NEXT(goal, mtm, "goal_mtm"),
    [RUN_GOAL_MTM_UPPER] = NEXT_MTM_UPPER(goal),
    [RUN_CLASS] = NEXT(class, stm, "class"),
    [RUN_CLASS_UPPER] = NEXT(class, upper, "class_upper"),
    [RUN_CLASS_ESTIMATE] = NEXT_ESTIMATE(class),
    [RUN_CLASS_MTM] = NEXT(class, mtm, "class_mtm"),
    [RUN_CLASS_MTM_UPPER] = NEXT_MTM_UPPER(class),
};

/* Finds the least length >= low that a run's goal or class has; -1: none. */
static loyd_err
next_length(loyd_store *store, const struct id_run *run, int64_t low,
            int64_t *length, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    *length = -1;
    query_begin(&q, store, (enum stmt_id)(STMT_NEXT + (int)run->kind),
                sql_next[run->kind], why);
    if (run_is_of_class(run->kind))
        query_class(&q, 1, run->key);
    else
        query_int(&q, 1, run->key);
    query_int(&q, 2, low);
    if (query_next(&q) && !column_int(&q, 0, low, INT64_MAX, length))
        err = why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid length");
    return query_end(&q, err);
}

/* Returns the first range from `i` on that does not end before `low`. */
static size_t
skip(const struct range_list *ranges, size_t i, int64_t low)
{
    while (i < ranges->n && ranges->at[i].high < low)
        i++;
    return i;
}

/* Adds a run for each existing length of the list, raised by `base`. A seek
 * passes over all lengths between two ranges. */
static loyd_err
add_lengths(struct select *sel, struct id_run run, int64_t base,
            const struct range_list *lengths, loyd_why *why)
{
    const loyd_range *ranges = lengths->at;
    int64_t low = 0;
    size_t i = 0;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && (i = skip(lengths, i, low)) < lengths->n) {
        low = low > ranges[i].low ? low : ranges[i].low;
        err = next_length(sel->store, &run, base + low, &run.length, why);
        if (err != LOYD_OK || run.length < 0)
            break;
        low = run.length - base;
        i = skip(lengths, i, low);
        if (i < lengths->n && ranges[i].low <= low) {
            err = select_add(sel, run);
            low++;
        }
    }
    return err;
}

loyd_err
rank_lengths(struct select *sel, const struct range_list *ranks,
             const loyd_distribution *d)
{
    loyd_err err = LOYD_OK;

    sel->ranked.n = 0;
    for (size_t i = 0; d != NULL && err == LOYD_OK && i < ranks->n; i++) {
        /* A stored length may exceed the radius: percentile 100. */
        bool is_last = ranks->at[i].high == LOYD_PERCENTILE_MAX;
        uint16_t first, last;

        if (!loyd_percentiles_lengths(&ranks->at[i], d, &first, &last)) {
            if (!is_last)
                continue;
            first = (uint16_t)(d->radius + 1);
        }
        err = range_list_add(
            &sel->ranked,
            (loyd_range){first, is_last ? LOYD_LENGTH_MAX : last});
    }
    return err;
}

/* Adds those of the lengths that have the wanted ranks in `d`, each raised by
 * `base`. */
static loyd_err
add_ranked(struct select *sel, struct id_run run, const loyd_distribution *d,
           int64_t base, loyd_why *why)
{
    loyd_err err;

    if (!sel->want.has_ranks)
        return add_lengths(sel, run, base, &sel->lengths, why);
    if ((err = rank_lengths(sel, &sel->want.ranks, d)) != LOYD_OK ||
        (err = range_list_meet(&sel->meeting, RANGE_LENGTHS, &sel->lengths,
                               &sel->ranked)) != LOYD_OK)
        return err;
    return add_lengths(sel, run, base, &sel->meeting, why);
}

loyd_err
sample_of(loyd_store *store, int64_t class, unsigned version,
          const loyd_sample **sample, loyd_why *why)
{
    const loyd_class cls = class_of_number(class);

    return loyd_store_sample(store, &cls, version, sample, why);
}

/* Adds the estimates of every version that have the wanted ranks. No optimal
 * length is wanted here, so sel->lengths are all. */
static loyd_err
add_estimates(struct select *sel, struct id_run run, int64_t class,
              loyd_why *why)
{
    const loyd_sample *sample;
    int64_t next = estimate_number(1, 1);
    loyd_err err = LOYD_OK;

    run.kind += RUN_GOAL_ESTIMATE - RUN_GOAL;
    while (err == LOYD_OK) {
        err = next_length(sel->store, &run, next, &next, why);
        if (err != LOYD_OK || next < 0)
            break;
        err =
            sample_of(sel->store, class, estimate_version(next), &sample, why);
        next -= estimate_length(next);
        if (err == LOYD_OK && sample != NULL)
            err = add_ranked(sel, run, &sample->estimates, next, why);
        next += estimate_number(1, 0);
    }
    return err;
}

/*
 * Adds the wanted unproven puzzles: as one run, or if upper ends matter by
 * these, and the unrated ones as the rest.
 */
static loyd_err
add_open(struct select *sel, struct id_run run, loyd_why *why)
{
    struct id_run rest = run, upper = run;
    loyd_err err = LOYD_OK;

    rest.length = -1;
    if (!sel->order.is_by_length && sel->want.bounds.n == 0)
        return select_add(sel, rest);
    upper.kind += RUN_GOAL_UPPER - RUN_GOAL;
    if (sel->want.wants & WANT_BOUNDED)
        err = add_lengths(
            sel, upper, 0,
            sel->want.bounds.n > 0 ? &sel->want.bounds : &sel->any, why);
    if (err != LOYD_OK || sel->want.bounds.n > 0 || sel->want.gap.n > 0)
        return err;
    rest.is_rest = true;
    return select_add(sel, rest);
}

/* Adds every puzzle without a rating in MTM, by its length in STM. */
static loyd_err
add_mtm_rest(struct select *sel, struct id_run run, loyd_why *why)
{
    loyd_err err;

    run.is_mtm_rest = true;
    err = add_lengths(sel, run, 0, &sel->any, why);
    run.length = -1;
    return err == LOYD_OK ? select_add(sel, run) : err;
}

/* The gap of a proven puzzle is 0. */
static bool
wants_proven(const struct wanted *want, unsigned wants)
{
    return (wants & WANT_PROVEN) != 0 &&
           (want->gap.n == 0 || want->gap.at[0].low == 0);
}

/* The same as ranges_add for lengths in MTM; put_test does the rest. */
static loyd_err
add_mtm(struct select *sel, struct id_run run, int64_t class, loyd_why *why)
{
    const struct wanted *want = &sel->want;
    unsigned wants = want->wants;
    struct id_run mtm = run;
    loyd_err err = LOYD_OK;

    mtm.kind += RUN_GOAL_MTM - RUN_GOAL;
    if (want->has_ranks)
        wants &= WANT_PROVEN;
    if (wants_proven(want, wants))
        err =
            add_ranked(sel, mtm, class_distribution(class, LOYD_MTM), 0, why);
    mtm.kind = run.kind + (RUN_GOAL_MTM_UPPER - RUN_GOAL);
    if (err == LOYD_OK && (wants & WANT_BOUNDED))
        err = add_lengths(sel, mtm, MTM_OPEN, &sel->lengths, why);
    if (err == LOYD_OK && (wants & WANT_UNRATED) && want->bounds.n == 0 &&
        want->gap.n == 0)
        err = add_mtm_rest(sel, run, why);
    return err;
}

loyd_err
ranges_add(struct select *sel, struct id_run run, int64_t class, loyd_why *why)
{
    bool is_ranked = sel->want.has_ranks;
    unsigned wants = sel->want.wants;
    loyd_err err = LOYD_OK;

    if (sel->is_by_mtm)
        return add_mtm(sel, run, class, why);

    if (is_ranked && class_is_wide(class) && !sel->order.is_by_length &&
        wants == WANT_ALL && sel->want.bounds.n == 0 && sel->want.gap.n == 0)
        return add_estimates(sel, run, class, why);
    run.needs_rank = is_ranked && class_is_wide(class);
    if (is_ranked && !class_is_wide(class))
        wants &= WANT_PROVEN;
    if (wants & WANT_OPEN)
        err = add_open(sel, run, why);
    if (err != LOYD_OK || !wants_proven(&sel->want, wants))
        return err;
    if (!is_ranked || class_is_wide(class))
        return add_lengths(sel, run, 0, &sel->lengths, why);
    return add_ranked(sel, run, class_distribution(class, LOYD_STM), 0, why);
}

/* --- percentiles and bands --- */

/* Adds the percentiles of the filter's bands. */
static loyd_err
add_bands(struct range_list *ranks, loyd_store *store,
          const loyd_filter *filter, loyd_why *why)
{
    const loyd_band *band;
    loyd_bands bands;
    loyd_err err = loyd_store_bands(store, &bands, why);

    for (size_t i = 0; err == LOYD_OK && i < filter->n_bands; i++) {
        err = loyd_bands_find(&bands, filter->bands[i], &band, why);
        if (err == LOYD_OK)
            err = range_list_add(ranks, band->percentiles);
    }
    range_list_join(ranks, RANGE_PERCENTILES);
    return err;
}

/* Notes the percentiles of the filter, those of its bands, or what is in
 * both. */
static loyd_err
want_ranks(struct select *sel, const loyd_filter *filter, loyd_why *why)
{
    struct range_list *ranks = &sel->ranges.ranks;
    struct range_list percentiles = {.n = 0}, bands = {.n = 0};
    loyd_err err = range_list_copy(&percentiles, RANGE_PERCENTILES,
                                   filter->percentiles, filter->n_percentiles);

    if (err == LOYD_OK && filter->n_bands > 0)
        err = add_bands(&bands, sel->store, filter, why);
    if (filter->n_bands == 0 || filter->n_percentiles == 0) {
        struct range_list *one = filter->n_bands > 0 ? &bands : &percentiles;

        *ranks = *one;
        *one = (struct range_list){.n = 0};
    } else if (err == LOYD_OK)
        err = range_list_meet(ranks, RANGE_PERCENTILES, &percentiles, &bands);
    range_list_free(&percentiles);
    range_list_free(&bands);
    sel->want.has_ranks = filter->n_bands > 0 || filter->n_percentiles > 0;
    sel->want.ranks = *ranks;
    return err;
}

/* Finds whether a class has a sample of any version. */
static loyd_err
has_sample(loyd_store *store, int64_t class, bool *yes, loyd_why *why)
{
    const loyd_sample *sample = NULL;
    loyd_err err = LOYD_OK;

    *yes = false;
    for (unsigned v = 1; err == LOYD_OK && !*yes && v <= LOYD_EFFORT_VERSION;
         v++) {
        err = sample_of(store, class, v, &sample, why);
        *yes = err == LOYD_OK && sample != NULL;
    }
    return err;
}

/* Checks that a class of the size has a sample; `class` -1: any. */
static loyd_err
check_size(struct select *sel, unsigned width, unsigned height, int64_t class,
           loyd_why *why)
{
    bool yes = false;
    loyd_err err = LOYD_OK;

    if (width * height <= LOYD_EXACT_CELLS)
        return LOYD_OK;
    for (unsigned blank = 0; err == LOYD_OK && !yes && blank < width * height;
         blank++) {
        int64_t here = goal_class(width, height, blank);

        if (class == -1 ? here % 256 == (int64_t)blank : here == class)
            err = has_sample(sel->store, here, &yes, why);
    }
    return err != LOYD_OK || yes
               ? err
               : why_set(why, LOYD_E_UNSUPPORTED,
                         "no sample of %ux%u: make one with `loyd bands "
                         "--sample %ux%u --db FILE`",
                         width, height, width, height);
}

/* Notes the other ranges of the filter. */
static loyd_err
want_lengths(struct select *sel, const loyd_filter *filter)
{
    static const loyd_range any = {0, LOYD_LENGTH_MAX};
    const struct {
        struct range_list *to;
        const loyd_range *ranges;
        size_t n;
    } lists[] = {{&sel->any, &any, 1},
                 {&sel->ranges.stm, filter->stm, filter->n_stm},
                 {&sel->ranges.mtm, filter->mtm, filter->n_mtm},
                 {&sel->ranges.bounds, filter->bounds, filter->n_bounds},
                 {&sel->ranges.gap, filter->gap, filter->n_gap}};
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < sizeof(lists) / sizeof(lists[0]);
         i++)
        err = range_list_copy(lists[i].to, RANGE_LENGTHS, lists[i].ranges,
                              lists[i].n);
    sel->want.bounds = sel->ranges.bounds;
    sel->want.gap = sel->ranges.gap;
    return err;
}

loyd_err
ranges_begin(struct select *sel, const loyd_filter *filter, loyd_why *why)
{
    const loyd_class *cls = &filter->goal_class;
    loyd_err err = want_lengths(sel, filter);

    if (err == LOYD_OK)
        err = want_ranks(sel, filter, why);
    if (err != LOYD_OK || !sel->want.has_ranks || filter->metric == LOYD_MTM)
        return err;
    for (size_t i = 0; err == LOYD_OK && i < filter->n_sizes; i++)
        err = check_size(sel, filter->sizes[i].width, filter->sizes[i].height,
                         -1, why);
    if (err == LOYD_OK && filter->has_class)
        err = check_size(sel, cls->width, cls->height,
                         goal_class(cls->width, cls->height, cls->blank), why);
    return err;
}

loyd_err
ranges_narrow(struct select *sel)
{
    const struct range_list *given =
        sel->is_by_mtm ? &sel->ranges.mtm : &sel->ranges.stm;

    return range_list_meet(
        &sel->lengths, RANGE_LENGTHS, given->n > 0 ? given : &sel->any,
        sel->want.bounds.n > 0 ? &sel->want.bounds : &sel->any);
}

void
ranges_end(struct select *sel)
{
    range_list_free(&sel->ranges.stm);
    range_list_free(&sel->ranges.mtm);
    range_list_free(&sel->ranges.bounds);
    range_list_free(&sel->ranges.gap);
    range_list_free(&sel->ranges.ranks);
    range_list_free(&sel->any);
    range_list_free(&sel->lengths);
    range_list_free(&sel->ranked);
    range_list_free(&sel->meeting);
}
