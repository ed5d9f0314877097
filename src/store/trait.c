/* SPDX-License-Identifier: MIT */
/* The table trait: what proven puzzles are like beyond their lengths. */
#include <string.h>

#include "base/why.h"
#include "store/rows.h"
#include "store/tables.h"

static const char letters[] = "URDL";

/* Letters of URDL, in this order. */
static bool
is_first_moves(const char *text, size_t len)
{
    const char *from = letters;

    for (size_t i = 0; i < len; i++) {
        from = strchr(from, text[i]);
        if (from == NULL || *from++ == '\0')
            return false;
    }
    return true;
}

#define ROW struct trait_row
#define TRAIT(column, least)                                                  \
    NUMBER(column, traits.column, least, PATH_MAX_MOVES)
static const struct column columns[] = {
    {COLUMN(ID, puzzle, puzzle)},
    {NUMBER(version, traits.version, 1, UINT16_MAX)},
    {NUMBER(solutions, traits.solutions, 1, INT64_MAX), .may_be_null = true},
    {STRING(first_moves, traits.first_moves, 1, is_first_moves),
     .may_be_null = true},
    {TRAIT(detour, 0)},
    {TRAIT(linear_conflicts, 0)},
    {TRAIT(inversions, 0)},
    {TRAIT(tiles_home, 0)},
    {TRAIT(turns, 0)},
    {TRAIT(forced, 1), .may_be_null = true},
    {TRAIT(row_moves, 1)},
};

const struct table trait_table = TABLE("trait", columns, 1);

static const char sql_drop[] = "DELETE FROM trait WHERE puzzle = ?1";

loyd_err
trait_drop(loyd_store *store, const loyd_id *id, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_TRAIT_DROP, sql_drop, why);
    query_id(&q, 1, id);
    return query_run(&q);
}

loyd_err
trait_get(loyd_store *store, const struct record *of, loyd_traits *traits,
          loyd_why *why)
{
    struct trait_row row = {.puzzle = of->id};
    bool found;
    loyd_err err = LOYD_OK;

    if (of->known[LOYD_STM].status == LOYD_STATUS_PROVEN)
        err = columns_find(store, STMT_TRAIT_GET, &trait_table, &row, &found,
                           why);
    if (err == LOYD_OK && row.traits.version > LOYD_TRAITS_VERSION)
        err = puzzle_bad(why, &of->id, "traits: unknown version");
    row.traits.is_counted = row.traits.solutions != 0;
    *traits = row.traits;
    return err;
}

loyd_err
trait_put(loyd_store *store, const loyd_id *id, const loyd_traits *traits,
          loyd_why *why)
{
    const struct trait_row row = {*id, *traits};

    return columns_put(store, STMT_TRAIT_PUT, &trait_table, &row, NULL, why);
}
