/* SPDX-License-Identifier: MIT */
/* What generate and audit draw: a recipe, out of their options. */
#ifndef LOYD_CLI_RECIPE_H
#define LOYD_CLI_RECIPE_H

#include "cli/command.h"

/*
 * The recipe of index --from, with a fresh seed where none is given and the
 * bands of the catalogue where it is open, and the generator that draws it,
 * to be freed. Returns an exit code, after a complaint.
 */
int recipe_prepare(const struct run *run, loyd_recipe *recipe,
                   loyd_generator **generator);

#endif
