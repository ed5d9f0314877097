/* SPDX-License-Identifier: MIT */
/* Ledgers proven from bare values. */
#ifndef LOYD_DAILY_PROVE_CHAIN_H
#define LOYD_DAILY_PROVE_CHAIN_H

#include "loyd/channel.h"
#include "store/raw.h"

/* Called with what is wrong, words for a person; false stops. */
typedef bool (*chain_bad_fn)(void *context, const char *what);

/* Called with each row: its channel, number, date and hash; false stops. */
typedef bool (*chain_row_fn)(void *context, const char *channel,
                             uint32_t number, const char *date,
                             const uint8_t *hash);

/*
 * Walks along all ledgers and works out every hash, number and date anew: it
 * shares with their maker the hash function alone. A channel is told to be
 * wrong once, at its first row that is.
 */
loyd_err chain_prove(loyd_store *store, chain_row_fn each, chain_bad_fn bad,
                     void *context, loyd_why *why);

#endif
