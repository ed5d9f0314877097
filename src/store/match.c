/* SPDX-License-Identifier: MIT */
/* Checks each puzzle of a run for what no index holds. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "store/select.h"
#include "store/use.h"

/* Checks for a recipe of the puzzle with a layout that draws goals. */
static loyd_err
match_draw(struct selection *sel, const char *drawn, const loyd_id *id,
           const loyd_board *goal, bool *yes, loyd_why *why)
{
    char text[LOYD_LAYOUT_TEXT], prefix[RECIPE_PREFIX];
    loyd_layout layout;

    *yes = loyd_layout_parse(drawn, strlen(drawn), goal->width, goal->height,
                             &layout, NULL) == LOYD_OK;
    if (!*yes)
        return LOYD_OK;
    loyd_layout_print(&layout, text);
    sqlite3_snprintf((int)sizeof(prefix), prefix, "%ux%u/%s~", goal->width,
                     goal->height, text);
    return recipe_begins(sel->store, id, prefix, yes, why);
}

loyd_err
open_status(loyd_store *store, const loyd_id *id, loyd_status *status,
            loyd_why *why)
{
    uint16_t claimed;
    bool is_rated;
    loyd_err err = claim_get(store, id, LOYD_STM, &claimed, why);

    *status = LOYD_STATUS_CLAIMED;
    if (err != LOYD_OK || claimed != 0)
        return err;
    err = rating_is(store, id, &is_rated, why);
    *status = is_rated ? LOYD_STATUS_BOUNDED : LOYD_STATUS_UNRATED;
    return err;
}

loyd_err
status_in(loyd_store *store, const loyd_id *id, loyd_metric metric,
          const struct puzzle_place *place, loyd_status *status, loyd_why *why)
{
    bool is_mtm = metric == LOYD_MTM;
    uint16_t claimed;
    loyd_err err;

    *status = LOYD_STATUS_PROVEN;
    if (is_mtm ? place->mtm >= 0 && place->mtm < MTM_OPEN : place->stm >= 0)
        return LOYD_OK;
    if (!is_mtm)
        return open_status(store, id, status, why);
    err = claim_get(store, id, LOYD_MTM, &claimed, why);
    *status = claimed != 0     ? LOYD_STATUS_CLAIMED
              : place->mtm > 0 ? LOYD_STATUS_BOUNDED
                               : LOYD_STATUS_UNRATED;
    return err;
}

static bool
is_open(const struct id_run *run)
{
    return run->length < 0 || run->kind == RUN_GOAL_UPPER ||
           run->kind == RUN_CLASS_UPPER;
}

/* Returns whether the run holds open statuses that are not all wanted. */
static bool
is_status_open(const struct selection *sel, const struct id_run *run)
{
    unsigned held = run->length < 0 ? WANT_OPEN : WANT_BOUNDED | WANT_CLAIMED;

    return run->is_rest || (run->kind != RUN_ALL && is_open(run) &&
                            (sel->want.wants & held) != held);
}

/* Only a class of both 3x4 and 4x3 leaves the size to check. */
static bool
is_size_open(const struct selection *sel, const struct id_run *run)
{
    unsigned longer = (unsigned)(run->key >> 16);
    unsigned shorter = (unsigned)(run->key >> 8 & 255);

    return run_is_of_class(run->kind) && sel->has_sizes &&
           !(size_set_has(&sel->sizes, longer, shorter) &&
             size_set_has(&sel->sizes, shorter, longer));
}

unsigned
filter_checks(const struct selection *sel, const struct id_run *run)
{
    return (is_status_open(sel, run) ? LOYD_CHECK_STATUS : 0U) |
           (is_size_open(sel, run) ? LOYD_CHECK_SIZE : 0U) |
           (run->needs_draw ? LOYD_CHECK_LAYOUT : 0U) |
           (is_open(run) && (sel->want.bounds.n > 0 || sel->want.gap.n > 0)
                ? LOYD_CHECK_INTERVAL
                : 0U) |
           (run->needs_rank ? LOYD_CHECK_ESTIMATE : 0U) |
           (length_test_needs(sel, run) ? LOYD_CHECK_METRIC : 0U) |
           (sel->has_seed && !sel->plan.is_by_seed ? LOYD_CHECK_SEED : 0U) |
           (sel->n_excluded > 0 ? LOYD_CHECK_EXCLUDED : 0U) |
           (sel->has_prefix ? LOYD_CHECK_PATH : 0U) |
           (sel->use != LOYD_USE_ANY ? LOYD_CHECK_USE : 0U);
}

loyd_err
find_indexed(struct selection *sel, const loyd_id *id,
             struct puzzle_place *place, loyd_why *why)
{
    bool found;
    loyd_err err = puzzle_find(sel->store, id, place, &found, why);

    return err != LOYD_OK || found
               ? err
               : puzzle_bad(why, id, "in an index but not in the table");
}

static loyd_err
match_goal(struct selection *sel, const struct id_run *run, const loyd_id *id,
           bool *yes, loyd_why *why)
{
    const struct goal_row *goal;
    struct puzzle_place place;
    loyd_board board;
    loyd_err err = find_indexed(sel, id, &place, why);

    if (err == LOYD_OK)
        err = goal_get(sel->store, place.goal, &goal, why);
    if (err != LOYD_OK)
        return err;
    board = goal->board;
    *yes = !is_size_open(sel, run) ||
           size_set_has(&sel->sizes, board.width, board.height);
    if (!*yes || !run->needs_draw)
        return LOYD_OK;
    *yes = false;
    /* A goal that is also given by its cells has separate runs. */
    if (run_is_of_class(run->kind) && selection_has_goal(sel, &place))
        return LOYD_OK;
    for (size_t i = 0; err == LOYD_OK && !*yes && i < sel->n_drawn; i++)
        err = match_draw(sel, sel->drawn[i], id, &board, yes, why);
    return err;
}

static loyd_err
match_status(struct selection *sel, const struct id_run *run,
             const loyd_id *id, bool *yes, loyd_why *why)
{
    struct puzzle_place place;
    loyd_status status;
    loyd_err err = open_status(sel->store, id, &status, why);

    if (err != LOYD_OK)
        return err;
    *yes = (sel->want.wants & 1U << status) != 0;
    if (!*yes || !run->is_rest)
        return LOYD_OK;
    /* A claimed puzzle may be bounded too. */
    err = find_indexed(sel, id, &place, why);
    *yes = err == LOYD_OK && place.upper < 0;
    return err;
}

loyd_err
wanted_ends(loyd_store *store, const struct wanted *want, loyd_metric metric,
            const loyd_id *id, bool *yes, loyd_why *why)
{
    uint16_t lower, upper;
    loyd_err err = rating_ends(store, id, metric, &lower, &upper, why);
    unsigned gap = err == LOYD_OK && upper > lower ? upper - lower : 0;

    *yes =
        err == LOYD_OK && upper != 0 &&
        (want->bounds.n == 0 || range_list_has(&want->bounds, lower, upper)) &&
        (want->gap.n == 0 || range_list_has(&want->gap, gap, gap));
    return err;
}

static loyd_err
match_estimate(struct selection *sel, const loyd_id *id, bool *yes,
               loyd_why *why)
{
    const struct goal_row *goal;
    struct puzzle_place place;
    loyd_err err = find_indexed(sel, id, &place, why);

    if (err == LOYD_OK)
        err = goal_get(sel->store, place.goal, &goal, why);
    return err == LOYD_OK ? ranges_have(sel->store, &sel->want, goal->class,
                                        place.estimate, yes, why)
                          : err;
}

/* Returns whether a sorted list has the id. */
static bool
is_among(const loyd_id *list, size_t n, const loyd_id *id)
{
    return n > 0 && bsearch(id, list, n, sizeof(*id), id_order) != NULL;
}

loyd_err
filter_match(struct selection *sel, const struct id_run *run,
             const loyd_id *id, bool *yes, loyd_why *why)
{
    unsigned checks = filter_checks(sel, run);
    bool is_used;
    loyd_err err = LOYD_OK;

    *yes = (checks & LOYD_CHECK_EXCLUDED) == 0 ||
           !is_among(sel->excluded, sel->n_excluded, id);
    if (*yes && (checks & LOYD_CHECK_STATUS)) {
        sel->plan.check_rows++;
        err = match_status(sel, run, id, yes, why);
    }
    if (err == LOYD_OK && *yes && (checks & LOYD_CHECK_INTERVAL)) {
        sel->plan.check_rows++;
        err = wanted_ends(sel->store, &sel->want, LOYD_STM, id, yes, why);
    }
    if (err == LOYD_OK && *yes && (checks & LOYD_CHECK_ESTIMATE)) {
        sel->plan.check_rows++;
        err = match_estimate(sel, id, yes, why);
    }
    if (err == LOYD_OK && *yes && (checks & LOYD_CHECK_METRIC)) {
        sel->plan.check_rows++;
        err = length_test_match(sel, run, id, yes, why);
    }
    if (err == LOYD_OK && *yes && (checks & LOYD_CHECK_SEED)) {
        sel->plan.check_rows++;
        err = seed_has(&sel->seed, sel->store, id, yes, why);
    }
    if (err == LOYD_OK && *yes && (checks & LOYD_CHECK_USE)) {
        sel->plan.check_rows++;
        if ((err = puzzle_is_used(sel->store, id, &is_used, why)) != LOYD_OK)
            return err;
        if (is_used && is_among(sel->unused, sel->n_unused, id))
            is_used = false;
        *yes = is_used == (sel->use == LOYD_USE_USED);
    }
    if (err == LOYD_OK && *yes &&
        (checks & (LOYD_CHECK_SIZE | LOYD_CHECK_LAYOUT))) {
        sel->plan.check_rows++;
        err = match_goal(sel, run, id, yes, why);
    }
    if (err == LOYD_OK && *yes && (checks & LOYD_CHECK_PATH)) {
        sel->plan.check_rows++;
        err = path_begins(sel->store, id, sel->metric, &sel->prefix,
                          &sel->path, yes, why);
    }
    return err;
}
