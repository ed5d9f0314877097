/* SPDX-License-Identifier: MIT */
/* Published commitments proven against the ledger, or with the secret. */
#ifndef LOYD_DAILY_VERIFY_PROMISES_H
#define LOYD_DAILY_VERIFY_PROMISES_H

#include "daily/promises.h"

/* Called with what is wrong; false stops. */
typedef bool (*promise_bad_fn)(void *context, const char *what);

/* A channel's promises while its ledger passes. */
struct promise_proof {
    loyd_store *store;
    loyd_solver *solver;
    const loyd_channel *channel;
    const uint8_t *secret; /* NULL where it is not known */
    promise_bad_fn bad;
    void *context;
    struct promises promises;
    uint64_t proven;
    uint64_t skipped; /* they need the secret */
};

/* Reads them. Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err promise_proof_begin(struct promise_proof *proof, loyd_why *why);

/* Compares those of a row of the ledger; false where `bad` says stop. */
bool promise_proof_row(struct promise_proof *proof,
                       const loyd_ledger_row *row);

/* Draws what no ledger has shown: days to come, broken promises. Errors:
 * those of loyd_target_draw, SQLite. */
loyd_err promise_proof_rest(struct promise_proof *proof, loyd_why *why);
void promise_proof_end(struct promise_proof *proof);

#endif
