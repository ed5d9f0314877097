/* SPDX-License-Identifier: MIT */
/* Checks puzzles, and computes, prints and parses their ids. */
#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/board.h"
#include "core/crypto.h"
#include "loyd/puzzle.h"

static_assert(LOYD_ID_BYTES * 8 == LOYD_ID_CHARS * 5,
              "an id is a whole number of characters");

void
loyd_puzzle_id(const loyd_puzzle *puzzle, loyd_id *id)
{
    static const char purpose[] = "loyd puzzle 1";
    const uint8_t size[2] = {puzzle->goal.width, puzzle->goal.height};
    size_t n = board_cells(&puzzle->goal);
    uint8_t digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, purpose, sizeof(purpose) - 1);
    crypto_hash_field(&hash, size, sizeof(size));
    crypto_hash_field(&hash, puzzle->goal.cell, n);
    crypto_hash_field(&hash, puzzle->start.cell, n);
    crypto_hash_end(&hash, digest);
    memcpy(id->byte, digest, LOYD_ID_BYTES);
}

loyd_err
loyd_puzzle_check(const loyd_puzzle *puzzle, loyd_why *why)
{
    bool solvable;
    loyd_err err;

    WHY_GIVEN(why);
    err = loyd_solvable(&puzzle->start, &puzzle->goal, &solvable, why);
    if (err != LOYD_OK)
        return err;
    if (!solvable)
        return why_set(why, LOYD_E_UNSOLVABLE,
                       "the goal cannot be reached from the start");
    return LOYD_OK;
}

void
loyd_id_print(const loyd_id *id, char text[LOYD_ID_CHARS + 1])
{
    bytes_base32(id->byte, LOYD_ID_CHARS, text);
}

loyd_err
loyd_id_parse(const char *text, size_t len, loyd_id *first, loyd_id *last,
              loyd_why *why)
{
    char low[LOYD_ID_CHARS], high[LOYD_ID_CHARS];
    loyd_id made;
    char quote[WHY_QUOTE_BYTES];

    WHY_GIVEN(why);
    if (len < 1 || len > LOYD_ID_CHARS)
        return why_set(why, LOYD_E_SYNTAX,
                       "id '%s' has %zu characters: expected 1..%d",
                       why_quote(text, len, quote), len, LOYD_ID_CHARS);
    if (len == LOYD_ID_CHARS && bytes_unbase32(text, len, made.byte)) {
        *first = *last = made; /* as it is printed: packs have millions */
        return LOYD_OK;
    }
    for (size_t i = 0; i < LOYD_ID_CHARS; i++) {
        int value = i < len ? bytes_of_base32(text[i]) : 0;
        if (value < 0)
            return why_set(why, LOYD_E_SYNTAX,
                           "invalid id '%s': character %zu is not base32 "
                           "(0-9 a-z without i, l, o, u)",
                           why_quote(text, len, quote), i + 1);
        low[i] = bytes_base32_char((unsigned)value);
        high[i] = i < len ? low[i] : 'z';
    }
    (void)bytes_unbase32(low, LOYD_ID_CHARS, first->byte);
    (void)bytes_unbase32(high, LOYD_ID_CHARS, last->byte);
    return LOYD_OK;
}
