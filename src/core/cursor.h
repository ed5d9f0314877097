/* SPDX-License-Identifier: MIT */
/* The head and the functions that all cursors share. */
#ifndef LOYD_CORE_CURSOR_H
#define LOYD_CORE_CURSOR_H

#include "loyd/cursor.h"

/* One kind of list. The cursors of a list point to the same struct. */
struct cursor_kind {
    size_t size; /* of a cursor, in bytes */
    /* Writes the next row to where the cursor's `row` points, and sets *found,
       which is initially false. */
    loyd_err (*next)(loyd_cursor *cursor, bool *found, loyd_why *why);
    /* Frees the contents of a cursor, which may be incomplete; may be NULL. */
    void (*close)(loyd_cursor *cursor);
    bool can_continue; /* an error does not end the list */
};

/* The first member of each cursor. */
struct loyd_cursor {
    const struct cursor_kind *kind;
    bool is_ended;
    loyd_row row; /* set when the list is opened */
};

/* Allocates a cursor, zero after its head. Returns NULL if out of memory. */
void *cursor_new(const struct cursor_kind *kind);

/* If `err` is LOYD_OK, sets *cursor to `made`; otherwise closes `made`, which
 * may be NULL. Returns `err`. */
loyd_err cursor_opened(void *made, loyd_err err, loyd_cursor **cursor);

#endif
