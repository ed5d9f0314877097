/* SPDX-License-Identifier: MIT */
/*
 * What commitments.json is made of. Each commitment costs the drawing of its
 * board, so that those of last time are taken over, where they are known to
 * be ours: the site's marker has a seal over the file that nobody can make
 * without the secret.
 */
#ifndef LOYD_DAILY_PROMISES_H
#define LOYD_DAILY_PROMISES_H

#include "daily/site.h"

/* All zero is empty. */
struct promises {
    struct promise *promise;
    size_t n;
    size_t room;
    size_t n_days; /* that they are of */
    bool is_lost;  /* out of memory */
};

/* A loyd_commitment_fn; its context is a struct promises. */
bool promises_keep(void *context, const loyd_commitment *commitment);

/*
 * The seal of a commitments.json. `versions` is the channel's: a schedule
 * that was added later may change what is to come.
 */
void promises_seal(const struct text *json, const uint8_t *secret,
                   uint32_t versions, uint8_t seal[LOYD_HASH_BYTES]);

/*
 * Takes over, from day `first` on and up to `last`, what the site's file
 * has; nothing where its seal is not right. Errors: LOYD_E_NOMEM, LOYD_E_IO.
 */
loyd_err promises_reuse(struct promises *all, loyd_site *site,
                        const uint8_t *secret, uint32_t versions,
                        int32_t first, int32_t last);
void promises_free(struct promises *all);

#endif
