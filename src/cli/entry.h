/* SPDX-License-Identifier: MIT */
/* Builds entries of puzzles outside of a catalogue, and texts of entries. */
#ifndef LOYD_CLI_ENTRY_H
#define LOYD_CLI_ENTRY_H

#include "loyd.h"

/* Writes the simplest name of a goal, as in catalogues. */
void layout_text(const loyd_board *goal, char text[LOYD_LAYOUT_TEXT]);

/* Sets the percentile and the band of an entry that is proven or has an
 * estimate; borrows `bands`. */
void entry_place(loyd_entry *entry, const loyd_bands *bands);

/* The same for its percentile and band in MTM. */
void entry_place_mtm(loyd_entry *entry, const loyd_bands *bands);

/*
 * Builds the entry of a puzzle; without a solution (NULL) it is unrated. Its
 * band is one of loyd_bands_default. The entry borrows `recipe` and owns its
 * path: call entry_clear when done. Errors: LOYD_E_NOMEM.
 */
loyd_err entry_make(const loyd_puzzle *puzzle, const char *recipe,
                    const loyd_solution *solution, loyd_entry *entry);

/* Sets the rating in MTM to the ends of a solution, without path and searches.
 * The entry must own no path in MTM. */
void entry_set_mtm(loyd_entry *entry, const loyd_solution *solution);

/* The same with the path, for an entry of entry_make. Errors:
 * LOYD_E_NOMEM. */
loyd_err entry_add_mtm(loyd_entry *entry, const loyd_solution *solution);

/* Sets searches and estimate of an entry that effort quick has solved; has no
 * effect up to 16 cells. */
void entry_quick(loyd_entry *entry);

/* Frees the paths of an entry, which is then printed without them. */
void entry_clear(loyd_entry *entry);

/* Returns the length in a metric: "52", "40..66", "52?" (claimed) or "-". */
#define LENGTH_TEXT 16
const char *entry_text(const loyd_entry *entry, loyd_metric metric,
                       char text[LENGTH_TEXT]);

/* Returns moves as text, which the caller frees; NULL: out of memory. */
char *moves_text(const loyd_moves *moves);

#endif
