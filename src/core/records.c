/* SPDX-License-Identifier: MIT */
/* Owns the gathering of fields for a hash. */
#include "core/records.h"

#include <string.h>

void
record_begin(struct record_hash *sum)
{
    crypto_hash_begin(&sum->hash, NULL);
    sum->n = 0;
}

static void
flush(struct record_hash *sum)
{
    crypto_hash_add(&sum->hash, sum->bytes, sum->n);
    sum->n = 0;
}

void
record_field(struct record_hash *sum, const void *bytes, size_t len)
{
    if (sizeof(sum->bytes) - sum->n < len + 4)
        flush(sum);
    if (sizeof(sum->bytes) < len + 4) {
        crypto_hash_field(&sum->hash, bytes, len);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        sum->bytes[sum->n++] = (uint8_t)(len >> 8 * i);
    memcpy(sum->bytes + sum->n, bytes, len);
    sum->n += len;
}

void
record_end(struct record_hash *sum, uint8_t out[CRYPTO_HASH_BYTES])
{
    flush(sum);
    crypto_hash_end(&sum->hash, out);
}
