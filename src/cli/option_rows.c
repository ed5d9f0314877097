/* SPDX-License-Identifier: MIT */
/* Words of the options that several commands share. */
#include "cli/option_rows.h"

const char *const effort_words[] = {"quick", "good", "best", NULL};
/* In the order of loyd_metric, from LOYD_STM. */
const char *const metric_words[] = {"stm", "mtm", NULL};

/* The layouts with a name, which the shells offer; the first only where goals
   are drawn. */
static const char *const layout_words[] = {"random", "rows",   "columns",
                                           "snake",  "spiral", NULL};

const char *const *
layout_offers(void)
{
    return layout_words + 1;
}

const char *const *
drawn_offers(void)
{
    return layout_words;
}

const char *const *
column_offers(void)
{
    static const char *names[LOYD_COLUMNS_MAX + 1]; /* ends with NULL */
    loyd_field field;

    for (unsigned at = 0; at < LOYD_COLUMNS_MAX && loyd_field_get(at, &field);
         at++)
        names[at] = field.name;
    return names;
}
