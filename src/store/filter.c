/* SPDX-License-Identifier: MIT */
/*
 * Translates a filter into runs of the indices, and checks each puzzle for
 * what no index holds.
 */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "store/days.h"
#include "store/select.h"

#define SIDES (LOYD_SIDE_MAX - LOYD_SIDE_MIN + 1)

static const char sql_stm_goal[] = "SELECT stm FROM puzzle INDEXED BY "
                                   "puzzle_goal WHERE goal = ?1 AND stm >= ?2"
                                   " ORDER BY stm LIMIT 1";

static const char sql_stm_class[] =
    "SELECT stm FROM puzzle INDEXED BY puzzle_class WHERE class = ?1 AND stm "
    ">= ?2"
    " ORDER BY stm LIMIT 1";

/* The selection being filled, with the wanted lengths and class. */
struct builder {
    struct selection *sel;
    int32_t low;
    int32_t high;
    loyd_percentiles percentiles[2]; /* the filter's, and its band's */
    unsigned n_percentiles;
    int64_t class; /* -1: any */
};

static loyd_err
add_run(struct selection *sel, struct id_run run)
{
    if (!ARRAY_ROOM(sel->runs, sel->capacity, sel->n_runs + 1))
        return LOYD_E_NOMEM;
    sel->runs[sel->n_runs++] = run;
    return LOYD_OK;
}

/* Finds the least length >= low that a goal or class has; -1: none. */
static loyd_err
next_stm(loyd_store *store, const struct id_run *run, int32_t low,
         int32_t *stm, loyd_why *why)
{
    struct query q;
    int64_t value = -1;
    loyd_err err = LOYD_OK;

    if (run->kind == RUN_GOAL)
        query_begin(&q, store, STMT_STM_GOAL, sql_stm_goal, why);
    else
        query_begin(&q, store, STMT_STM_CLASS, sql_stm_class, why);
    query_int(&q, 1, run->key);
    query_int(&q, 2, low);
    if (query_next(&q) && !column_int(&q, 0, low, LOYD_STM_MAX, &value))
        err = why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid length");
    err = query_end(&q, err);
    *stm = (int32_t)value;
    return err;
}

/* Computes the lengths wanted of a class; low > high: none. */
static void
narrow(const struct builder *build, int64_t class, int32_t *low, int32_t *high)
{
    const loyd_distribution *d = class_distribution(class);
    uint16_t first, last;

    *low = build->low;
    *high = build->high;
    for (unsigned i = 0; i < build->n_percentiles; i++) {
        if (d == NULL || !loyd_percentiles_lengths(&build->percentiles[i], d,
                                                   &first, &last)) {
            *high = -1;
            return;
        }
        *low = *low > first ? *low : first;
        if (last < d->radius) /* a stored length may exceed the radius */
            *high = *high < last ? *high : last;
    }
}

/* Adds a run for each existing length, and one for unproven puzzles. */
static loyd_err
add_runs(struct builder *build, enum run_kind kind, int64_t key, int64_t class,
         loyd_why *why)
{
    struct id_run run = {.kind = kind, .key = key, .stm = -1};
    int32_t low, high;
    loyd_err err = LOYD_OK;

    if (build->class >= 0 && class != build->class)
        return LOYD_OK;
    narrow(build, class, &low, &high);
    if ((build->sel->wants & WANT_OPEN) != 0)
        err = add_run(build->sel, run);
    while (err == LOYD_OK && (build->sel->wants & WANT_PROVEN) != 0 &&
           low <= high) {
        err = next_stm(build->sel->store, &run, low, &run.stm, why);
        if (err != LOYD_OK || run.stm < 0 || run.stm > high)
            break;
        err = add_run(build->sel, run);
        low = run.stm + 1;
    }
    return err;
}

static loyd_err
add_named(struct builder *build, uint8_t width, uint8_t height, loyd_why *why)
{
    const struct goal_row *goal;
    struct query q;
    int64_t pk;
    bool found = true;
    loyd_err err = LOYD_OK;

    goals_begin(&q, build->sel->store, width, height, true, why);
    while (err == LOYD_OK) {
        err = goals_next(&q, &pk, &found, why);
        if (err != LOYD_OK || !found)
            break;
        if ((err = goal_get(build->sel->store, pk, &goal, why)) == LOYD_OK)
            err = add_runs(build, RUN_GOAL, pk, goal->class, why);
    }
    return query_end(&q, err);
}

/* Adds the named goals of a size one by one, the others by their classes. */
static loyd_err
add_size(struct builder *build, uint8_t width, uint8_t height, loyd_why *why)
{
    unsigned longer = width > height ? width : height;
    unsigned shorter = width > height ? height : width;
    loyd_err err = add_named(build, width, height, why);

    /* A class is named after its least blank, the longer side horizontal. */
    for (unsigned blank = 0; err == LOYD_OK && blank < longer * shorter;
         blank++) {
        int64_t class = goal_class(longer, shorter, blank);
        if (class % 256 == (int64_t)blank)
            err = add_runs(build, RUN_CLASS, class, class, why);
    }
    return err;
}

/* 3x4 and 4x3 have the same classes, whose runs are added once. */
static loyd_err
add_sizes(struct builder *build, loyd_why *why)
{
    bool is_done[LOYD_SIDE_MAX + 1][LOYD_SIDE_MAX + 1] = {{false}};
    uint8_t width = 0, height = 0;
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        err = goal_next_size(build->sel->store, &width, &height, &found, why);
        if (err != LOYD_OK || !found)
            break;
        err = is_done[width][height] ? add_named(build, width, height, why)
                                     : add_size(build, width, height, why);
        is_done[width][height] = is_done[height][width] = true;
    }
    return err;
}

static loyd_err
add_layout(struct builder *build, const loyd_layout *layout, loyd_why *why)
{
    const struct goal_row *goal;
    loyd_err err = goal_find(build->sel->store, &layout->goal, &goal, why);

    if (err != LOYD_OK || goal == NULL)
        return err;
    return add_runs(build, RUN_GOAL, goal->pk, goal->class, why);
}

/* `random` depends on the size and is checked for each puzzle. */
static void
want_random(struct selection *sel, const char *text)
{
    /* It fits, because it was parsed. */
    snprintf(sel->random, sizeof(sel->random), "%s", text);
}

static loyd_err
add_layout_here(struct builder *build, const char *text, uint8_t width,
                uint8_t height, loyd_why *why)
{
    loyd_layout layout;
    loyd_err err =
        loyd_layout_parse(text, strlen(text), width, height, &layout, why);

    if (err != LOYD_OK)
        return err;
    if (layout.path != LOYD_PATH_RANDOM)
        return add_layout(build, &layout, why);
    want_random(build->sel, text);
    return add_size(build, width, height, why);
}

/* Adds the layout's goal in each size in which the layout is valid. */
static loyd_err
add_layout_anywhere(struct builder *build, const char *text, loyd_why *why)
{
    loyd_layout layout;
    bool is_good = false;
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < SIDES * SIDES; i++) {
        if (loyd_layout_parse(text, strlen(text),
                              (uint8_t)(LOYD_SIDE_MIN + i / SIDES),
                              (uint8_t)(LOYD_SIDE_MIN + i % SIDES), &layout,
                              NULL) != LOYD_OK)
            continue;
        is_good = true;
        if (layout.path == LOYD_PATH_RANDOM) {
            want_random(build->sel, text);
            return add_sizes(build, why);
        }
        err = add_layout(build, &layout, why);
    }
    /* Valid in no size: the error in the largest size is the most useful. */
    if (err == LOYD_OK && !is_good)
        err = loyd_layout_parse(text, strlen(text), LOYD_SIDE_MAX,
                                LOYD_SIDE_MAX, &layout, why);
    return err;
}

static loyd_err
check_class(const loyd_class *cls, loyd_why *why)
{
    loyd_class same;

    if (size_check(cls->width, cls->height, NULL) == LOYD_OK &&
        cls->blank < cls->width * cls->height) {
        same = loyd_class_of(cls->width, cls->height, cls->blank);
        if (loyd_class_equal(&same, cls))
            return LOYD_OK;
    }
    return why_set(why, LOYD_E_RANGE,
                   "invalid class: %ux%u with the blank in cell %u",
                   cls->width, cls->height, cls->blank);
}

static loyd_err
check(const loyd_filter *filter, loyd_why *why)
{
    if ((filter->width != 0 || filter->height != 0) &&
        size_check(filter->width, filter->height, why) != LOYD_OK)
        return why_set(why, LOYD_E_RANGE,
                       "invalid size %ux%u: expected sides 2..15",
                       filter->width, filter->height);
    if (filter->has_stm && filter->stm_low > filter->stm_high)
        return why_set(why, LOYD_E_RANGE, "empty range of lengths %u..%u",
                       filter->stm_low, filter->stm_high);
    if (filter->has_percentiles &&
        (filter->percentiles.low >= filter->percentiles.high ||
         filter->percentiles.high > LOYD_PERCENTILE_MAX))
        return why_set(why, LOYD_E_RANGE, "invalid range of percentiles");
    if (filter->has_status && (unsigned)filter->status >= LOYD_STATUS_COUNT_)
        return why_set(why, LOYD_E_RANGE, "invalid status %u", filter->status);
    if ((unsigned)filter->order >= LOYD_ORDER_COUNT_)
        return why_set(why, LOYD_E_RANGE, "invalid order %u", filter->order);
    if (filter->pick != NULL &&
        (filter->has_after || filter->order != LOYD_ORDER_ID))
        return why_set(why, LOYD_E_RANGE,
                       "pick cannot be combined with an order or with after");
    if (filter->has_id &&
        memcmp(filter->id_first.byte, filter->id_last.byte, LOYD_ID_BYTES) > 0)
        return why_set(why, LOYD_E_RANGE, "empty range of ids");
    if (filter->pick != NULL && filter->limit == 0)
        return why_set(why, LOYD_E_RANGE, "pick needs a limit");
    return filter->has_class ? check_class(&filter->goal_class, why) : LOYD_OK;
}

static loyd_err
add_all(struct builder *build, const loyd_filter *filter, loyd_why *why)
{
    struct selection *sel = build->sel;

    /* Only a class that holds both 3x4 and 4x3 leaves the size to check. */
    if (filter->width != filter->height) {
        sel->width = filter->width;
        sel->height = filter->height;
    }
    if (filter->layout != NULL)
        return filter->width != 0
                   ? add_layout_here(build, filter->layout, filter->width,
                                     filter->height, why)
                   : add_layout_anywhere(build, filter->layout, why);
    if (filter->width != 0)
        return add_size(build, filter->width, filter->height, why);
    if (filter->has_stm || sel->wants != WANT_ALL || filter->has_class ||
        filter->order != LOYD_ORDER_ID)
        return add_sizes(build, why);
    return add_run(sel, (struct id_run){.kind = RUN_ALL, .stm = -1});
}

/* Collects the filter's percentiles, and those of its band. */
static loyd_err
want_percentiles(struct builder *build, const loyd_filter *filter,
                 loyd_why *why)
{
    loyd_percentiles *wanted = build->percentiles;
    const loyd_band *band;
    loyd_bands bands;
    loyd_err err;

    if (filter->has_percentiles)
        wanted[build->n_percentiles++] = filter->percentiles;
    if (filter->band == NULL)
        return LOYD_OK;
    if ((err = loyd_store_bands(build->sel->store, &bands, why)) != LOYD_OK ||
        (err = loyd_bands_find(&bands, filter->band, &band, why)) != LOYD_OK)
        return err;
    wanted[build->n_percentiles++] = band->percentiles;
    return LOYD_OK;
}

/* Turns lengths, classes and size into runs; filter_match does the rest. */
loyd_err
filter_runs(struct selection *sel, const loyd_filter *filter, loyd_why *why)
{
    struct builder build = {.sel = sel, .high = LOYD_STM_MAX, .class = -1};
    loyd_err err = check(filter, why);

    if (err != LOYD_OK)
        return err;
    if (filter->has_id) {
        sel->first = filter->id_first;
        sel->last = filter->id_last;
    }
    if (filter->has_stm) {
        sel->wants &= WANT_PROVEN;
        build.low = filter->stm_low;
        build.high = filter->stm_high;
    }
    if ((err = want_percentiles(&build, filter, why)) != LOYD_OK)
        return err;
    if (build.n_percentiles > 0)
        sel->wants &= WANT_PROVEN;
    if (filter->has_status)
        sel->wants &= 1U << filter->status;
    if (filter->has_class)
        build.class =
            goal_class(filter->goal_class.width, filter->goal_class.height,
                       filter->goal_class.blank);
    return add_all(&build, filter, why);
}

/* Checks for a recipe of the puzzle whose layout draws goals. */
static loyd_err
match_random(struct selection *sel, const loyd_id *id,
             const struct goal_row *goal, bool *yes, loyd_why *why)
{
    unsigned width = goal->board.width, height = goal->board.height;
    char text[LOYD_LAYOUT_TEXT], prefix[RECIPE_PREFIX];
    loyd_layout layout;

    *yes = loyd_layout_parse(sel->random, strlen(sel->random), (uint8_t)width,
                             (uint8_t)height, &layout, NULL) == LOYD_OK;
    if (!*yes)
        return LOYD_OK;
    loyd_layout_print(&layout, text);
    sqlite3_snprintf((int)sizeof(prefix), prefix, "%ux%u/%s~", width, height,
                     text);
    return recipe_begins(sel->store, id, prefix, yes, why);
}

/* Finds the status of an unproven puzzle: claimed, bounded or unrated. */
static loyd_err
open_status(loyd_store *store, const loyd_id *id, loyd_status *status,
            loyd_why *why)
{
    uint16_t claimed;
    bool is_rated;
    loyd_err err = claim_get(store, id, &claimed, why);

    *status = LOYD_STATUS_CLAIMED;
    if (err != LOYD_OK || claimed != 0)
        return err;
    err = rating_is(store, id, &is_rated, why);
    *status = is_rated ? LOYD_STATUS_BOUNDED : LOYD_STATUS_UNRATED;
    return err;
}

/* Returns whether the run holds all open statuses, but not all are wanted. */
static bool
is_status_open(const struct selection *sel, const struct id_run *run)
{
    return run->kind != RUN_ALL && run->stm < 0 &&
           (sel->wants & WANT_OPEN) != WANT_OPEN;
}

static bool
is_size_open(const struct selection *sel, const struct id_run *run)
{
    return run->kind == RUN_CLASS && sel->width != 0;
}

unsigned
filter_checks(const struct selection *sel, const struct id_run *run)
{
    return (is_status_open(sel, run) ? LOYD_CHECK_STATUS : 0U) |
           (is_size_open(sel, run) ? LOYD_CHECK_SIZE : 0U) |
           (sel->random[0] != '\0' ? LOYD_CHECK_LAYOUT : 0U) |
           (sel->has_seed && !sel->is_listed ? LOYD_CHECK_SEED : 0U) |
           (sel->use != LOYD_USE_ANY ? LOYD_CHECK_USE : 0U);
}

static loyd_err
match_goal(struct selection *sel, const struct id_run *run, const loyd_id *id,
           bool *yes, loyd_why *why)
{
    const struct goal_row *goal;
    struct puzzle_place place;
    bool found;
    loyd_err err = puzzle_find(sel->store, id, &place, &found, why);

    if (err == LOYD_OK && !found)
        err = puzzle_bad(why, id, "in an index but not in the table");
    if (err == LOYD_OK)
        err = goal_get(sel->store, place.goal, &goal, why);
    if (err != LOYD_OK)
        return err;
    *yes = !is_size_open(sel, run) || (goal->board.width == sel->width &&
                                       goal->board.height == sel->height);
    if (*yes && sel->random[0] != '\0')
        return match_random(sel, id, goal, yes, why);
    return LOYD_OK;
}

loyd_err
filter_match(struct selection *sel, const struct id_run *run,
             const loyd_id *id, bool *yes, loyd_why *why)
{
    unsigned checks = filter_checks(sel, run);
    loyd_status status;
    bool is_used;
    loyd_err err = LOYD_OK;

    *yes = true;
    if (checks & LOYD_CHECK_STATUS) {
        sel->plan.check_rows++;
        if ((err = open_status(sel->store, id, &status, why)) != LOYD_OK)
            return err;
        *yes = (sel->wants & 1U << status) != 0;
    }
    if (*yes && (checks & LOYD_CHECK_SEED)) {
        sel->plan.check_rows++;
        err = seed_has(&sel->seed, sel->store, id, yes, why);
    }
    if (err == LOYD_OK && *yes && (checks & LOYD_CHECK_USE)) {
        sel->plan.check_rows++;
        if ((err = puzzle_is_used(sel->store, id, &is_used, why)) != LOYD_OK)
            return err;
        *yes = is_used == (sel->use == LOYD_USE_USED);
    }
    if (err == LOYD_OK && *yes &&
        (checks & (LOYD_CHECK_SIZE | LOYD_CHECK_LAYOUT))) {
        sel->plan.check_rows++;
        err = match_goal(sel, run, id, yes, why);
    }
    return err;
}
