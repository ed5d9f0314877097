/* SPDX-License-Identifier: MIT */
/* The tables difficulty and ability: what was estimated of games. */
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "store/tables.h"

#define ROW struct difficulty_row
static const struct column difficulty_columns[] = {
    {COLUMN(ID, puzzle, puzzle)},
    {NUMBER(version, version, 1, UINT16_MAX)},
    {NUMBER(difficulty, difficulty, 1, (int64_t)LOYD_DIFFICULTY_MAX)},
    {NUMBER(difficulty_error, error, 0, LOYD_ABILITY_MAX)},
    {NUMBER(games, games, 1, UINT32_MAX)},
    {NUMBER(stale, is_stale, 0, 1)},
};
#undef ROW

#define ROW struct ability_row
static const struct column ability_columns[] = {
    {STRING(player, player, 1, is_player)},
    {NUMBER(version, version, 1, UINT16_MAX)},
    {NUMBER(ability, ability, -LOYD_ABILITY_MAX, LOYD_ABILITY_MAX)},
    {NUMBER(ability_error, error, 0, LOYD_ABILITY_MAX)},
    {NUMBER(games, games, 1, UINT32_MAX)},
    {NUMBER(stale, is_stale, 0, 1)},
};
#undef ROW

const struct table difficulty_table =
    TABLE("difficulty", difficulty_columns, 1);
const struct table ability_table = TABLE("ability", ability_columns, 1);

loyd_err
difficulty_get(loyd_store *store, const loyd_id *id, loyd_observed *observed,
               loyd_why *why)
{
    struct difficulty_row row = {.puzzle = *id};
    bool found;
    loyd_err err = columns_find(store, STMT_DIFFICULTY_GET, &difficulty_table,
                                &row, &found, why);

    *observed = (loyd_observed){(uint64_t)row.difficulty, (uint64_t)row.error,
                                row.games, row.is_stale};
    return err;
}

loyd_err
games_changed(loyd_store *store, loyd_why *why)
{
    return db_run(store->db,
                  "UPDATE difficulty SET stale = 1 WHERE stale = 0;"
                  "UPDATE ability SET stale = 1 WHERE stale = 0",
                  why);
}

loyd_err
estimates_clear(loyd_store *store, loyd_why *why)
{
    return db_run(store->db, "DELETE FROM difficulty; DELETE FROM ability",
                  why);
}

loyd_err
difficulty_put(loyd_store *store, const struct difficulty_row *row,
               loyd_why *why)
{
    return columns_put(store, STMT_DIFFICULTY_PUT, &difficulty_table, row,
                       NULL, why);
}

loyd_err
ability_put(loyd_store *store, const struct ability_row *row, loyd_why *why)
{
    return columns_put(store, STMT_ABILITY_PUT, &ability_table, row, NULL,
                       why);
}

/* --- abilities --- */

struct ability_list {
    loyd_cursor head;
    loyd_store *store; /* NULL: no reading was begun */
    struct query q;
    struct ability_row row;
    loyd_ability ability;
};

static loyd_err
next_ability(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct ability_list *list = (struct ability_list *)cursor;
    const struct ability_row *row = &list->row;
    loyd_err err;

    list->q.why = why;
    err = query_row(&list->q, found);
    if (err == LOYD_OK && *found)
        err = query_err(&list->q, columns_read(&list->q, &list->row));
    list->ability = (loyd_ability){row->player, row->ability, row->error,
                                   row->games, row->is_stale};
    return err;
}

static void
close_abilities(loyd_cursor *cursor)
{
    struct ability_list *list = (struct ability_list *)cursor;

    if (list->store == NULL)
        return;
    query_close(&list->q);
    read_end(list->store);
}

static const struct cursor_kind abilities = {
    sizeof(struct ability_list), next_ability, close_abilities, false};

loyd_err
loyd_store_abilities(loyd_store *store, loyd_cursor **cursor, loyd_why *why)
{
    struct ability_list *list = cursor_new(&abilities);
    loyd_err err = LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (list == NULL || (err = read_begin(store, why)) != LOYD_OK)
        return cursor_opened(list, err, cursor);
    list->head.row.ability = &list->ability;
    list->store = store;
    query_columns(&list->q, store, STMT_COUNT_,
                  "SELECT %s FROM ability ORDER BY ability DESC, player",
                  &ability_table, why);
    return cursor_opened(list, LOYD_OK, cursor);
}

/* --- merging --- */
