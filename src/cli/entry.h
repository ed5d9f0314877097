/* SPDX-License-Identifier: MIT */
/* Builds entries of puzzles outside of a catalogue, and texts of entries. */
#ifndef LOYD_CLI_ENTRY_H
#define LOYD_CLI_ENTRY_H

#include "cli/command.h"
#include "loyd.h"

/* Writes the simplest name of a goal, as in catalogues. */
void layout_text(const loyd_board *goal, char text[LOYD_LAYOUT_TEXT]);

/* Sets percentile and band in a metric, of what is proven or, in STM, of an
 * estimate; borrows `bands`; NULL: those of a new catalogue. */
void entry_place(loyd_entry *entry, loyd_metric metric,
                 const loyd_bands *bands);

/* Builds the entry of a puzzle, which is unrated. Borrows `recipe`. */
void entry_make(const loyd_puzzle *puzzle, const char *recipe,
                loyd_entry *entry);

/* Sets what is known in a metric to a solution, without its searches, and with
 * a band of a new catalogue. Borrows the path. */
void entry_set(loyd_entry *entry, loyd_metric metric,
               const loyd_solution *solution);

/* Sets searches and estimate of an entry that effort quick has solved; has no
 * effect up to 16 cells. */
void entry_quick(loyd_entry *entry);

/* Writes the picture that --svg and --animate ask for. */
int entry_draw(const struct run *run, const loyd_entry *entry);

/* Returns the length in a metric: "52", "40..66" or "-". */
#define LENGTH_TEXT 16
const char *entry_text(const loyd_entry *entry, loyd_metric metric,
                       char text[LENGTH_TEXT]);

#endif
