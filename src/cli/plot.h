/* SPDX-License-Identifier: MIT */
/* Scatter plots of two fields, for `stats --plot`. */
#ifndef LOYD_CLI_PLOT_H
#define LOYD_CLI_PLOT_H

#include "cli/command.h"

/*
 * Prints a plot of the puzzles of a filter that have both fields, which
 * `fields` names as X,Y; svg: also draws it to this file, unless NULL. Returns
 * an exit code, after a message.
 */
int plot_print(struct run *run, const loyd_filter *filter, const char *fields,
               const char *svg);

#endif
