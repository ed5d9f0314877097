/* SPDX-License-Identifier: MIT */
/*
 * Computes how rare a target is and which method draws it. The method depends
 * only on size, layout and target. The recipe names the chosen method, so a
 * different choice in a later version changes no board.
 */
#include "core/range.h"
#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "loyd/class.h"
#include "loyd/band.h"
#include "loyd/target.h"
#include "rate/lengths.h"

/* With fewer boards inside, the share of a sample is too inexact. */
#define SAMPLE_MIN 100

/*
 * Returns an upper bound of the share of a class, from the exact counts of
 * the corner class. `way` moves of the blank turn a goal of one class into a
 * goal of the other, so the distances of a board from the two differ by at
 * most `way`.
 */
static double
share_bound(const loyd_distribution *d, unsigned low, unsigned high)
{
    const loyd_distribution *corner =
        distribution_find(LOYD_STM, d->width, d->height, 0);
    unsigned way = d->blank % d->width + d->blank / d->width;
    uint64_t n =
        distribution_count(corner, low > way ? low - way : 0, high + way);

    n += low <= way; /* the corner's goal counts as a board here */
    return (double)n / (double)corner->total;
}

static void
add_share(const loyd_distribution *d, const loyd_recipe *recipe,
          loyd_rarity *rarity)
{
    unsigned low = recipe->target_low, high = recipe->target_high;
    uint64_t n = distribution_count(d, low, high);

    if (low > d->radius || high == 0)
        return;
    if (d->sample == 0) {
        rarity->share += (double)n / (double)d->total;
    } else if (n >= SAMPLE_MIN) {
        rarity->share += (double)n / (double)d->total;
        rarity->sample = d->sample;
    } else {
        rarity->share += share_bound(d, low, high);
        rarity->is_bound = true;
    }
}

loyd_err
loyd_target_rarity(const loyd_recipe *recipe, loyd_rarity *rarity,
                   loyd_why *why)
{
    const loyd_layout *layout = &recipe->layout;
    unsigned w = layout->width, h = layout->height, n = w * h;
    loyd_metric metric =
        recipe->target == LOYD_TARGET_MTM ? LOYD_MTM : LOYD_STM;
    bool is_drawn = layout->is_drawn;
    unsigned first = 0, end = n, radius = 0;
    loyd_rarity sum = {0, false, 0};
    char moves[RANGE_WORDS];

    WHY_GIVEN(why);
    if (n > LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "the distribution of %ux%u boards is unknown: expected "
                       "at most %d cells",
                       w, h, LOYD_EXACT_CELLS);
    /* A blank that is drawn is in every cell with the same probability. */
    if (!is_drawn || layout->blank != LOYD_BLANK_AUTO) {
        first =
            is_drawn ? (unsigned)layout->blank : board_blank(&layout->goal);
        end = first + 1;
    }
    for (unsigned blank = first; blank < end; blank++) {
        const loyd_distribution *d = distribution_find(metric, w, h, blank);

        add_share(d, recipe, &sum);
        if (radius < d->radius)
            radius = d->radius;
    }
    if (recipe->target_high == 0 || recipe->target_low > radius)
        return why_set(why, LOYD_E_UNSOLVABLE,
                       "no %ux%u board takes %s: expected 1..%u", w, h,
                       range_words(recipe->target_low, recipe->target_high,
                                   "move", moves),
                       radius);
    sum.share /= end - first;
    *rarity = sum;
    return LOYD_OK;
}

/* --- methods --- */

/*
 * The radius up to which a ball is enumerated. The states within them are
 * at most 12,500,000, which take one second and 100 MB, and at most one in a
 * thousand of the class, for which rejection would take longer. Computed by
 * breadth-first search of each class; tests/unit/test_ball.c repeats it.
 */
static const struct near_row {
    loyd_class cls;
    uint8_t moves;
} rows[] = {
    {{2, 2, 0}, 0},  {{3, 2, 0}, 0},  {{3, 2, 1}, 0},  {{4, 2, 0}, 3},
    {{4, 2, 1}, 3},  {{5, 2, 0}, 13}, {{5, 2, 1}, 12}, {{5, 2, 2}, 12},
    {{6, 2, 0}, 23}, {{6, 2, 1}, 23}, {{6, 2, 2}, 23}, {{7, 2, 0}, 31},
    {{7, 2, 1}, 31}, {{7, 2, 2}, 31}, {{7, 2, 3}, 31}, {{8, 2, 0}, 29},
    {{8, 2, 1}, 29}, {{8, 2, 2}, 28}, {{8, 2, 3}, 28}, {{3, 3, 0}, 7},
    {{3, 3, 1}, 6},  {{3, 3, 4}, 6},  {{4, 3, 0}, 18}, {{4, 3, 1}, 18},
    {{4, 3, 4}, 18}, {{4, 3, 5}, 18}, {{5, 3, 0}, 23}, {{5, 3, 1}, 23},
    {{5, 3, 2}, 23}, {{5, 3, 5}, 23}, {{5, 3, 6}, 22}, {{5, 3, 7}, 22},
    {{4, 4, 0}, 22}, {{4, 4, 1}, 21}, {{4, 4, 5}, 21},
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

/*
 * If each board has its own goal, each needs its own ball. To pay off, the
 * ball must have fewer layers by this number; each layer is about half the
 * size of the next.
 */
#define DRAWN_GOAL_LAYERS 3

unsigned
target_near(const loyd_layout *layout)
{
    bool is_drawn = layout->is_drawn;
    uint8_t w = layout->width, h = layout->height;
    unsigned least = UINT8_MAX;
    loyd_class goal = {0, 0, 0};

    if (!is_drawn)
        goal = loyd_class_of(w, h, board_blank(&layout->goal));
    for (size_t i = 0; i < N_ROWS; i++) {
        const loyd_class *cls = &rows[i].cls;
        bool fits = is_drawn ? cls->width == (w > h ? w : h) &&
                                   cls->height == (w > h ? h : w)
                             : class_equal(cls, &goal);

        if (fits && rows[i].moves < least)
            least = rows[i].moves;
    }
    if (least == UINT8_MAX)
        return 0;
    if (!is_drawn)
        return least;
    return least > DRAWN_GOAL_LAYERS ? least - DRAWN_GOAL_LAYERS : 0;
}

void
loyd_target_method(loyd_recipe *recipe)
{
    const loyd_layout *layout = &recipe->layout;
    unsigned n = (unsigned)layout->width * layout->height;
    unsigned sum = (unsigned)recipe->target_low + recipe->target_high, steps;

    recipe->method = LOYD_METHOD_UNIFORM;
    recipe->steps = 0;
    if (recipe->target != LOYD_TARGET_STM)
        return;
    if (n > LOYD_EXACT_CELLS) {
        recipe->method = LOYD_METHOD_WALK;
        /* A random walk of n steps ends about 2 n / 7 moves away. */
        steps = (7 * sum + 3) / 4;
        recipe->steps =
            (uint16_t)(steps < LOYD_STEPS_MAX ? steps : LOYD_STEPS_MAX);
    } else if (recipe->target_high <= target_near(layout)) {
        recipe->method = LOYD_METHOD_BALL;
    }
    if (recipe->method == LOYD_METHOD_WALK && recipe->steps == 0)
        recipe->steps = 1; /* the target is 0; the draw refuses it */
}
