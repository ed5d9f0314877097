/* SPDX-License-Identifier: MIT */
/* puzzles.json: what an app or a page needs, and little more than that. */
#ifndef LOYD_PACK_PUZZLES_JSON_H
#define LOYD_PACK_PUZZLES_JSON_H

#include "base/jw.h"
#include "pack/puzzle_fields.h"
#include "pack/pack.h"

/* The file, and where its list of puzzles is. */
struct compact {
    struct jw jw;
    struct sink *to;
    uint32_t last; /* the number before; 0: none */
};

/* Everything before the first puzzle, by way of `room`, which outlives it. */
void compact_begin(struct compact *c, const struct pack *p, struct sink *to,
                   struct text *room);

void compact_puzzle(struct compact *c, const loyd_entry *entry,
                    const struct pack_goal *goal,
                    const struct pack_place *place);

void compact_end(struct compact *c);

#endif
