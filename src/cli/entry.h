/* SPDX-License-Identifier: MIT */
/* Entries for puzzles that come from no catalogue, and parts of any as text.
 */
#ifndef LOYD_CLI_ENTRY_H
#define LOYD_CLI_ENTRY_H

#include "loyd.h"

/* The simplest name of a goal, as catalogues have it. */
void layout_text(const loyd_board *goal, char text[LOYD_LAYOUT_TEXT]);

/* Its percentile and its band of `bands`, which it borrows; where proven. */
void entry_place(loyd_entry *entry, const loyd_bands *bands);

/*
 * An entry of a puzzle; `recipe` is text, `solution` may be NULL: then it is
 * unrated. Its band is one of loyd_bands_default. The entry borrows `recipe`,
 * and owns its path: entry_clear when done. Errors: LOYD_E_NOMEM.
 */
loyd_err entry_make(const loyd_puzzle *puzzle, const char *recipe,
                    const loyd_solution *solution, loyd_entry *entry);
void entry_clear(loyd_entry *entry);

/* "52", "40..66" or "-". */
#define STM_TEXT 16
const char *entry_stm(const loyd_entry *entry, char text[STM_TEXT]);

/* The text of moves, to be freed; NULL: out of memory. */
char *moves_text(const loyd_moves *moves);

#endif
