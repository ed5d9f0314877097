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
loyd_cursor_next(loyd_cursor *cursor, const loyd_row **row, loyd_why *why)
{
    bool found = false;
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    if (cursor == NULL)
        return why_set(why, LOYD_E_RANGE, "no cursor");
    if (!cursor->is_ended)
        err = cursor->kind->next(cursor, &found, why);
    if (err == LOYD_OK)
        *row = found ? &cursor->row : NULL;
    if (err == LOYD_OK ? !found : !cursor->kind->can_continue)
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
