/* SPDX-License-Identifier: MIT */
/* Bands by observed difficulty, for `loyd bands --by difficulty`. */
#ifndef LOYD_CLI_BAND_DIFFICULTY_H
#define LOYD_CLI_BAND_DIFFICULTY_H

#include "cli/command.h"

extern const char *const difficulty_band_columns[];

/* Prints the bands of the puzzles of --size, or of all, that have an observed
   difficulty. Returns an exit code, after a message if there are none. */
int difficulty_bands_print(const struct run *run, const loyd_bands *bands);

#endif
