/* SPDX-License-Identifier: MIT */
/* The lengths that a filter wants of each goal and class, as runs of the
 * indices: proven lengths, upper ends and estimates. */
#include "base/why.h"
#include "rate/lengths.h"
#include "store/select.h"

/* The next length of a goal or a class in an index. */
#define NEXT(key, length, index)                                              \
    "SELECT " #length " FROM puzzle INDEXED BY puzzle_" index " WHERE " #key  \
    " = ?1 AND " #length " >= ?2 ORDER BY " #length " LIMIT 1"

static const char *const sql_next[] = {
    [RUN_GOAL] = NEXT(goal, stm, "goal"),
    [RUN_GOAL_UPPER] = NEXT(goal, upper, "goal_upper"),
    [RUN_GOAL_ESTIMATE] = NEXT(goal, estimate, "goal_estimate"),
    [RUN_GOAL_MTM] = NEXT(goal, mtm, "goal_mtm"),
    [RUN_CLASS] = NEXT(class, stm, "class"),
    [RUN_CLASS_UPPER] = NEXT(class, upper, "class_upper"),
    [RUN_CLASS_ESTIMATE] = NEXT(class, estimate, "class_estimate"),
    [RUN_CLASS_MTM] = NEXT(class, mtm, "class_mtm"),
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
    query_int(&q, 1, run->key);
    query_int(&q, 2, low);
    if (query_next(&q) && !column_int(&q, 0, low, ESTIMATE_MAX, length))
        err = why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid length");
    return query_end(&q, err);
}

/* Adds a run for each existing length of low..high. */
static loyd_err
add_lengths(struct selection *sel, struct id_run run, int64_t low,
            int64_t high, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && low <= high) {
        err = next_length(sel->store, &run, low, &run.length, why);
        if (err != LOYD_OK || run.length < 0 || run.length > high)
            break;
        err = selection_add(sel, run);
        low = run.length + 1;
    }
    return err;
}

/* Narrows a range of lengths to percentiles; returns false: none is left. */
static bool
narrow(const loyd_percentiles *percentiles, const loyd_distribution *d,
       int32_t *low, int32_t *high)
{
    /* A stored length may exceed the radius: percentile 100. */
    bool is_last = percentiles->high == LOYD_PERCENTILE_MAX;
    uint16_t first, last;

    if (d == NULL)
        return false;
    if (!loyd_percentiles_lengths(percentiles, d, &first, &last)) {
        first = (uint16_t)(d->radius + 1);
        last = is_last ? first : 0;
    }
    *low = *low > first ? *low : first;
    if (!is_last)
        *high = *high < last ? *high : last;
    return *low <= *high;
}

/* Adds the lengths of low..high that have the wanted percentiles in `d`, each
 * raised by `base`. */
static loyd_err
add_ranked(struct selection *sel, struct id_run run,
           const loyd_distribution *d, int64_t base, int32_t low, int32_t high,
           loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (sel->want.has_percentiles &&
        !narrow(&sel->want.percentiles, d, &low, &high))
        return LOYD_OK;
    if (sel->want.n_bands == 0)
        return add_lengths(sel, run, base + low, base + high, why);
    for (unsigned i = 0; err == LOYD_OK && i < sel->want.n_bands; i++) {
        int32_t first = low, last = high;

        if (narrow(&sel->want.bands[i], d, &first, &last))
            err = add_lengths(sel, run, base + first, base + last, why);
    }
    return err;
}

static bool
is_wide(int64_t class)
{
    return (class >> 16) * (class >> 8 & 255) > LOYD_EXACT_CELLS;
}

/* Finds the sample of a class and a version; NULL: none. */
static loyd_err
sample_of(loyd_store *store, int64_t class, unsigned version,
          const loyd_sample **sample, loyd_why *why)
{
    const loyd_class cls = {(uint8_t)(class >> 16),
                            (uint8_t)(class >> 8 & 255),
                            (uint8_t)(class & 255)};

    return loyd_store_sample(store, &cls, version, sample, why);
}

/* Adds the estimates of every version that have the wanted percentiles. */
static loyd_err
add_estimates(struct selection *sel, struct id_run run, int64_t class,
              loyd_why *why)
{
    const loyd_sample *sample;
    int64_t next = ESTIMATE_MIN;
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
            err = add_ranked(sel, run, &sample->estimates, next, 1,
                             LOYD_STM_MAX, why);
        next += estimate_number(1, 0);
    }
    return err;
}

/*
 * Adds the wanted unproven puzzles: as one run, or if upper ends matter by
 * these, and the unrated ones as the rest.
 */
static loyd_err
add_open(struct selection *sel, struct id_run run, loyd_why *why)
{
    struct id_run rest = run, upper = run;
    loyd_err err = LOYD_OK;

    rest.length = -1;
    if (sel->order == LOYD_ORDER_ID && !sel->want.has_bounds)
        return selection_add(sel, rest);
    upper.kind += RUN_GOAL_UPPER - RUN_GOAL;
    if (sel->want.wants & (WANT_BOUNDED | WANT_CLAIMED))
        err = add_lengths(
            sel, upper, sel->want.has_bounds ? sel->want.bounds_low : 1,
            sel->want.has_bounds ? sel->want.bounds_high : LOYD_STM_MAX, why);
    if (err != LOYD_OK || sel->want.has_bounds || sel->want.has_gap)
        return err;
    rest.is_rest = true;
    return selection_add(sel, rest);
}

/* Adds every puzzle without a rating in MTM, by its length in STM. */
static loyd_err
add_mtm_rest(struct selection *sel, struct id_run run, loyd_why *why)
{
    loyd_err err;

    run.is_mtm_rest = true;
    err = add_lengths(sel, run, 1, LOYD_STM_MAX, why);
    run.length = -1;
    return err == LOYD_OK ? selection_add(sel, run) : err;
}

/* The same as ranges_add for lengths in MTM; length_test_match does the
 * rest. */
static loyd_err
add_mtm(struct selection *sel, struct id_run run, int64_t class, int32_t low,
        int32_t high, loyd_why *why)
{
    const struct wanted *want = &sel->want;
    unsigned wants = want->wants;
    struct id_run mtm = run;
    loyd_err err = LOYD_OK;

    mtm.kind += RUN_GOAL_MTM - RUN_GOAL;
    if (want->has_bounds) {
        low = low > want->bounds_low ? low : want->bounds_low;
        high = high < want->bounds_high ? high : want->bounds_high;
    }
    if (wanted_has_ranks(want))
        wants &= WANT_PROVEN;
    if ((wants & WANT_PROVEN) && !(want->has_gap && want->gap_low > 0))
        err = add_ranked(sel, mtm, class_distribution(class, LOYD_MTM), 0, low,
                         high, why);
    if (err == LOYD_OK && (wants & (WANT_BOUNDED | WANT_CLAIMED)))
        err = add_lengths(sel, mtm, MTM_OPEN + low, MTM_OPEN + high, why);
    if (err == LOYD_OK && (wants & (WANT_UNRATED | WANT_CLAIMED)) &&
        !want->has_bounds && !want->has_gap)
        err = add_mtm_rest(sel, run, why);
    return err;
}

loyd_err
ranges_add(struct selection *sel, struct id_run run, int64_t class,
           int32_t low, int32_t high, loyd_why *why)
{
    bool is_ranked = wanted_has_ranks(&sel->want);
    unsigned wants = sel->want.wants;
    loyd_err err = LOYD_OK;

    if (sel->is_by_mtm)
        return add_mtm(sel, run, class, low, high, why);

    if (is_ranked && is_wide(class) && sel->order == LOYD_ORDER_ID &&
        wants == WANT_ALL && !sel->want.has_bounds && !sel->want.has_gap)
        return add_estimates(sel, run, class, why);
    run.needs_rank = is_ranked && is_wide(class);
    if (is_ranked && !is_wide(class))
        wants &= WANT_PROVEN;
    if (sel->want.has_bounds) {
        low = low > sel->want.bounds_low ? low : sel->want.bounds_low;
        high = high < sel->want.bounds_high ? high : sel->want.bounds_high;
    }
    if (wants & WANT_OPEN)
        err = add_open(sel, run, why);
    if (err != LOYD_OK || !(wants & WANT_PROVEN) ||
        (sel->want.has_gap && sel->want.gap_low > 0))
        return err;
    if (!is_ranked || is_wide(class))
        return add_lengths(sel, run, low, high, why);
    return add_ranked(sel, run, class_distribution(class, LOYD_STM), 0, low,
                      high, why);
}

bool
wanted_has(const struct wanted *want, const loyd_distribution *d,
           unsigned length)
{
    bool yes = want->n_bands == 0;

    if (want->has_percentiles &&
        (d == NULL || !percentiles_have(&want->percentiles, d, length)))
        return false;
    for (unsigned i = 0; d != NULL && i < want->n_bands; i++)
        yes |= percentiles_have(&want->bands[i], d, length);
    return yes;
}

loyd_err
ranges_have(loyd_store *store, const struct wanted *want, int64_t class,
            int64_t estimate, bool *yes, loyd_why *why)
{
    unsigned length = estimate >= 0 ? estimate_length(estimate) : 0;
    const loyd_sample *sample = NULL;
    loyd_err err = LOYD_OK;

    if (estimate >= 0)
        err =
            sample_of(store, class, estimate_version(estimate), &sample, why);
    *yes = err == LOYD_OK && sample != NULL &&
           wanted_has(want, &sample->estimates, length);
    return err;
}

/* --- percentiles and bands --- */

/* Notes the percentiles of the filter's bands. */
static loyd_err
want_bands(struct selection *sel, const loyd_filter *filter, loyd_why *why)
{
    bool is_wanted[LOYD_BANDS_MAX] = {false};
    const loyd_band *band;
    loyd_bands bands;
    loyd_err err;

    if (filter->n_bands == 0)
        return LOYD_OK;
    if ((err = loyd_store_bands(sel->store, &bands, why)) != LOYD_OK)
        return err;
    for (size_t i = 0; i < filter->n_bands; i++) {
        err = loyd_bands_find(&bands, filter->bands[i], &band, why);
        if (err != LOYD_OK)
            return err;
        is_wanted[band - bands.band] = true;
    }
    for (unsigned i = 0; i < bands.n; i++)
        if (is_wanted[i])
            sel->want.bands[sel->want.n_bands++] = bands.band[i].percentiles;
    return LOYD_OK;
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
check_size(struct selection *sel, unsigned width, unsigned height,
           int64_t class, loyd_why *why)
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

loyd_err
ranges_begin(struct selection *sel, const loyd_filter *filter, loyd_why *why)
{
    const loyd_class *cls = &filter->goal_class;
    loyd_err err = want_bands(sel, filter, why);

    sel->want.has_percentiles = filter->has_percentiles;
    sel->want.percentiles = filter->percentiles;
    if (err != LOYD_OK || !wanted_has_ranks(&sel->want) ||
        filter->metric == LOYD_MTM)
        return err;
    for (size_t i = 0; err == LOYD_OK && i < filter->n_sizes; i++)
        err = check_size(sel, filter->sizes[i].width, filter->sizes[i].height,
                         -1, why);
    if (err == LOYD_OK && filter->has_class)
        err = check_size(sel, cls->width, cls->height,
                         goal_class(cls->width, cls->height, cls->blank), why);
    return err;
}
