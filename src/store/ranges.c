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
    [RUN_CLASS] = NEXT(class, stm, "class"),
    [RUN_CLASS_UPPER] = NEXT(class, upper, "class_upper"),
    [RUN_CLASS_ESTIMATE] = NEXT(class, estimate, "class_estimate"),
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

    if (sel->has_percentiles && !narrow(&sel->percentiles, d, &low, &high))
        return LOYD_OK;
    if (sel->n_bands == 0)
        return add_lengths(sel, run, base + low, base + high, why);
    for (unsigned i = 0; err == LOYD_OK && i < sel->n_bands; i++) {
        int32_t first = low, last = high;

        if (narrow(&sel->bands[i], d, &first, &last))
            err = add_lengths(sel, run, base + first, base + last, why);
    }
    return err;
}

static bool
has_ranks(const struct selection *sel)
{
    return sel->has_percentiles || sel->n_bands > 0;
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
    if (sel->order == LOYD_ORDER_ID && !sel->has_bounds)
        return selection_add(sel, rest);
    upper.kind += RUN_GOAL_UPPER - RUN_GOAL;
    if (sel->wants & (WANT_BOUNDED | WANT_CLAIMED))
        err = add_lengths(sel, upper, sel->has_bounds ? sel->bounds_low : 1,
                          sel->has_bounds ? sel->bounds_high : LOYD_STM_MAX,
                          why);
    if (err != LOYD_OK || sel->has_bounds || sel->has_gap)
        return err;
    rest.is_rest = true;
    return selection_add(sel, rest);
}

loyd_err
ranges_add(struct selection *sel, struct id_run run, int64_t class,
           int32_t low, int32_t high, loyd_why *why)
{
    bool is_ranked = has_ranks(sel);
    unsigned wants = sel->wants;
    loyd_err err = LOYD_OK;

    if (is_ranked && is_wide(class) && sel->order == LOYD_ORDER_ID &&
        wants == WANT_ALL && !sel->has_bounds && !sel->has_gap)
        return add_estimates(sel, run, class, why);
    run.needs_rank = is_ranked && is_wide(class);
    if (is_ranked && !is_wide(class))
        wants &= WANT_PROVEN;
    if (sel->has_bounds) {
        low = low > sel->bounds_low ? low : sel->bounds_low;
        high = high < sel->bounds_high ? high : sel->bounds_high;
    }
    if (wants & WANT_OPEN)
        err = add_open(sel, run, why);
    if (err != LOYD_OK || !(wants & WANT_PROVEN) ||
        (sel->has_gap && sel->gap_low > 0))
        return err;
    if (!is_ranked || is_wide(class))
        return add_lengths(sel, run, low, high, why);
    return add_ranked(sel, run, class_distribution(class), 0, low, high, why);
}

loyd_err
ranges_have(struct selection *sel, int64_t class, int64_t estimate, bool *yes,
            loyd_why *why)
{
    unsigned length = estimate >= 0 ? estimate_length(estimate) : 0;
    const loyd_sample *sample = NULL;
    loyd_err err = LOYD_OK;

    if (estimate >= 0)
        err = sample_of(sel->store, class, estimate_version(estimate), &sample,
                        why);
    *yes = err == LOYD_OK && sample != NULL &&
           (!sel->has_percentiles ||
            percentiles_have(&sel->percentiles, &sample->estimates, length));
    if (!*yes || sel->n_bands == 0)
        return err;
    *yes = false;
    for (unsigned i = 0; i < sel->n_bands; i++)
        *yes |= percentiles_have(&sel->bands[i], &sample->estimates, length);
    return LOYD_OK;
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
            sel->bands[sel->n_bands++] = bands.band[i].percentiles;
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

    sel->has_percentiles = filter->has_percentiles;
    sel->percentiles = filter->percentiles;
    if (err != LOYD_OK || !has_ranks(sel))
        return err;
    for (size_t i = 0; err == LOYD_OK && i < filter->n_sizes; i++)
        err = check_size(sel, filter->sizes[i].width, filter->sizes[i].height,
                         -1, why);
    if (err == LOYD_OK && filter->has_class)
        err = check_size(sel, cls->width, cls->height,
                         goal_class(cls->width, cls->height, cls->blank), why);
    return err;
}
