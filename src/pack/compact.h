/* SPDX-License-Identifier: MIT */
/* puzzles.json: what an app or a page needs, and little more than that. */
#ifndef LOYD_PACK_COMPACT_H
#define LOYD_PACK_COMPACT_H

#include "pack/pack.h"

/* Where the list of puzzles is. */
struct compact_list {
    uint32_t last; /* the number before; 0: none */
    bool has_rows;
    bool no_paths;
};

/* Everything before the first puzzle. Errors: LOYD_E_NOMEM. */
loyd_err compact_begin(struct compact_list *list, const struct pack *p,
                       struct sink *to);
/* What parts a puzzle from the one before. */
void compact_next(struct compact_list *list, struct sink *to);
/* As loyd_entry_json. */
size_t compact_puzzle(const struct compact_list *list, const loyd_entry *entry,
                      const struct pack_goal *goal, uint32_t number,
                      char *text, size_t size);

#endif
