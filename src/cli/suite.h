/* SPDX-License-Identifier: MIT */
/* Suites: the same number of boards of each optimal length. */
#ifndef LOYD_CLI_SUITE_H
#define LOYD_CLI_SUITE_H

#include "cli/command.h"

/* The options of a suite, of generate. */
extern const struct option_row option_suite;
extern const struct option_row option_per_length;

/* Returns whether --suite is given. */
bool suite_is_wanted(void);

/*
 * Draws the boards of --suite, of the recipe's layout, seed and secret, and
 * prints them or writes them to --out. The solver must be open. Returns an
 * exit code, after a message.
 */
int suite_make(struct run *run, const loyd_recipe *recipe);

#endif
