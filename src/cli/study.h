/* SPDX-License-Identifier: MIT */
/* The articles' experiment: how many random moves make a board random? */
#ifndef LOYD_CLI_STUDY_H
#define LOYD_CLI_STUDY_H

#include "cli/command.h"

#define STUDY_BOARDS 1000 /* a point, unless said */

/*
 * Mean optima of `boards` boards by walk:K and jump:K, for K from 1 on, and
 * of uniform ones, as a table, JSON or a plot. Returns an exit code, after a
 * complaint.
 *
 *   recipe  size, layout, seed; its method is not looked at.
 */
int study(const struct run *run, const loyd_recipe *recipe, uint64_t boards);

/* A p-value on stdout, 9 columns wide. */
void print_p(double p);

#endif
