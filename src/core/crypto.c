/* SPDX-License-Identifier: MIT */
/* What all implementations of crypto.h have in common. */
#include "core/crypto.h"

#include "base/bytes.h"

void
crypto_hash_field(struct crypto_hash *hash, const void *bytes, size_t len)
{
    uint8_t length[4];

    bytes_put_little(length, len, sizeof(length));
    crypto_hash_add(hash, length, sizeof(length));
    crypto_hash_add(hash, bytes, len);
}
