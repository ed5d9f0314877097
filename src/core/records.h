/* SPDX-License-Identifier: MIT */
/*
 * The digest: a hash over records of many short fields, F of the formats each.
 * They are gathered, for every call of the hash costs as much as a field.
 */
#ifndef LOYD_CORE_RECORDS_H
#define LOYD_CORE_RECORDS_H

#include "core/crypto.h"
#include "loyd/puzzle.h"

struct records {
    struct crypto_hash hash;
    size_t n;
    uint8_t bytes[4096];
};

void records_begin(struct records *sum);
/* F: the length in 32 bits, then the bytes. */
void records_field(struct records *sum, const void *bytes, size_t len);
/* ("proven", id, metric, length as 16 bits, path as text) */
void records_proven(struct records *sum, const loyd_id *id, uint16_t stm,
                    const char *path, size_t len);
/* ("puzzle", id, W H, goal, start) */
void records_puzzle(struct records *sum, const loyd_id *id,
                    const loyd_board *goal, const loyd_board *start);
void records_end(struct records *sum, uint8_t out[CRYPTO_HASH_BYTES]);

#endif
