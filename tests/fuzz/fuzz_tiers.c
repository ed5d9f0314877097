/* SPDX-License-Identifier: MIT */
/* Tiers of channels from the catalogue: a parsed file has filters of columns,
   or is refused with a message that is safe to print on a terminal. */
#include "fuzz.h"

#include <string.h>

#include "loyd/channel.h"
#include "base/utf8.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    loyd_tiers *tiers = NULL;
    loyd_why why = {{0}};

    if (loyd_tiers_parse((const char *)data, size, &tiers, &why) != LOYD_OK) {
        demand(why.text[0] != '\0');
        demand(utf8_check(why.text, strlen(why.text), NULL) == LOYD_OK);
        demand(tiers == NULL);
        return 0;
    }
    demand(tiers->n >= 1 && tiers->n <= LOYD_SCHEDULE_ROWS);
    for (size_t i = 0; i < tiers->n; i++) {
        const loyd_tier *tier = &tiers->tier[i];
        const loyd_filter *filter = &tier->filter;

        demand(loyd_channel_name_check(tier->tier, NULL) == LOYD_OK);
        for (size_t k = 0; k < filter->n_conditions; k++)
            demand(filter->conditions[k].column[0] != '\0' &&
                   utf8_check(filter->conditions[k].value,
                              strlen(filter->conditions[k].value),
                              NULL) == LOYD_OK);
    }
    loyd_tiers_free(&tiers);
    return 0;
}
