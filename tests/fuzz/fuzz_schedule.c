/* SPDX-License-Identifier: MIT */
/* Schedules: a parsed schedule can be resolved or is refused, with a message
   that is safe to print on a terminal. */
#include "fuzz.h"

#include <string.h>

#include "loyd/channel.h"
#include "base/utf8.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    loyd_schedule schedule;
    loyd_why why = {{0}};
    loyd_err err =
        loyd_schedule_parse((const char *)data, size, &schedule, &why);

    if (err != LOYD_OK) {
        demand(why.text[0] != '\0');
        demand(utf8_check(why.text, strlen(why.text), NULL) == LOYD_OK);
        return 0;
    }
    demand(schedule.n >= 1 && schedule.n <= LOYD_SCHEDULE_ROWS);
    demand(schedule.has_tiers || schedule.n == LOYD_SCHEDULE_ROWS);
    for (unsigned i = 0; i < schedule.n; i++) {
        const loyd_schedule_row *row = &schedule.row[i];
        loyd_layout layout;
        char text[LOYD_LAYOUT_TEXT];

        demand(utf8_check(row->title, strlen(row->title), NULL) == LOYD_OK);
        demand(row->title[0] != '\0');
        demand(schedule.has_tiers
                   ? loyd_channel_name_check(row->tier, NULL) == LOYD_OK
                   : row->tier[0] == '\0');
        demand((row->band[0] != '\0') ==
               (row->target == LOYD_TARGET_NONE));
        demand(row->low <= row->high);
        demand(loyd_layout_parse(row->layout, strlen(row->layout), row->width,
                                 row->height, &layout, NULL) == LOYD_OK);
        loyd_layout_print(&layout, text);
        demand(strcmp(text, row->layout) == 0);
        /* A rare mlc costs a million draws. */
        if (row->target == LOYD_TARGET_MLC)
            return 0;
    }
    if (loyd_schedule_resolve(NULL, &schedule, loyd_bands_default(), &why) !=
        LOYD_OK) {
        demand(why.text[0] != '\0');
        return 0;
    }
    for (unsigned i = 0; i < schedule.n; i++) {
        const loyd_schedule_row *row = &schedule.row[i];

        demand((row->target == LOYD_TARGET_MLC) ==
               (row->width * row->height > LOYD_EXACT_CELLS));
        demand(row->low >= 1 && row->low <= row->high);
    }
    return 0;
}
