/* SPDX-License-Identifier: MIT */
/* Orders of output. */
#ifndef LOYD_STORE_ORDER_H
#define LOYD_STORE_ORDER_H

#include "store/sql.h"
#include "store/tables.h"

/* All zero is the order of ids, which decide between equals in all others. */
struct order {
    const char *field; /* a column of the view `puzzles`, or "gap" */
    bool is_by_length; /* indices have it, as they have ids; see rank_of */
    bool is_mixed;     /* upper ends are not after, but among proven lengths */
    bool is_mtm;       /* unless by id, a length in MTM */
    bool is_down;
};

/*
 * Reads the order of a filter, see loyd_filter; NULL: by id. Errors:
 * LOYD_E_SYNTAX.
 */
loyd_err order_parse(const char *text, loyd_metric metric, struct order *order,
                     loyd_why *why);

/* Returns the place of a puzzle in an order by length, by its lengths, -1
 * where there is none: less is first. In others all have the same. */
int32_t rank_of(const struct order *order, const struct puzzle_place *place);

/* Writes the order of the rows of `puzzles AS v`. */
void order_put(struct text *text, const struct order *order);

/* Writes whether the row of `puzzles AS v` is not after `after`, in an order
 * by a field without an index. */
void order_put_before(struct sql *sql, const struct order *order,
                      const loyd_id *after);

#endif
