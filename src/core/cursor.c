/* SPDX-License-Identifier: MIT */
/* Creates, reads and closes cursors of all kinds. */
#include "core/cursor.h"

#include <stdlib.h>

#include "base/why.h"

void *
cursor_new(const struct cursor_kind *kind)
{
    loyd_cursor *made = calloc(1, kind->size);

    if (made != NULL)
        made->kind = kind;
    return made;
}

loyd_err
cursor_opened(void *made, loyd_err err, loyd_cursor **cursor)
{
    loyd_cursor *opened = made;

    if (err == LOYD_OK)
        *cursor = opened;
    else
        loyd_cursor_close(&opened);
    return err;
}

loyd_err
cursor_next(loyd_cursor *cursor, const struct cursor_kind *kind, void *row,
            bool *found, loyd_why *why)
{
    bool is_row = false;
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    if (cursor == NULL || cursor->kind != kind)
        return why_set(why, LOYD_E_RANGE, "cursor of %s: expected %s",
                       cursor != NULL ? cursor->kind->rows : "nothing",
                       kind->rows);
    if (!cursor->is_ended)
        err = kind->next(cursor, row, &is_row, why);
    if (err == LOYD_OK)
        *found = is_row;
    if (err == LOYD_OK ? !is_row : !kind->can_continue)
        cursor->is_ended = true;
    return err;
}

void
loyd_cursor_close(loyd_cursor **cursor)
{
    if (cursor == NULL || *cursor == NULL)
        return;
    if ((*cursor)->kind->close != NULL)
        (*cursor)->kind->close(*cursor);
    free(*cursor);
    *cursor = NULL;
}
