/* SPDX-License-Identifier: MIT */
/* The words of one attempt of one board, and even draws from them. */
#ifndef LOYD_GENERATE_STREAM_H
#define LOYD_GENERATE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Blocks that are made at once: enough for the largest board. */
#define STREAM_BLOCKS 16
#define STREAM_BYTES (STREAM_BLOCKS * 64)

/* The rest of an attempt's keystream. */
struct stream {
    const uint8_t *key; /* borrowed, 32 bytes */
    uint64_t attempt;
    uint64_t block;  /* the next one to be made */
    unsigned blocks; /* still to be made */
    unsigned at;     /* the next one of bytes[] */
    unsigned filled;
    const uint8_t *bytes; /* own[], or borrowed */
    uint8_t own[STREAM_BYTES];
};

/*
 * The words of attempt `attempt` of board `index` where `draws` of them are
 * planned for: ceil(draws / 16) blocks of 16 words.
 */
void stream_begin(struct stream *words, const uint8_t *key, uint64_t index,
                  uint64_t attempt, unsigned draws);

/*
 * The same where the keystream of the whole attempt has been made: `blocks`
 * holds ceil(draws / 16) blocks and outlives the stream.
 */
void stream_begin_made(struct stream *words, const uint8_t *blocks,
                       unsigned draws);

/* ceil(draws / 16) */
unsigned stream_blocks(unsigned draws);

/* The next word; false when none is left. */
bool stream_word(struct stream *words, uint32_t *word);

/*
 * An even draw from 0..range-1, range >= 1, into *drawn. Returns false when
 * no word is left: then the attempt is void.
 *   [Lemire, "Fast random integer generation in an interval", ACM TOMACS 29
 *    (2019)]
 */
bool stream_bounded(struct stream *words, uint32_t range, uint32_t *drawn);

#endif
