/* SPDX-License-Identifier: MIT */
/* Verification of ledgers from the plain values of the file. */
#ifndef LOYD_DAILY_PROVE_CHAIN_H
#define LOYD_DAILY_PROVE_CHAIN_H

#include "loyd/channel.h"
#include "store/raw.h"

/* Called with a message for each problem. Returns false to stop. */
typedef bool (*chain_bad_fn)(void *context, const char *what);

/* Called with the channel, number, date and hash of each valid row. Returns
 * false to stop. */
typedef bool (*chain_row_fn)(void *context, const char *channel,
                             uint32_t number, const char *date,
                             const uint8_t *hash);

/* Called with the name of each channel after its ledger; is_right: there was
 * no problem. Returns false to stop. */
typedef bool (*chain_end_fn)(void *context, const char *channel,
                             bool is_right);

/*
 * Reads all ledgers and computes every hash, number and date again. The code
 * shares only the hash function with the writer. Reports at most one problem
 * per channel, the first.
 */
loyd_err chain_prove(loyd_store *store, chain_row_fn each, chain_bad_fn bad,
                     chain_end_fn end, void *context, loyd_why *why);

#endif
