/* SPDX-License-Identifier: MIT */
/* Owns how rare a target is among the boards that a recipe draws. */
#include "base/why.h"
#include "core/cells.h"
#include "loyd/distribution.h"
#include "loyd/target.h"

/* A sample with fewer boards inside says little about how many there are. */
#define SAMPLE_MIN 100

/*
 * The blank of a goal is `way` moves from where that of a goal in the corner
 * class is: from any board the two are at most so many moves apart, and the
 * exact counts of the corner bound those of the class.
 */
static double
bound(const loyd_distribution *d, unsigned low, unsigned high)
{
    const loyd_distribution *corner =
        loyd_distribution_get(d->width, d->height, 0);
    unsigned way = d->blank % d->width + d->blank / d->width;
    uint64_t n =
        loyd_distribution_count(corner, low > way ? low - way : 0, high + way);

    n += low <= way; /* the corner's goal is a board like others here */
    return (double)n / (double)corner->total;
}

static void
add_class(const loyd_distribution *d, const loyd_recipe *recipe,
          loyd_rarity *rarity)
{
    unsigned low = recipe->stm_low, high = recipe->stm_high;
    uint64_t n = loyd_distribution_count(d, low, high);

    if (low > d->radius || high == 0)
        return;
    if (d->sample == 0) {
        rarity->share += (double)n / (double)d->total;
    } else if (n >= SAMPLE_MIN) {
        rarity->share += (double)n / (double)d->total;
        rarity->sample = d->sample;
    } else {
        rarity->share += bound(d, low, high);
        rarity->is_bound = true;
    }
}

loyd_err
loyd_target_rarity(const loyd_recipe *recipe, loyd_rarity *rarity,
                   loyd_why *why)
{
    const loyd_layout *layout = &recipe->layout;
    unsigned w = layout->width, h = layout->height, n = w * h;
    bool is_drawn = layout->path == LOYD_PATH_RANDOM;
    unsigned first = 0, end = n, radius = 0;
    loyd_rarity sum = {0, false, 0};

    if (n > LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "how boards of %ux%u are distributed is not known, "
                       "and up to %d cells were expected",
                       w, h, LOYD_EXACT_CELLS);
    /* A blank that is drawn may come to stand in any cell alike. */
    if (!is_drawn || layout->blank != LOYD_BLANK_AUTO) {
        first = is_drawn ? (unsigned)layout->blank
                         : loyd_board_blank(&layout->goal);
        end = first + 1;
    }
    for (unsigned blank = first; blank < end; blank++) {
        const loyd_distribution *d = loyd_distribution_get(w, h, blank);

        add_class(d, recipe, &sum);
        if (radius < d->radius)
            radius = d->radius;
    }
    if (recipe->stm_high == 0 || recipe->stm_low > radius)
        return why_set(why, LOYD_E_UNSOLVABLE,
                       "no %ux%u board takes %u..%u moves; 1..%u were "
                       "expected",
                       w, h, recipe->stm_low, recipe->stm_high, radius);
    sum.share /= end - first;
    *rarity = sum;
    return LOYD_OK;
}
