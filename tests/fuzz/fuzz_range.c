/* SPDX-License-Identifier: MIT */
/* Ranges of filters: what is read is sorted, apart and within its bounds;
   printed and parsed again, it is equal. */
#include "fuzz.h"

#include <string.h>

#include "base/range.h"
#include "loyd/text.h"

static void
check_list(const char *data, size_t size, enum range_kind kind)
{
    struct range_list list = {.n = 0}, again = {.n = 0};
    struct text text = {.at = NULL};
    loyd_why why = {{0}};

    if (range_list_parse(data, size, kind, &list, &why) != LOYD_OK) {
        demand(why.text[0] != '\0');
        demand(loyd_text_check(why.text, strlen(why.text), NULL) == LOYD_OK);
        range_list_free(&list);
        return;
    }
    demand(list.n >= 1);
    for (size_t i = 0; i < list.n; i++) {
        demand(range_is_valid(kind, &list.at[i]));
        demand(i == 0 || list.at[i - 1].high < list.at[i].low);
        if (i > 0)
            text_put(&text, ",");
        range_print(&text, kind, &list.at[i]);
    }
    demand(!text.is_lost);
    demand(range_list_parse(text.at, text.len, kind, &again, NULL) == LOYD_OK);
    demand(again.n == list.n);
    demand(memcmp(again.at, list.at, list.n * sizeof(list.at[0])) == 0);
    text_free(&text);
    range_list_free(&list);
    range_list_free(&again);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_list((const char *)data, size, RANGE_LENGTHS);
    check_list((const char *)data, size, RANGE_PERCENTILES);
    return 0;
}
