/* SPDX-License-Identifier: MIT */
/* Tests puzzles for lengths in the metric that the runs are not of. */
#include "base/why.h"
#include "rate/lengths.h"
#include "store/select.h"

/* Returns whether only puzzles with a rating in MTM match, so that the runs of
 * these lengths are the fewest. */
static bool
is_of_mtm(const struct select *sel, const loyd_filter *filter)
{
    const struct wanted *want = &sel->want;

    if (filter->n_mtm > 0)
        return true;
    return filter->metric == LOYD_MTM &&
           (want->has_ranks || want->bounds.n > 0 || want->gap.n > 0 ||
            (want->wants & WANT_UNRATED) == 0);
}

/* Makes everything that `want` holds part of the test. */
static void
hand_over(struct select *sel)
{
    struct length_test *test = &sel->test;

    test->rest = sel->want;
    test->metric = sel->metric;
    test->has_rest = sel->want.wants != WANT_ALL || sel->want.bounds.n > 0 ||
                     sel->want.gap.n > 0 || sel->want.has_ranks;
    sel->want = (struct wanted){.wants = WANT_ALL};
}

void
length_test_begin(struct select *sel, const loyd_filter *filter)
{
    bool is_mtm = filter->metric == LOYD_MTM;

    sel->is_by_mtm =
        (sel->order.is_by_length && sel->order.is_mtm) ||
        (!sel->order.is_by_length && filter->n_stm == 0 &&
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
length_test_follow(struct select *sel)
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
