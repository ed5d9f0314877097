/* SPDX-License-Identifier: MIT */
/* `loyd cluster make`. */
#ifndef LOYD_CLI_CLUSTER_MAKE_H
#define LOYD_CLI_CLUSTER_MAKE_H

#include "cli/command.h"

/*
 * Writes the folder in the second operand, with the job of the command in
 * those after it; `tasks` and `parts` are 0 if they were not given. Returns an
 * exit code, after a message.
 */
int cluster_make_job(struct run *run, uint64_t tasks, uint64_t parts);

#endif
