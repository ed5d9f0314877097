/* SPDX-License-Identifier: MIT */
/* Tests puzzles for lengths in the metric that the runs are not of. */
#include "base/why.h"
#include "rate/lengths.h"
#include "store/select.h"

/* Returns whether only puzzles with a rating in MTM match, so that the runs of
 * these lengths are the fewest. */
static bool
is_of_mtm(const struct selection *sel, const loyd_filter *filter)
{
    const struct wanted *want = &sel->want;

    if (filter->n_mtm > 0)
        return true;
    return filter->metric == LOYD_MTM &&
           (want->has_ranks || want->bounds.n > 0 || want->gap.n > 0 ||
            (want->wants & (WANT_UNRATED | WANT_CLAIMED)) == 0);
}

/* Makes everything that `want` holds part of the test. */
static void
hand_over(struct selection *sel)
{
    struct length_test *test = &sel->test;

    test->rest = sel->want;
    test->metric = sel->metric;
    test->has_rest = sel->want.wants != WANT_ALL || sel->want.bounds.n > 0 ||
                     sel->want.gap.n > 0 || sel->want.has_ranks;
    sel->want = (struct wanted){.wants = WANT_ALL};
}

void
length_test_begin(struct selection *sel, const loyd_filter *filter)
{
    bool is_mtm = filter->metric == LOYD_MTM;

    sel->is_by_mtm =
        order_is_mtm(filter->order) ||
        (filter->order == LOYD_ORDER_ID && filter->n_stm == 0 &&
         (is_mtm || !sel->want.has_ranks) && is_of_mtm(sel, filter));
    sel->test = (struct length_test){.has_rest = false};
    if (sel->is_by_mtm)
        sel->test.stm = sel->ranges.stm;
    else
        sel->test.mtm = sel->ranges.mtm;
    if (is_mtm != sel->is_by_mtm)
        hand_over(sel);
    /* Of the metric of the runs only proven puzzles have such a length. */
    if ((sel->is_by_mtm ? filter->n_mtm : filter->n_stm) > 0)
        sel->want.wants &= WANT_PROVEN;
}

void
length_test_follow(struct selection *sel)
{
    struct wanted *want = &sel->want;
    unsigned open = want->wants & WANT_OPEN;

    if (!sel->is_by_mtm || sel->test.has_rest)
        return;
    /* The runs are of the percentiles; they hold the proven puzzles, and the
     * others of all open statuses or of none. */
    want->has_ranks = false;
    if (open == 0 || open == WANT_OPEN)
        want->wants = WANT_ALL;
    hand_over(sel);
}

bool
length_test_needs(const struct selection *sel, const struct id_run *run)
{
    return run->is_mtm_rest || sel->test.stm.n > 0 || sel->test.mtm.n > 0 ||
           sel->test.has_rest;
}

/* Returns whether a proven length is wanted; -1: there is none. */
static bool
is_within(int32_t length, const struct range_list *wanted)
{
    return wanted->n == 0 ||
           (length >= 0 &&
            range_list_has(wanted, (uint32_t)length, (uint32_t)length));
}

/* Returns in *yes whether a puzzle has the wanted percentiles. */
static loyd_err
match_ranks(struct selection *sel, const struct puzzle_place *place, bool *yes,
            loyd_why *why)
{
    const struct wanted *want = &sel->test.rest;
    bool is_mtm = sel->test.metric == LOYD_MTM;
    int32_t length = is_mtm ? place->mtm : place->stm;
    const struct goal_row *goal;
    loyd_err err = goal_get(sel->store, place->goal, &goal, why);

    if (err != LOYD_OK)
        return err;
    if (!is_mtm && place->estimate >= 0)
        return ranges_have(sel->store, want, goal->class, place->estimate, yes,
                           why);
    *yes = length >= 0 && length < MTM_OPEN &&
           wanted_has(want, class_distribution(goal->class, sel->test.metric),
                      (unsigned)length);
    return LOYD_OK;
}

/* The rest of the test, in its metric. */
static loyd_err
match_rest(struct selection *sel, const struct puzzle_place *place,
           const loyd_id *id, bool *yes, loyd_why *why)
{
    const struct length_test *test = &sel->test;
    const struct wanted *want = &test->rest;
    loyd_status status;
    loyd_err err = LOYD_OK;

    if (want->wants != WANT_ALL) {
        err = status_in(sel->store, id, test->metric, place, &status, why);
        *yes = err == LOYD_OK && (want->wants & 1U << status) != 0;
    }
    if (err == LOYD_OK && *yes && (want->bounds.n > 0 || want->gap.n > 0))
        err = wanted_ends(sel->store, want, test->metric, id, yes, why);
    if (err == LOYD_OK && *yes && want->has_ranks)
        err = match_ranks(sel, place, yes, why);
    return err;
}

loyd_err
length_test_match(struct selection *sel, const struct id_run *run,
                  const loyd_id *id, bool *yes, loyd_why *why)
{
    const struct length_test *test = &sel->test;
    struct puzzle_place place;
    loyd_err err = find_indexed(sel, id, &place, why);

    if (err != LOYD_OK)
        return err;
    *yes = (!run->is_mtm_rest || place.mtm < 0) &&
           is_within(place.stm, &test->stm) &&
           is_within(place.mtm, &test->mtm);
    return *yes && test->has_rest ? match_rest(sel, &place, id, yes, why)
                                  : LOYD_OK;
}
