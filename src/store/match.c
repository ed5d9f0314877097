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

/* Only a class of both 3x4 and 4x3 leaves the size to check. */
static bool
is_size_open(const struct selection *sel, const struct id_run *run)
{
    unsigned longer = (unsigned)(run->key >> 16);
    unsigned shorter = (unsigned)(run->key >> 8 & 255);

    return run->kind == RUN_CLASS && sel->has_sizes &&
           !(size_set_has(&sel->sizes, longer, shorter) &&
             size_set_has(&sel->sizes, shorter, longer));
}

unsigned
filter_checks(const struct selection *sel, const struct id_run *run)
{
    return (is_status_open(sel, run) ? LOYD_CHECK_STATUS : 0U) |
           (is_size_open(sel, run) ? LOYD_CHECK_SIZE : 0U) |
           (run->needs_draw ? LOYD_CHECK_LAYOUT : 0U) |
           (sel->has_seed && !sel->plan.is_by_seed ? LOYD_CHECK_SEED : 0U) |
           (sel->n_excluded > 0 ? LOYD_CHECK_EXCLUDED : 0U) |
           (sel->has_prefix ? LOYD_CHECK_PATH : 0U) |
           (sel->use != LOYD_USE_ANY ? LOYD_CHECK_USE : 0U);
}

static loyd_err
match_goal(struct selection *sel, const struct id_run *run, const loyd_id *id,
           bool *yes, loyd_why *why)
{
    const struct goal_row *goal;
    struct puzzle_place place;
    loyd_board board;
    bool found;
    loyd_err err = puzzle_find(sel->store, id, &place, &found, why);

    if (err == LOYD_OK && !found)
        err = puzzle_bad(why, id, "in an index but not in the table");
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
    if (run->kind == RUN_CLASS &&
        selection_run(sel, RUN_GOAL, place.goal, place.stm) != NULL)
        return LOYD_OK;
    for (size_t i = 0; err == LOYD_OK && !*yes && i < sel->n_drawn; i++)
        err = match_draw(sel, sel->drawn[i], id, &board, yes, why);
    return err;
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
    loyd_status status;
    bool is_used;
    loyd_err err = LOYD_OK;

    *yes = (checks & LOYD_CHECK_EXCLUDED) == 0 ||
           !is_among(sel->excluded, sel->n_excluded, id);
    if (*yes && (checks & LOYD_CHECK_STATUS)) {
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
        err = path_begins(sel->store, id, &sel->prefix, &sel->path, yes, why);
    }
    return err;
}
