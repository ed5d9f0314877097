/* SPDX-License-Identifier: MIT */
/* The steps of the verification of ledgers. */
#ifndef LOYD_VERIFY_LEDGER_H
#define LOYD_VERIFY_LEDGER_H

#include "verify/facts.h"
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

/* Checks in the list (facts.h): of a row of a ledger. */
const char *check_recipe(struct checker *by, struct facts *facts);
const char *check_drawn_again(struct checker *by, struct facts *facts);
const char *check_order(struct checker *by, struct facts *facts);
const char *check_nonce(struct checker *by, struct facts *facts);

#endif
