/* SPDX-License-Identifier: MIT */
/* What the verification of ledgers and a merge have in common. */
#ifndef LOYD_VERIFY_LEDGER_H
#define LOYD_VERIFY_LEDGER_H

#include "loyd/store.h"
#include "verify/report.h"

/*
 * load.c: reads a stored channel, all versions of its schedule, its lists and
 * the options of its site by the functions that other commands use, and
 * reports what these refuse: at most one fault for each. An error of the
 * system ends the report.
 *
 *   is_reported  a fault of its ledger was reported, and is not again.
 */
void verify_loads(loyd_store *store, const char *channel, bool is_reported,
                  struct report *report);

#endif
