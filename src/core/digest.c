/* SPDX-License-Identifier: MIT */
/* Computes the content digest from the fields of its records. */
#include "core/digest.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "core/board.h"
#include "core/moves.h"

void
digest_begin(struct digest *sum)
{
    crypto_hash_begin(&sum->hash, NULL);
    sum->n = 0;
}

static void
flush(struct digest *sum)
{
    crypto_hash_add(&sum->hash, sum->bytes, sum->n);
    sum->n = 0;
}

/* Adds F: the length as 32 bits, then the bytes. */
static void
add(struct digest *sum, const void *bytes, size_t len)
{
    if (sizeof(sum->bytes) - sum->n < len + 4)
        flush(sum);
    if (sizeof(sum->bytes) < len + 4) {
        crypto_hash_field(&sum->hash, bytes, len);
        return;
    }
    bytes_put_little(sum->bytes + sum->n, len, 4);
    memcpy(sum->bytes + sum->n + 4, bytes, len);
    sum->n += 4 + len;
}

static void
add_text(struct digest *sum, const char *text)
{
    add(sum, text, strlen(text));
}

void
digest_end(struct digest *sum, uint8_t out[CRYPTO_HASH_BYTES])
{
    flush(sum);
    crypto_hash_end(&sum->hash, out);
}

void
digest_day(struct digest *sum, const uint8_t hash[LOYD_HASH_BYTES])
{
    add_text(sum, "day");
    add(sum, hash, LOYD_HASH_BYTES);
}

void
digest_proven_text(struct digest *sum, const loyd_id *id, loyd_metric metric,
                   uint16_t length, const char *path)
{
    uint8_t bytes[2];

    bytes_put_little(bytes, length, sizeof(bytes));
    add_text(sum, "proven");
    add(sum, id->byte, LOYD_ID_BYTES);
    add_text(sum, metric_name(metric));
    add(sum, bytes, sizeof(bytes));
    add_text(sum, path);
}

void
digest_puzzle(struct digest *sum, const loyd_id *id, const loyd_board *goal,
              const loyd_board *start)
{
    const uint8_t size[2] = {goal->width, goal->height};

    add_text(sum, "puzzle");
    add(sum, id->byte, LOYD_ID_BYTES);
    add(sum, size, sizeof(size));
    add(sum, goal->cell, board_cells(goal));
    add(sum, start->cell, board_cells(goal));
}

void
digest_recipe(struct digest *sum, const char *text, const loyd_id *id)
{
    add_text(sum, "recipe");
    add_text(sum, text);
    add(sum, id->byte, LOYD_ID_BYTES);
}
