/* SPDX-License-Identifier: MIT */
/* The table claim: optima that imports state. */
#include <stdlib.h>

#include "base/why.h"
#include "store/rows.h"
#include "store/tables.h"

struct claim {
    loyd_id puzzle;
    loyd_metric metric;
    uint16_t length;
};

#define ROW struct claim
static const struct column columns[] = {
    {COLUMN(ID, puzzle, puzzle)},
    {COLUMN(METRIC, metric, metric)},
    {NUMBER(length, length, 1, PATH_MAX_MOVES)},
};

const struct table claim_table = TABLE("claim", columns, 2);

static const char sql_claim_any[] =
    "SELECT 1 FROM claim WHERE puzzle >= '' LIMIT 1";

static const char sql_claim_drop[] =
    "DELETE FROM claim WHERE puzzle = ?1 AND metric = ?2";

loyd_err
claim_any(loyd_store *store, bool *yes, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_CLAIM_ANY, sql_claim_any, why);
    *yes = query_next(&q);
    return query_end(&q, LOYD_OK);
}

loyd_err
claim_get(loyd_store *store, const loyd_id *id, loyd_metric metric,
          uint16_t *length, loyd_why *why)
{
    struct claim claim = {*id, metric, 0};
    bool found;
    loyd_err err =
        columns_find(store, STMT_CLAIM_GET, &claim_table, &claim, &found, why);

    if (err == LOYD_OK)
        *length = claim.length;
    return err;
}

loyd_err
claim_check(const struct record *there, loyd_metric metric, uint16_t length,
            loyd_why *why)
{
    return metric == LOYD_MTM || puzzle_has_parity(&there->puzzle, length)
               ? LOYD_OK
               : puzzle_bad(why, &there->id,
                            "claimed length %u has the wrong parity", length);
}

loyd_err
claim_drop(loyd_store *store, const loyd_id *id, loyd_metric metric,
           loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_CLAIM_DROP, sql_claim_drop, why);
    query_id(&q, 1, id);
    query_metric(&q, 2, metric);
    return query_run(&q);
}

static loyd_err
claim_put(loyd_store *store, const struct claim *claim, loyd_why *why)
{
    return columns_put(store, STMT_CLAIM_ADD, &claim_table, claim, "", why);
}

static loyd_err
claim_other(loyd_why *why, const loyd_id *id, loyd_metric metric,
            uint16_t length, uint16_t other)
{
    return puzzle_bad(why, id,
                      "claimed length %u%s contradicts the earlier claim %u",
                      length, metric_words(metric), other);
}

/* Checks a claim against what is known of its puzzle. */
static loyd_err
judge(loyd_store *store, const struct record *there, loyd_metric metric,
      uint16_t length, bool *is_news, loyd_why *why)
{
    const loyd_known *known = &there->known[metric];
    uint16_t other;
    loyd_err err;

    *is_news = false;
    if (known->status != LOYD_STATUS_UNRATED &&
        (length < known->rating.lower || length > known->rating.upper))
        return puzzle_bad(why, &there->id,
                          "claimed length %u%s contradicts the %s %u", length,
                          metric_words(metric),
                          known->status == LOYD_STATUS_PROVEN ? "proven length"
                          : length < known->rating.lower      ? "lower bound"
                                                              : "upper bound",
                          length < known->rating.lower ? known->rating.lower
                                                       : known->rating.upper);
    if (known->status == LOYD_STATUS_PROVEN)
        return LOYD_OK;
    if ((err = claim_get(store, &there->id, metric, &other, why)) != LOYD_OK)
        return err;
    if (other != 0 && other != length)
        return claim_other(why, &there->id, metric, length, other);
    *is_news = other == 0;
    return LOYD_OK;
}

loyd_err
claim_may_be(loyd_store *store, const loyd_id *id, loyd_metric metric,
             uint16_t length, bool *is_news, loyd_why *why)
{
    struct record there = {.estimate = 0};
    loyd_err err = record_get_ends(store, id, metric, &there, why);

    return err == LOYD_OK ? judge(store, &there, metric, length, is_news, why)
                          : err;
}

loyd_err
store_add_claim(loyd_store *store, const loyd_id *id, loyd_metric metric,
                uint16_t length, loyd_why *why)
{
    const struct claim claim = {*id, metric, length};
    struct puzzle_place place;
    bool found = false, is_news = false;
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK && (unsigned)metric >= LOYD_METRICS)
        err = why_set(why, LOYD_E_RANGE, "unknown metric %u", metric);
    if (err == LOYD_OK && (length < 1 || length > PATH_MAX_MOVES))
        err = why_set(why, LOYD_E_RANGE, "claimed length %u: expected 1..%d",
                      length, PATH_MAX_MOVES);
    if (err == LOYD_OK)
        err = puzzle_find(store, id, &place, &found, why);
    if (err == LOYD_OK && !found)
        err = why_set(why, LOYD_E_NOT_FOUND, "no such puzzle");
    if (err == LOYD_OK)
        err = claim_may_be(store, id, metric, length, &is_news, why);
    return err == LOYD_OK && is_news ? claim_put(store, &claim, why) : err;
}
