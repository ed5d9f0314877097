/* SPDX-License-Identifier: MIT */
/* Dates: a parsed date prints as the same text; its day number gives it back.
 */
#include "fuzz.h"

#include <string.h>

#include "core/date.h"
#include "loyd/channel.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LOYD_DATE_TEXT];
    loyd_date date, again;

    if (loyd_date_parse((const char *)data, size, &date, NULL) != LOYD_OK)
        return 0;
    loyd_date_print(&date, text);
    demand(size == LOYD_DATE_TEXT - 1 && memcmp(text, data, size) == 0);
    demand(date_of_days(date_days(&date), &again) == LOYD_OK);
    demand(again.year == date.year && again.month == date.month);
    demand(again.day == date.day);
    demand(date_weekday(&date) < 7);
    return 0;
}
