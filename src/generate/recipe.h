/* SPDX-License-Identifier: MIT */
/* What makes a recipe one. */
#ifndef LOYD_GENERATE_RECIPE_H
#define LOYD_GENERATE_RECIPE_H

#include "loyd/generate.h"

/*
 * Is every field of a recipe inside its range, however it was made?
 * Errors: LOYD_E_RANGE, LOYD_E_SHAPE, and those of loyd_board_check and
 * loyd_text_check.
 */
loyd_err recipe_check(const loyd_recipe *recipe, loyd_why *why);

#endif
