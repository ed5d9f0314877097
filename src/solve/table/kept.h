/* SPDX-License-Identifier: MIT */
/* Tables that are opened from a file, or built and written to one. */
#ifndef LOYD_SOLVE_TABLE_KEPT_H
#define LOYD_SOLVE_TABLE_KEPT_H

#include "solve/table/stock.h"
#include "solve/table/table_file.h"

/* Sends a notice that tables are being built. */
void kept_tell_building(const struct stock *s, const struct table_body *b);

/*
 * Opens planned tables from their file or, if is_condemned or there is none
 * that can be used, builds them and writes the file. Like stock_tables.
 */
LOYD_NODISCARD loyd_err kept_make(const struct stock *s, struct table_body *b,
                                  bool is_condemned);

/* Warns of tables with an impossible value, and removes their file. */
void kept_condemn(const struct stock *s, const struct table_body *b);

#endif
