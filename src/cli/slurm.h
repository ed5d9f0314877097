/* SPDX-License-Identifier: MIT */
/* Writes the folder of a job for Slurm. */
#ifndef LOYD_CLI_SLURM_H
#define LOYD_CLI_SLURM_H

#include "cli/command.h"

extern const struct option_row option_tasks;
extern const struct option_row option_parts;

/*
 * Writes the folder --out with a job that runs the command in the operands
 * after the first: `generate` in shards, or `rate --prove` in parts of boards.
 * Returns an exit code, after a message.
 */
int slurm_write(struct run *run);

#endif
