/* SPDX-License-Identifier: MIT */
/* Tiers of channels from the catalogue: a parsed file has filters in range, or
   is refused with a message that is safe to print on a terminal. */
#include "fuzz.h"

#include <string.h>

#include "base/range.h"
#include "loyd/channel.h"
#include "loyd/text.h"

static void
demand_words(const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        demand(words[i][0] != '\0');
}

static void
demand_ranges(enum range_kind kind, const loyd_range *ranges, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        demand(range_is_valid(kind, &ranges[i]));
        demand(i == 0 || ranges[i - 1].high < ranges[i].low);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    loyd_tiers *tiers = NULL;
    loyd_why why = {{0}};

    if (loyd_tiers_parse((const char *)data, size, &tiers, &why) != LOYD_OK) {
        demand(why.text[0] != '\0');
        demand(loyd_text_check(why.text, strlen(why.text), NULL) == LOYD_OK);
        demand(tiers == NULL);
        return 0;
    }
    demand(tiers->n >= 1 && tiers->n <= LOYD_SCHEDULE_ROWS);
    for (size_t i = 0; i < tiers->n; i++) {
        const loyd_tier *tier = &tiers->tier[i];
        const loyd_filter *filter = &tier->filter;

        demand(loyd_channel_name_check(tier->tier, NULL) == LOYD_OK);
        for (size_t k = 0; k < filter->n_sizes; k++)
            demand(filter->sizes[k].width >= 2 &&
                   filter->sizes[k].height <= 15);
        demand_words(filter->layouts, filter->n_layouts);
        demand_words(filter->bands, filter->n_bands);
        demand_ranges(RANGE_LENGTHS, filter->stm, filter->n_stm);
        demand_ranges(RANGE_LENGTHS, filter->bounds, filter->n_bounds);
        demand_ranges(RANGE_LENGTHS, filter->gap, filter->n_gap);
        demand_ranges(RANGE_PERCENTILES, filter->percentiles,
                      filter->n_percentiles);
    }
    loyd_tiers_free(&tiers);
    return 0;
}
