/* SPDX-License-Identifier: MIT */
/*
 * A hash over records of many short fields, F of the formats each: they are
 * gathered, for every call of the hash costs as much as a field.
 */
#ifndef LOYD_CORE_RECORDS_H
#define LOYD_CORE_RECORDS_H

#include "core/crypto.h"

struct record_hash {
    struct crypto_hash hash;
    size_t n;
    uint8_t bytes[4096];
};

void record_begin(struct record_hash *sum);
/* F: the length in 32 bits, then the bytes. */
void record_field(struct record_hash *sum, const void *bytes, size_t len);
void record_end(struct record_hash *sum, uint8_t out[CRYPTO_HASH_BYTES]);

#endif
