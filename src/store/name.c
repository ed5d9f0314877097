/* SPDX-License-Identifier: MIT */
/* The table name: a puzzle has one name at most, and a name one puzzle. */
#include <string.h>

#include "base/why.h"
#include "core/name.h"
#include "store/rows.h"
#include "store/tables.h"

static bool
is_name(const char *text, size_t len)
{
    return name_check(text, len, NULL) == LOYD_OK;
}

#define ROW struct name_row
static const struct column columns[] = {
    {COLUMN(ID, puzzle, puzzle)},
    {STRING(name, name, 1, is_name)},
};

const struct table name_table = TABLE("name", columns, 1);

loyd_err
name_get(loyd_store *store, const loyd_id *id, char name[LOYD_NAME_TEXT],
         loyd_why *why)
{
    struct name_row row = {.puzzle = *id};
    bool found;
    loyd_err err =
        columns_find(store, STMT_NAME_GET, &name_table, &row, &found, why);

    memcpy(name, row.name, strlen(row.name) + 1);
    return err;
}
