/* SPDX-License-Identifier: MIT */
/* Rows of puzzles, for people: columns under a heading. */
#ifndef LOYD_CLI_LISTING_H
#define LOYD_CLI_LISTING_H

#include "cli/entry.h"

/* The columns of a row, as text. */
struct listed {
    char id[LOYD_ID_CHARS + 1];
    char size[8];
    char stm[STM_TEXT];
    char board[LOYD_BOARD_TEXT];
    char goal[LOYD_BOARD_TEXT];
};

void listed_make(const loyd_entry *entry, struct listed *row);

/*
 * A table under way. Its first rows wait for each other, so that the columns
 * are as wide as they need.
 */
struct listing;

/* NULL: out of memory. */
struct listing *listing_new(const struct terminal *screen);
void listing_add(struct listing *listing, const loyd_entry *entry);
/* Prints what waits, and frees. */
void listing_end(struct listing **listing);

#endif
