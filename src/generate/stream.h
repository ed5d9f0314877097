/* SPDX-License-Identifier: MIT */
/* The random words of one attempt, and uniform draws from them. */
#ifndef LOYD_GENERATE_STREAM_H
#define LOYD_GENERATE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Blocks computed at a time: enough for the largest board. */
#define STREAM_BLOCKS 16
#define STREAM_BYTES (STREAM_BLOCKS * 64)

/* The keystream of an attempt. */
struct stream {
    const uint8_t *key; /* borrowed, 32 bytes */
    uint64_t attempt;
    uint64_t block;  /* the next one to compute */
    unsigned blocks; /* left to compute */
    unsigned at;     /* index of the next byte in bytes[] */
    unsigned filled; /* bytes in bytes[] */
    const uint8_t *bytes; /* own[], or borrowed */
    uint8_t own[STREAM_BYTES];
};

/*
 * Begins the words of attempt `attempt` at board `index`. The attempt has
 * ceil(draws / 16) blocks of 16 words, `draws` being the words planned.
 */
void stream_begin(struct stream *words, const uint8_t *key, uint64_t index,
                  uint64_t attempt, unsigned draws);

/*
 * The same for a keystream already computed: `blocks` has ceil(draws / 16)
 * blocks and must outlive the stream.
 */
void stream_begin_made(struct stream *words, const uint8_t *blocks,
                       unsigned draws);

/* Returns ceil(draws / 16). */
unsigned stream_blocks(unsigned draws);

/* Reads the next word. Returns false if none is left. */
bool stream_word(struct stream *words, uint32_t *word);

/*
 * Draws uniformly from 0..range-1, range >= 1, into *drawn. Returns false if
 * no word is left: the attempt is then void.
 *   [Lemire, "Fast random integer generation in an interval", ACM TOMACS 29
 *    (2019)]
 */
bool stream_bounded(struct stream *words, uint32_t range, uint32_t *drawn);

#endif
