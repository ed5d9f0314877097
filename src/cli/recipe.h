/* SPDX-License-Identifier: MIT */
/* Builds the recipe and the generator of `loyd generate`. */
#ifndef LOYD_CLI_RECIPE_H
#define LOYD_CLI_RECIPE_H

#include "cli/command.h"

/*
 * Builds the recipe of --first-index, with a new seed if none is given and the
 * bands of the catalogue if it is open, and its generator, which the caller
 * frees. Returns an exit code, after a message.
 */
int recipe_prepare(struct run *run, loyd_recipe *recipe,
                   loyd_generator **generator);

/* Sets the seed of a recipe. Returns an exit code, after a message. */
int recipe_seed(const char *seed, loyd_recipe *recipe);

/*
 * Finds the distribution of the class of all goals of a layout. Returns an
 * exit code, after a message about the option `where` if the class is drawn
 * too, or not known.
 */
int class_find(const loyd_layout *layout, loyd_metric metric,
               const char *where, const loyd_distribution **distribution);

/*
 * Finds the sample of the class of all goals of a layout beyond 16 cells: that
 * of the catalogue if it is open, otherwise the built-in one. Returns an exit
 * code, after a message about the option `where`.
 */
int sample_find(const struct run *run, const loyd_layout *layout,
                const char *where, const loyd_sample **sample);

#endif
