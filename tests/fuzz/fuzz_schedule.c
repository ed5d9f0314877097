/* SPDX-License-Identifier: MIT */
/* Schedules: one that is accepted has rows that can be printed and read, and
   a refusal has a message that is safe to print on a terminal. */
#include "fuzz.h"

#include <string.h>

#include "loyd/channel.h"
#include "base/utf8.h"
#include "daily/channel.h"

/* A rare mlc costs a million draws. */
static bool
is_slow(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 3 < size; i++)
        if (memcmp(data + i, "mlc", 3) == 0)
            return true;
    return false;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    loyd_schedule schedule;
    loyd_why why = {{0}};

    if (is_slow(data, size))
        return 0;
    if (loyd_schedule_check(NULL, (const char *)data, size, &schedule, &why) !=
        LOYD_OK) {
        demand(why.text[0] != '\0');
        demand(utf8_check(why.text, strlen(why.text), NULL) == LOYD_OK);
        return 0;
    }
    demand(schedule.n >= 1 && schedule.n <= LOYD_SCHEDULE_ROWS);
    demand(schedule.has_tiers || schedule.n == 1 ||
           schedule.n == LOYD_SCHEDULE_ROWS);
    for (unsigned i = 0; i < schedule.n; i++) {
        const loyd_schedule_row *row = &schedule.row[i];
        loyd_layout layout;
        char text[LOYD_LAYOUT_TEXT];

        demand(!row->is_listed); /* there is no catalogue */
        demand(utf8_check(row->title, strlen(row->title), NULL) ==
               LOYD_OK);
        demand(row->title[0] != '\0');
        demand(schedule.has_tiers
                   ? channel_name_check(row->tier, &why) == LOYD_OK
                   : row->tier[0] == '\0');
        demand(row->target != LOYD_TARGET_NONE);
        demand(row->low >= 1 && row->low <= row->high);
        demand(loyd_layout_parse(row->layout, strlen(row->layout), row->width,
                                 row->height, &layout, NULL) == LOYD_OK);
        loyd_layout_print(&layout, text);
        demand(strcmp(text, row->layout) == 0);
    }
    return 0;
}
