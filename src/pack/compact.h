/* SPDX-License-Identifier: MIT */
/* puzzles.json: what an app or a page needs, and little more than that. */
#ifndef LOYD_PACK_COMPACT_H
#define LOYD_PACK_COMPACT_H

#include "pack/pack.h"

/* Where the list of puzzles is. */
typedef struct compact_list {
    uint32_t last; /* the number before; 0: none */
    bool has_rows;
    bool no_paths;
} compact_list;

/* Everything before the first puzzle. Errors: LOYD_E_NOMEM. */
loyd_err compact_begin(compact_list *list, const pack *p, sink *to);
/* What parts a puzzle from the one before. */
void compact_next(compact_list *list, sink *to);
/* As loyd_entry_json. */
size_t compact_puzzle(const compact_list *list, const loyd_entry *entry,
                      const pack_goal *goal, uint32_t number, char *text,
                      size_t size);

#endif
