/* SPDX-License-Identifier: MIT */
/* Verification of lists from the plain values of the file. */
#ifndef LOYD_DAILY_PROVE_LIST_H
#define LOYD_DAILY_PROVE_LIST_H

#include "daily/prove_chain.h"

/*
 * Computes the number, order and digest of every list again, in *n lists. The
 * code shares only the hash function with the writer. Reports at most one
 * problem per list.
 */
loyd_err lists_prove(loyd_store *store, uint64_t *n, chain_bad_fn bad,
                     void *context, loyd_why *why);

#endif
