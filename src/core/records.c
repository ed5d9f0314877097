/* SPDX-License-Identifier: MIT */
/* Owns the gathering of records for a hash. */
#include "core/records.h"

#include <string.h>

#include "base/bytes.h"
#include "core/cells.h"

void
records_begin(struct records *sum)
{
    crypto_hash_begin(&sum->hash, NULL);
    sum->n = 0;
}

static void
flush(struct records *sum)
{
    crypto_hash_add(&sum->hash, sum->bytes, sum->n);
    sum->n = 0;
}

void
records_field(struct records *sum, const void *bytes, size_t len)
{
    if (sizeof(sum->bytes) - sum->n < len + 4)
        flush(sum);
    if (sizeof(sum->bytes) < len + 4) {
        crypto_hash_field(&sum->hash, bytes, len);
        return;
    }
    bytes_put_little(sum->bytes + sum->n, len, 4);
    sum->n += 4;
    memcpy(sum->bytes + sum->n, bytes, len);
    sum->n += len;
}

void
records_proven(struct records *sum, const loyd_id *id, uint16_t stm,
               const char *path, size_t len)
{
    const uint8_t length[2] = {(uint8_t)stm, (uint8_t)(stm >> 8)};

    records_field(sum, "proven", 6);
    records_field(sum, id->byte, LOYD_ID_BYTES);
    records_field(sum, "stm", 3);
    records_field(sum, length, sizeof(length));
    records_field(sum, path, len);
}

void
records_puzzle(struct records *sum, const loyd_id *id, const loyd_board *goal,
               const loyd_board *start)
{
    const uint8_t size[2] = {goal->width, goal->height};

    records_field(sum, "puzzle", 6);
    records_field(sum, id->byte, LOYD_ID_BYTES);
    records_field(sum, size, sizeof(size));
    records_field(sum, goal->cell, board_cells(goal));
    records_field(sum, start->cell, board_cells(goal));
}

void
records_end(struct records *sum, uint8_t out[CRYPTO_HASH_BYTES])
{
    flush(sum);
    crypto_hash_end(&sum->hash, out);
}
