/* SPDX-License-Identifier: MIT */
/* Bands as options mean them, and targets with a word on how rare they are. */
#ifndef LOYD_CLI_BANDS_H
#define LOYD_CLI_BANDS_H

#include "cli/command.h"

/*
 * The bands of the run's catalogue, where one is open, otherwise those of a
 * new one. Returns an exit code, after a complaint.
 */
int bands_take(const struct run *run, loyd_bands *bands);

/*
 * The distribution of the class that all goals of a layout have. Returns an
 * exit code, after a complaint about the option `where`: the class is drawn,
 * or not known.
 */
int class_find(const loyd_layout *layout, const char *where,
               const loyd_distribution **distribution);

/*
 * The target that --band means for the layout of the recipe. Returns an exit
 * code, after a complaint: both --band and --stm, no such band, a class whose
 * distribution is not known or not decided, a band that is empty there.
 */
int target_of_band(const struct run *run, loyd_recipe *recipe);

/*
 * Says how rare the target is where that matters. Returns an exit code, after
 * a complaint: no board is inside, or so few that --attempts is needed.
 */
int target_check(const struct run *run, const loyd_recipe *recipe);

#endif
