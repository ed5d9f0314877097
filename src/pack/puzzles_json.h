/* SPDX-License-Identifier: MIT */
/* Writes puzzles.json, the compact file for apps and web pages. */
#ifndef LOYD_PACK_PUZZLES_JSON_H
#define LOYD_PACK_PUZZLES_JSON_H

#include "base/jw.h"
#include "pack/puzzle_fields.h"
#include "pack/pack.h"

/* A puzzles.json while it is written. */
struct compact {
    struct jw jw;
    struct sink *to;
    uint32_t last; /* the previous number; 0: none */
};

/* Writes everything before the first puzzle. `room` is a buffer and must
 * outlive `c`. */
void compact_begin(struct compact *c, const struct pack *p, struct sink *to,
                   struct text *room);

void compact_puzzle(struct compact *c, const loyd_entry *entry,
                    const struct pack_goal *goal,
                    const struct pack_place *place);

void compact_end(struct compact *c);

#endif
