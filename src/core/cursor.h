/* SPDX-License-Identifier: MIT */
/* The head and the functions that all cursors share. */
#ifndef LOYD_CORE_CURSOR_H
#define LOYD_CORE_CURSOR_H

#include "loyd/cursor.h"

/* One kind of list. The cursors of a list point to the same struct. */
struct cursor_kind {
    const char *rows; /* the name of its rows in messages, in the plural */
    size_t size;      /* of a cursor, in bytes */
    /* Writes the next row and sets *found, which is initially false. */
    loyd_err (*next)(loyd_cursor *cursor, void *row, bool *found,
                     loyd_why *why);
    /* Frees the contents of a cursor, which may be incomplete; may be NULL. */
    void (*close)(loyd_cursor *cursor);
    bool can_continue; /* an error does not end the list */
};

/* The first member of each cursor. */
struct loyd_cursor {
    const struct cursor_kind *kind;
    bool is_ended;
};

/* Allocates a cursor, zero after its head. Returns NULL if out of memory. */
void *cursor_new(const struct cursor_kind *kind);

/* If `err` is LOYD_OK, sets *cursor to `made`; otherwise closes `made`, which
 * may be NULL. Returns `err`. */
loyd_err cursor_opened(void *made, loyd_err err, loyd_cursor **cursor);

/* Implements the public loyd_T_next functions; `row` points to a loyd_T. */
loyd_err cursor_next(loyd_cursor *cursor, const struct cursor_kind *kind,
                     void *row, bool *found, loyd_why *why);

#endif
