/* SPDX-License-Identifier: MIT */
/* The hashes of ledgers, as defined in docs/formats.md. */
#ifndef LOYD_CORE_DAY_HASH_H
#define LOYD_CORE_DAY_HASH_H

#include "loyd/date.h"
#include "loyd/puzzle.h"

/* The hashed contents of one row of a ledger. */
struct day_facts {
    const char *channel;
    const char *date;
    const char *tier; /* "" if the day has one puzzle */
    uint32_t version; /* of the schedule */
    const loyd_puzzle *puzzle;
    uint16_t stm;     /* ignored unless day_has_stm */
    const uint8_t *nonce; /* NULL if the channel has no secret */
};

/*
 * Returns whether the length is part of a puzzle's day: the number of its
 * cells alone decides, proven or not.
 */
bool day_has_stm(const loyd_puzzle *puzzle);

/*
 * Computes the hash of a row. `previous` is the hash of the previous row, all
 * zero for the first.
 */
void day_hash(const uint8_t previous[LOYD_HASH_BYTES],
              const struct day_facts *facts, uint8_t hash[LOYD_HASH_BYTES]);

/* Computes the hash that names a secret; a key id is its beginning. */
void secret_hash(const uint8_t *secret, uint8_t hash[LOYD_HASH_BYTES]);

/* Derives the nonce of a day, which no one can know without the secret. */
void day_nonce(const uint8_t *secret, const char *channel, const char *date,
               const char *tier, uint8_t nonce[LOYD_HASH_BYTES]);

/*
 * Computes the rank of a puzzle of a list: the days of a version take its
 * puzzles in the order of these bytes. `secret` is NULL if the channel has
 * none.
 */
void list_rank(const uint8_t *secret, const char *channel, uint32_t version,
               const char *seed, const loyd_id *id,
               uint8_t rank[LOYD_HASH_BYTES]);

/*
 * Returns p(k), where p is a permutation of 0..n-1 that channel, rule and
 * secret (NULL: none) decide; n is at least 1 and k less than n. A Feistel
 * network of eight rounds over the least even number of bits, applied until
 * the number is less than n.
 *
 *   [Black and Rogaway, "Ciphers with Arbitrary Finite Domains", CT-RSA 2002]
 */
uint32_t order_place(const uint8_t *secret, const char *channel,
                     const char *rule, uint32_t n, uint32_t k);

/* Computes the digest of a list from its ids, which ascend. */
void list_digest(const loyd_id *ids, size_t n,
                 uint8_t digest[LOYD_HASH_BYTES]);

/* Returns whether text[0..len) is 1..32 characters of a-z 0-9 -. */
bool day_name_is_valid(const char *text, size_t len);

/*
 * Checks a title: 1..60 characters, no control characters or
 * directional marks, no space at the ends. Errors: LOYD_E_SYNTAX,
 * LOYD_E_ENCODING.
 */
loyd_err day_title_check(const char *text, size_t len, loyd_why *why);

#endif
