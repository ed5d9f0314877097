/* SPDX-License-Identifier: MIT */
/* Verification that other commands accept a channel. */
#ifndef LOYD_DAILY_PROVE_LOAD_H
#define LOYD_DAILY_PROVE_LOAD_H

#include "daily/prove_chain.h"

/* Who hears of a channel. Both return false to stop. */
struct load_judge {
    chain_bad_fn bad;
    bool (*step)(void *context); /* called after each version */
    void *context;
};

/*
 * Reads a stored channel, all versions of its schedule, its lists, the options
 * of its site and its commitments by the functions that other commands use,
 * and reports what these refuse: at most one problem for each.
 *
 *   is_told  a problem of its ledger was reported, and is not again.
 *
 * Errors: LOYD_E_NOMEM, those of SQLite.
 */
loyd_err load_prove(loyd_store *store, const char *channel, bool is_told,
                    const struct load_judge *judge, loyd_why *why);

#endif
