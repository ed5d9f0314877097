/* SPDX-License-Identifier: MIT */
/* Ranges of filters: what is read is sorted, apart and within its bounds;
   printed and parsed again, it is equal. */
#include "fuzz.h"

#include <string.h>

#include "base/range.h"
#include "loyd/filter.h"
#include "loyd/text.h"

/* Reads ranges as the filter of their kind; the builder owns them. */
static loyd_err
read_list(const char *data, size_t size, enum range_kind kind,
          loyd_filter_builder **builder, struct range_list *list,
          loyd_why *why)
{
    bool is_length = kind == RANGE_LENGTHS;
    const loyd_filter *filter;
    loyd_err err;

    err = loyd_filter_builder_add(builder, is_length ? "stm" : "percentile",
                                  data, size, why);
    filter = &(*builder)->filter;
    list->at = (loyd_range *)(is_length ? filter->stm : filter->percentiles);
    list->n = is_length ? filter->n_stm : filter->n_percentiles;
    return err;
}

static void
check_list(const char *data, size_t size, enum range_kind kind)
{
    loyd_filter_builder *one = NULL, *other = NULL;
    struct range_list list, again;
    struct text text = {.at = NULL};
    loyd_why why = {{0}};

    if (read_list(data, size, kind, &one, &list, &why) != LOYD_OK) {
        demand(why.text[0] != '\0');
        demand(loyd_text_check(why.text, strlen(why.text), NULL) == LOYD_OK);
        loyd_filter_builder_free(&one);
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
    demand(read_list(text.at, text.len, kind, &other, &again, NULL) ==
           LOYD_OK);
    demand(again.n == list.n);
    demand(memcmp(again.at, list.at, list.n * sizeof(list.at[0])) == 0);
    text_free(&text);
    loyd_filter_builder_free(&one);
    loyd_filter_builder_free(&other);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_list((const char *)data, size, RANGE_LENGTHS);
    check_list((const char *)data, size, RANGE_PERCENTILES);
    return 0;
}
