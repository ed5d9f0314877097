/* SPDX-License-Identifier: MIT */
/* The list of what is wrong in the catalogue. */
#include "catalogue/wrong.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/listener.h"

loyd_err
wrong_add(struct wrong_list *list, const char *fault)
{
    char *kept = strdup(fault);

    if (kept == NULL || !ARRAY_ROOM(list->at, list->room, list->n + 1)) {
        free(kept);
        return LOYD_E_NOMEM;
    }
    list->at[list->n++] = kept;
    return LOYD_OK;
}

void
wrong_tell(const struct wrong_list *list, const loyd_listener *listener)
{
    for (size_t i = 0; i < list->n; i++) {
        const loyd_bad bad = {.what = list->at[i], .err = LOYD_E_RANGE};

        if (!listener_bad(listener, &bad))
            return;
    }
}

void
wrong_free(struct wrong_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct wrong_list){.at = NULL};
}
