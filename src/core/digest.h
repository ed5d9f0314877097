/* SPDX-License-Identifier: MIT */
/*
 * The content digest of docs/formats.md: a hash of records, each made of
 * fields. The caller adds records in the order that the formats define. A
 * record begins with the length of its kind as four bytes, little-endian, so
 * "day", the shortest kind, sorts first; the others have six letters, so
 * proven < puzzle < recipe.
 */
#ifndef LOYD_CORE_DIGEST_H
#define LOYD_CORE_DIGEST_H

#include "core/crypto.h"
#include "loyd/moves.h"
#include "loyd/puzzle.h"

/* Fields are buffered: a call of the hash costs as much as hashing a field. */
struct digest {
    struct crypto_hash hash;
    size_t n;
    uint8_t bytes[4096];
};

void digest_begin(struct digest *sum);
void digest_end(struct digest *sum, uint8_t out[CRYPTO_HASH_BYTES]);

/* --- each of these functions adds one record --- */

/* ("day", hash of a ledger's row) */
void digest_day(struct digest *sum, const uint8_t hash[LOYD_HASH_BYTES]);

/* ("proven", id, name of the metric, length as 16 bits, text of the canonical
 * path) */
void digest_proven_text(struct digest *sum, const loyd_id *id,
                        loyd_metric metric, uint16_t length, const char *path);

/* ("puzzle", id, width and height, cells of the goal, cells of the start) */
void digest_puzzle(struct digest *sum, const loyd_id *id,
                   const loyd_board *goal, const loyd_board *start);

/* ("recipe", text, id) */
void digest_recipe(struct digest *sum, const char *text, const loyd_id *id);

#endif
