/* SPDX-License-Identifier: MIT */
/* Validation of recipes. */
#ifndef LOYD_GENERATE_RECIPE_H
#define LOYD_GENERATE_RECIPE_H

#include "base/utf8.h"
#include "loyd/generate.h"

/*
 * Checks a recipe that need not come from loyd_recipe_parse: its text must be
 * one, with the same fields. Errors: LOYD_E_RANGE, and those of
 * loyd_recipe_parse.
 */
loyd_err recipe_check(const loyd_recipe *recipe, loyd_why *why);

/* Returns the name in a recipe: "", "stm", "mlc" or "mtm". */
const char *target_name(loyd_target target);

#endif
