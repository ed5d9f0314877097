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
#include "store/filter.h"

struct owned_tiers {
    loyd_tiers tiers; /* what the caller sees */
    loyd_tier tier[LOYD_SCHEDULE_ROWS];
    loyd_filter_builder *filter[LOYD_SCHEDULE_ROWS]; /* of the tiers */
};

static loyd_err
read_from(json_t *from, void *all, size_t at, loyd_why *why)
{
    struct owned_tiers *owned = all;
    loyd_err err = filter_builder_new(&owned->filter[at]);

    if (err == LOYD_OK)
        err = filter_parse(from, false, owned->filter[at], why);
    if (err == LOYD_OK)
        owned->tier[at].filter = owned->filter[at]->filter;
    return err;
}

static const struct member members[] = {
    {"tier", false, JSON_STRING, NULL},
    {"title", true, JSON_STRING, NULL},
    {"from", true, JSON_OBJECT, read_from},
    {.name = NULL},
};

static const struct rows tier_rows = {
    .member = members,
    .names = "tier, title or from",
    .tier = offsetof(struct owned_tiers, tier[0].tier),
    .title = offsetof(struct owned_tiers, tier[0].title),
    .row_bytes = sizeof(loyd_tier),
};

void
loyd_tiers_free(loyd_tiers **tiers)
{
    struct owned_tiers *owned = (struct owned_tiers *)*tiers;

    if (owned == NULL)
        return;
    for (size_t i = 0; i < LOYD_SCHEDULE_ROWS; i++)
        loyd_filter_builder_free(&owned->filter[i]);
    free(owned);
    *tiers = NULL;
}

loyd_err
loyd_tiers_parse(const char *json, size_t len, loyd_tiers **tiers,
                 loyd_why *why)
{
    struct owned_tiers *owned = calloc(1, sizeof(*owned));
    loyd_tiers *made = (loyd_tiers *)owned;
    loyd_err err = LOYD_E_NOMEM;
    enum rows_kind kind;

    WHY_GIVEN(why);
    if (owned == NULL)
        return err;
    made->tier = owned->tier;
    err = rows_parse(&tier_rows, json, len, owned, &made->n, &kind, why);
    if (err == LOYD_OK)
        *tiers = made;
    else
        loyd_tiers_free(&made);
    return err;
}
