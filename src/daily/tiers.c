/* SPDX-License-Identifier: MIT */
/*
 * Parses the selections of tiers from the catalogue. A selection has the
 * members that filters have as JSON.
 */
#include <stddef.h>
#include <stdlib.h>

#include "base/why.h"
#include "daily/rows.h"
#include "pack/filter_parse.h"

struct loyd_tiers {
    size_t n;
    loyd_tier tier[LOYD_SCHEDULE_ROWS];
    loyd_filter_builder *filter[LOYD_SCHEDULE_ROWS]; /* of the tiers */
};

static loyd_err
read_from(json_t *from, void *all, size_t at, loyd_why *why)
{
    struct loyd_tiers *tiers = all;
    loyd_err err = loyd_filter_builder_new(&tiers->filter[at]);

    if (err == LOYD_OK)
        err = filter_parse(from, false, tiers->filter[at], why);
    if (err == LOYD_OK)
        tiers->tier[at].filter = *loyd_filter_builder_get(tiers->filter[at]);
    return err;
}

static const struct member members[] = {
    {"title", true, JSON_STRING, NULL},
    {"from", true, JSON_OBJECT, read_from},
    {.name = NULL},
};

static const struct rows tier_rows = {
    .member = members,
    .names = "title or from",
    .title = offsetof(struct loyd_tiers, tier[0].title),
    .row_bytes = sizeof(loyd_tier),
};

void
loyd_tiers_free(loyd_tiers **tiers)
{
    if (*tiers == NULL)
        return;
    for (size_t i = 0; i < LOYD_SCHEDULE_ROWS; i++)
        loyd_filter_builder_free(&(*tiers)->filter[i]);
    free(*tiers);
    *tiers = NULL;
}

loyd_err
loyd_tiers_parse(const char *json, size_t len, loyd_tiers **tiers,
                 loyd_why *why)
{
    loyd_tiers *made = calloc(1, sizeof(*made));
    loyd_err err = LOYD_E_NOMEM;
    bool is_week;

    WHY_GIVEN(why);
    if (made == NULL)
        return err;
    err = rows_parse(&tier_rows, json, len, made, &made->n, &is_week, why);
    if (err == LOYD_OK)
        *tiers = made;
    else
        loyd_tiers_free(&made);
    return err;
}

const loyd_tier *
loyd_tiers_get(const loyd_tiers *tiers, size_t *n)
{
    *n = tiers->n;
    return tiers->tier;
}
