/* SPDX-License-Identifier: MIT */
/* Owns what of a filter no index knows: asked of each puzzle. */
#include <string.h>

#include "base/why.h"
#include "store/days.h"
#include "store/select.h"

/* Has the puzzle a recipe of the layout that draws goals? */
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

/* What is not proven: is it claimed, bounded or unrated? */
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

/* Are not all of the open statuses wanted, and the run holds them all? */
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
selection_checks(const struct selection *sel, const struct id_run *run)
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
        err = puzzle_bad(why, id, "an index has it, but no row");
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
selection_match(struct selection *sel, const struct id_run *run,
                const loyd_id *id, bool *yes, loyd_why *why)
{
    unsigned checks = selection_checks(sel, run);
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
