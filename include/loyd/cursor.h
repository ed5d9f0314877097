/* SPDX-License-Identifier: MIT */
/* Cursors: how every list of the library is read. */
#ifndef LOYD_CURSOR_H
#define LOYD_CURSOR_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A row of a list. The member of its list, which is named for its type, points
 * to it; the others are NULL.
 */
typedef struct loyd_row {
    const struct loyd_ability *ability;       /* loyd_store_abilities */
    const struct loyd_cells *cells; /* loyd_store_rows, loyd_store_stats */
    const struct loyd_channel *channel;       /* loyd_channel_list */
    const struct loyd_entry *entry;           /* loyd_store_find */
    const struct loyd_ledger_row *ledger_row; /* loyd_ledger_rows */
    const struct loyd_moves *moves;           /* loyd_optimal_find */
    const struct loyd_played *played;         /* loyd_store_games */
    const struct loyd_recipe *recipe;         /* loyd_store_recipes */
    const struct loyd_table_info *table_info; /* loyd_tables_open */
    const struct loyd_usage *usage;           /* loyd_store_usages */
} loyd_row;

/*
 * A list that is being read. One function opens it, such as loyd_store_find,
 * and says what its rows are.
 *
 * A cursor that was opened with a store, a solver or a channel must be closed
 * before these are, and may be used by one thread at a time. While a cursor
 * of a store is open, no write transaction may begin on that store, and the
 * list shows one state of the file; where a list differs, it says so.
 */
typedef struct loyd_cursor loyd_cursor;

/*
 * Reads the next row of any list:
 *
 *     while ((err = loyd_cursor_next(cursor, &row, &why)) == LOYD_OK &&
 *            row != NULL)
 *         print(row->entry);
 *
 *   row  set on LOYD_OK to the row; to NULL after the last one, and by every
 *        later call. It is borrowed, with all that it points to, until the
 *        next call on the cursor.
 *
 * An error ends the list: later calls find no row. Lists that continue after
 * an error say so. Errors: LOYD_E_RANGE (NULL instead of a cursor),
 * LOYD_E_CORRUPT, LOYD_E_UNSUPPORTED (loyd_store_find), LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_cursor_next(loyd_cursor *cursor,
                                                  const loyd_row **row,
                                                  loyd_why *why);

/* Closes any cursor and sets the pointer to NULL. Accepts NULL. */
LOYD_API void loyd_cursor_close(loyd_cursor **cursor);

#ifdef __cplusplus
}
#endif
#endif
