/* SPDX-License-Identifier: MIT */
/* Validation of recipes. */
#ifndef LOYD_GENERATE_RECIPE_H
#define LOYD_GENERATE_RECIPE_H

#include "base/utf8.h"
#include "loyd/generate.h"

/*
 * Checks that all fields of a recipe are in range. The recipe need not come
 * from loyd_recipe_parse. Errors: LOYD_E_RANGE, LOYD_E_SHAPE, and those of
 * loyd_board_check and utf8_check.
 */
loyd_err recipe_check(const loyd_recipe *recipe, loyd_why *why);

/* Returns the name in a recipe: "", "stm", "mlc" or "mtm". */
const char *target_name(loyd_target target);

#endif
