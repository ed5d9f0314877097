/* SPDX-License-Identifier: MIT */
/* The hashes of the ledger, as docs/formats.md has them. */
#ifndef LOYD_CORE_DAY_HASH_H
#define LOYD_CORE_DAY_HASH_H

#include "loyd/date.h"
#include "loyd/puzzle.h"

/* What a row of a ledger is about. */
struct day_facts {
    const char *channel;
    const char *date;
    const char *tier; /* "" where there are none */
    uint32_t version; /* of the schedule */
    const loyd_puzzle *puzzle;
    uint16_t stm;
    const uint8_t *nonce; /* NULL: the channel has no secret */
};

/* The row's hash, over the hash of the row before: zeros of the first. */
void day_hash(const uint8_t previous[LOYD_HASH_BYTES],
              const struct day_facts *facts, uint8_t hash[LOYD_HASH_BYTES]);

/* What can be told of a day before it comes. Needs the nonce, not the stm. */
void day_commitment(const struct day_facts *facts,
                    uint8_t hash[LOYD_HASH_BYTES]);

/* The nonce of a day, which its commitment hides behind. */
void day_nonce(const uint8_t *secret, const char *channel, const char *date,
               const char *tier, uint8_t nonce[LOYD_HASH_BYTES]);

/* Is text[0..len) 1..32 characters of a-z 0-9 -? */
bool day_name_is_valid(const char *text, size_t len);

#endif
