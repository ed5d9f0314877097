/* SPDX-License-Identifier: MIT */
/* Cursors: how every list of the library is read. */
#ifndef LOYD_CURSOR_H
#define LOYD_CURSOR_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A list that is being read. One function opens it, such as loyd_store_find.
 * The rows come from a function that is named for their type, here
 * loyd_entry_next for loyd_entry, and has the same shape for every list:
 *
 *     loyd_err loyd_T_next(loyd_cursor *cursor, loyd_T *row, bool *found,
 *                          loyd_why *why);
 *
 * It writes the next row and sets *found, or sets *found to false after the
 * last row, as often as it is called then. Pointers in a row are borrowed
 * until the next call on the cursor. An error ends the list: later calls find
 * no row. Lists that continue after an error say so. With a cursor of
 * another list, or NULL, it returns LOYD_E_RANGE and changes nothing.
 *
 * A cursor that was opened with a store, a solver or a channel must be closed
 * before these are, and may be used by one thread at a time. While a cursor
 * of a store is open, no write transaction may begin on that store, and the
 * list shows one state of the file; where a list differs, it says so.
 */
typedef struct loyd_cursor loyd_cursor;

/* Closes any cursor and sets the pointer to NULL. Accepts NULL. */
LOYD_API void loyd_cursor_close(loyd_cursor **cursor);

#ifdef __cplusplus
}
#endif
#endif
