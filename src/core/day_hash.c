/* SPDX-License-Identifier: MIT */
/* Computes the hashes of ledgers, and checks the names of channels. */
#include "core/day_hash.h"

#include <string.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "base/why.h"
#include "core/board.h"
#include "core/crypto.h"

#define NAME_MAX_CHARS 32
#define TITLE_MAX_CHARS 60

static void
add_text(struct crypto_hash *hash, const char *text)
{
    crypto_hash_field(hash, text, strlen(text));
}

/* Adds a number as n_bytes bytes, little-endian; with 0 bytes the field is
 * empty. */
static void
add_number(struct crypto_hash *hash, uint32_t number, size_t n_bytes)
{
    uint8_t bytes[4];

    bytes_put_little(bytes, number, n_bytes);
    crypto_hash_field(hash, bytes, n_bytes);
}

/* Adds channel, date, tier, schedule version, W H, goal and start. */
static void
add_facts(struct crypto_hash *hash, const struct day_facts *facts)
{
    const loyd_puzzle *puzzle = facts->puzzle;
    const uint8_t size[2] = {puzzle->goal.width, puzzle->goal.height};
    size_t n = board_cells(&puzzle->goal);

    add_text(hash, facts->channel);
    add_text(hash, facts->date);
    add_text(hash, facts->tier);
    add_number(hash, facts->version, 4);
    crypto_hash_field(hash, size, sizeof(size));
    crypto_hash_field(hash, puzzle->goal.cell, n);
    crypto_hash_field(hash, puzzle->start.cell, n);
}

/* Without a secret the field is present but empty. */
static void
add_nonce(struct crypto_hash *hash, const struct day_facts *facts)
{
    crypto_hash_field(hash, facts->nonce,
                      facts->nonce != NULL ? LOYD_HASH_BYTES : 0);
}

bool
day_has_stm(const loyd_puzzle *puzzle)
{
    return board_cells(&puzzle->goal) <= LOYD_EXACT_CELLS;
}

void
day_hash(const uint8_t previous[LOYD_HASH_BYTES],
         const struct day_facts *facts, uint8_t out[LOYD_HASH_BYTES])
{
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    add_text(&hash, "loyd day 1");
    crypto_hash_field(&hash, previous, LOYD_HASH_BYTES);
    add_facts(&hash, facts);
    add_number(&hash, facts->stm, day_has_stm(facts->puzzle) ? 2 : 0);
    add_nonce(&hash, facts);
    crypto_hash_end(&hash, out);
}

void
secret_hash(const uint8_t *secret, uint8_t out[LOYD_HASH_BYTES])
{
    struct crypto_hash hash;

    crypto_hash_begin(&hash, secret);
    add_text(&hash, "loyd key id");
    crypto_hash_end(&hash, out);
    bytes_wipe(&hash, sizeof(hash)); /* it is keyed with the secret */
}

void
day_nonce(const uint8_t *secret, const char *channel, const char *date,
          const char *tier, uint8_t nonce[LOYD_HASH_BYTES])
{
    struct crypto_hash hash;

    crypto_hash_begin(&hash, secret);
    add_text(&hash, "loyd nonce 1");
    add_text(&hash, channel);
    add_text(&hash, date);
    add_text(&hash, tier);
    crypto_hash_end(&hash, nonce);
    bytes_wipe(&hash, sizeof(hash)); /* it is keyed with the secret */
}

void
list_rank(const uint8_t *secret, const char *channel, uint32_t version,
          const char *seed, const loyd_id *id, uint8_t rank[LOYD_HASH_BYTES])
{
    struct crypto_hash hash;

    crypto_hash_begin(&hash, secret);
    add_text(&hash, "loyd list 1");
    add_text(&hash, channel);
    add_number(&hash, version, 4);
    add_text(&hash, seed);
    crypto_hash_field(&hash, id->byte, LOYD_ID_BYTES);
    crypto_hash_end(&hash, rank);
    bytes_wipe(&hash, sizeof(hash)); /* it may be keyed with the secret */
}

/* Returns the lowest `bits` bits of a hash of half a number. */
static uint32_t
mix_half(const uint8_t *secret, const char *channel, const char *rule,
         uint32_t round, uint32_t half, unsigned bits)
{
    uint8_t mixed[LOYD_HASH_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, secret);
    add_text(&hash, "loyd order 1");
    add_text(&hash, channel);
    add_text(&hash, rule);
    add_number(&hash, round, 4);
    add_number(&hash, half, 4);
    crypto_hash_end(&hash, mixed);
    bytes_wipe(&hash, sizeof(hash)); /* it may be keyed with the secret */
    return (uint32_t)bytes_little(mixed, 4) & ((1u << bits) - 1);
}

uint32_t
order_place(const uint8_t *secret, const char *channel, const char *rule,
            uint32_t n, uint32_t k)
{
    unsigned bits = 1; /* of each half */

    while ((n - 1) >> 2 * bits > 0)
        bits++;
    do {
        uint32_t left = k >> bits, right = k & ((1u << bits) - 1);

        for (uint32_t round = 0; round < 8; round++) {
            uint32_t mixed =
                left ^ mix_half(secret, channel, rule, round, right, bits);

            left = right;
            right = mixed;
        }
        k = left << bits | right;
    } while (k >= n);
    return k;
}

void
list_digest(const loyd_id *ids, size_t n, uint8_t digest[LOYD_HASH_BYTES])
{
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    add_text(&hash, "loyd list digest 1");
    for (size_t i = 0; i < n; i++)
        crypto_hash_field(&hash, ids[i].byte, LOYD_ID_BYTES);
    crypto_hash_end(&hash, digest);
}

bool
day_name_is_valid(const char *text, size_t len)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

    if (len < 1 || len > NAME_MAX_CHARS)
        return false;
    for (size_t i = 0; i < len; i++)
        if (text[i] == '\0' || strchr(allowed, text[i]) == NULL)
            return false;
    return true;
}

loyd_err
day_title_check(const char *text, size_t len, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t chars = utf8_count(text, len);
    loyd_err err = utf8_check_name(text, len, why);

    if (err != LOYD_OK)
        return err;
    if (chars < 1 || chars > TITLE_MAX_CHARS || text[0] == ' ' ||
        text[len - 1] == ' ')
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid title '%s': expected 1..%d characters, "
                       "without spaces at the ends",
                       why_quote(text, len, quote), TITLE_MAX_CHARS);
    return LOYD_OK;
}
