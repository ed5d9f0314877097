/* SPDX-License-Identifier: MIT */
/* Provides the words of g1, which never change. */
#include "generate/stream.h"

#include <assert.h>

#include "core/crypto.h"

#define WORDS_PER_BLOCK 16

static_assert(STREAM_BYTES == STREAM_BLOCKS * CRYPTO_BLOCK_BYTES,
              "whole blocks");

unsigned
stream_blocks(unsigned draws)
{
    return (draws + WORDS_PER_BLOCK - 1) / WORDS_PER_BLOCK;
}

void
stream_begin(struct stream *words, const uint8_t *key, uint64_t index,
             uint64_t attempt, unsigned draws)
{
    unsigned blocks = stream_blocks(draws);

    words->key = key;
    words->attempt = attempt;
    words->block = index * blocks;
    words->blocks = blocks;
    words->at = 0;
    words->filled = 0;
    words->bytes = words->own;
}

void
stream_begin_made(struct stream *words, const uint8_t *blocks, unsigned draws)
{
    words->blocks = 0;
    words->at = 0;
    words->filled = stream_blocks(draws) * CRYPTO_BLOCK_BYTES;
    words->bytes = blocks;
}

static void
refill(struct stream *words)
{
    unsigned blocks =
        words->blocks < STREAM_BLOCKS ? words->blocks : STREAM_BLOCKS;

    crypto_chacha20(words->key, words->attempt, words->block, words->own,
                    blocks);
    words->block += blocks;
    words->blocks -= blocks;
    words->at = 0;
    words->filled = blocks * CRYPTO_BLOCK_BYTES;
}

bool
stream_word(struct stream *words, uint32_t *word)
{
    if (words->at == words->filled) {
        if (words->blocks == 0)
            return false;
        refill(words);
    }
    const uint8_t *byte = words->bytes + words->at;
    *word = (uint32_t)byte[0] | (uint32_t)byte[1] << 8 |
            (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
    words->at += 4;
    return true;
}

bool
stream_bounded(struct stream *words, uint32_t range, uint32_t *drawn)
{
    uint32_t word;

    while (stream_word(words, &word)) {
        uint64_t product = (uint64_t)word * range;
        uint32_t low = (uint32_t)product;
        /* 2^32 mod range is less than range: most draws need no division. */
        if (low < range && low < (0U - range) % range)
            continue;
        *drawn = (uint32_t)(product >> 32);
        return true;
    }
    return false;
}
