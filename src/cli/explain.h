/* SPDX-License-Identifier: MIT */
/* How a query goes about it, in words. */
#ifndef LOYD_CLI_EXPLAIN_H
#define LOYD_CLI_EXPLAIN_H

#include "cli/command.h"

/*
 * Runs the query, keeps its rows to itself, and prints which index found
 * them, what was checked and what was read. Returns an exit code.
 */
int explain_query(const struct run *run, const loyd_filter *filter);

#endif
