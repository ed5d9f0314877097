/* SPDX-License-Identifier: MIT */
/* The estimates of boards beyond LOYD_EXACT_CELLS cells, a column of the table
 * puzzle. */
#include "base/why.h"
#include "core/board.h"
#include "store/rows.h"
#include "store/tables.h"

static const char sql_estimate_set[] =
    "UPDATE puzzle SET estimate = ?2, estimate_version = ?3 WHERE id = ?1";

loyd_err
estimate_may_be(const loyd_puzzle *puzzle, unsigned version, uint16_t length,
                loyd_why *why)
{
    if (board_cells(&puzzle->goal) <= LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_RANGE,
                       "estimate of a board of up to %d cells",
                       LOYD_EXACT_CELLS);
    if (version < 1 || version > UINT16_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "estimate version %u: expected 1..%d",
                       version, UINT16_MAX);
    if (length < 1 || length > PATH_MAX_MOVES)
        return why_set(why, LOYD_E_RANGE, "estimate %u: expected 1..%d",
                       length, PATH_MAX_MOVES);
    if (!puzzle_has_parity(puzzle, length))
        return why_set(why, LOYD_E_RANGE, "estimate %u has the wrong parity",
                       length);
    return LOYD_OK;
}

/* Returns in *is_new whether an estimate replaces the stored one.
 * LOYD_E_CORRUPT: they contradict each other, or the rating. */
static loyd_err
estimate_judge(const struct record *there, unsigned version, uint16_t length,
               bool *is_new, loyd_why *why)
{
    *is_new = there->estimate == 0 || version < there->estimate_version;
    if (length < there->known[LOYD_STM].rating.lower)
        return puzzle_bad(why, &there->id,
                          "estimate %u contradicts the lower bound %u", length,
                          there->known[LOYD_STM].rating.lower);
    if (there->estimate != 0 && version == there->estimate_version &&
        length != there->estimate)
        return puzzle_bad(why, &there->id,
                          "estimate %u contradicts the stored %u", length,
                          there->estimate);
    return LOYD_OK;
}

/* Stores an estimate. */
static loyd_err
estimate_put(loyd_store *store, const loyd_id *id, unsigned version,
             uint16_t length, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_ESTIMATE_SET, sql_estimate_set, why);
    query_id(&q, 1, id);
    query_int(&q, 2, length);
    query_int(&q, 3, version);
    return query_run(&q);
}

loyd_err
store_add_estimate(loyd_store *store, const loyd_id *id, unsigned version,
                   uint16_t length, loyd_why *why)
{
    struct record there = {.known[LOYD_STM].path = {0}};
    bool is_new = false;
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK)
        err = record_must(store, id, &there, why);
    if (err == LOYD_OK)
        err = estimate_may_be(&there.puzzle, version, length, why);
    if (err == LOYD_OK)
        err = estimate_judge(&there, version, length, &is_new, why);
    if (err == LOYD_OK && is_new)
        err = estimate_put(store, id, version, length, why);
    record_free(&there);
    return err;
}
