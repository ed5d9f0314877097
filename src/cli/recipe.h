/* SPDX-License-Identifier: MIT */
/* What generate and audit draw: a recipe, out of their options; and bands. */
#ifndef LOYD_CLI_RECIPE_H
#define LOYD_CLI_RECIPE_H

#include "cli/command.h"

/*
 * The recipe of index --from, with a fresh seed where none is given and the
 * bands of the catalogue where it is open, and the generator that draws it,
 * to be freed. Returns an exit code, after a complaint.
 */
int recipe_prepare(struct run *run, loyd_recipe *recipe,
                   loyd_generator **generator);

/*
 * The distribution of the class that all goals of a layout have. Returns an
 * exit code, after a complaint about the option `where`: the class is drawn,
 * or not known.
 */
int class_find(const loyd_layout *layout, const char *where,
               const loyd_distribution **distribution);

#endif
