/* SPDX-License-Identifier: MIT */
/* The steps of the verification of ledgers. */
#ifndef LOYD_VERIFY_LEDGER_H
#define LOYD_VERIFY_LEDGER_H

#include "verify/facts.h"
#include "verify/report.h"

/* Columns of RAW_LEDGERS and RAW_LISTED. */
enum {
    CHAIN_CHANNEL,
    CHAIN_NUMBER,
    CHAIN_DATE,
    CHAIN_TIER,
    CHAIN_VERSION,
    CHAIN_STM,
    CHAIN_NONCE,
    CHAIN_HASH,
    CHAIN_ID, /* of the puzzle, as the rest is */
    CHAIN_BOARD,
    CHAIN_PUZZLE_STM,
    CHAIN_GOAL,
    CHAIN_UPPER
};
enum { LISTED_LIST, LISTED_PUZZLE, LISTED_STM };

/* Called with the channel, number, date and hash of each valid row. Returns
 * false to stop. */
typedef bool (*chain_row_fn)(void *context, const char *channel,
                             uint32_t number, const char *date,
                             const uint8_t *hash);

/* Called with the name of each channel after its ledger; is_right: there was
 * no fault. Returns false to stop. */
typedef bool (*chain_end_fn)(void *context, const char *channel,
                             bool is_right);

/*
 * chain.c: reads all ledgers from the plain values of the file and computes
 * every hash, number and date again. The code shares only the hash function
 * with the writer. Reports at most one fault per channel, the first.
 */
loyd_err verify_chains(loyd_store *store, struct report *report,
                       chain_row_fn each, chain_end_fn end, void *context,
                       loyd_why *why);

/*
 * list.c: computes the number, order and digest of every list again, in *n
 * lists, from the plain values too. Reports at most one fault per list.
 */
loyd_err verify_lists(loyd_store *store, struct report *report, uint64_t *n,
                      loyd_why *why);

/*
 * load.c: reads a stored channel, all versions of its schedule, its lists, the
 * options of its site and its commitments by the functions that other commands
 * use, and reports what these refuse: at most one fault for each. An error of
 * the system ends the report.
 *
 *   is_reported  a fault of its ledger was reported, and is not again.
 */
void verify_loads(loyd_store *store, const char *channel, bool is_reported,
                  struct report *report);

/* Checks in the list (facts.h): of a row as it is stored, in chain.c; of a row
 * whose chain is right, in ledger.c; of a list's puzzle, in list.c. */
const char *check_chain_number(struct checker *by, struct facts *facts);
const char *check_chain_date(struct checker *by, struct facts *facts);
const char *check_chain_length(struct checker *by, struct facts *facts);
const char *check_chain_nonce(struct checker *by, struct facts *facts);
const char *check_chain_hash(struct checker *by, struct facts *facts);
const char *check_recipe(struct checker *by, struct facts *facts);
const char *check_drawn_again(struct checker *by, struct facts *facts);
const char *check_order(struct checker *by, struct facts *facts);
const char *check_nonce(struct checker *by, struct facts *facts);
const char *check_listed_order(struct checker *by, struct facts *facts);

#endif
