/* SPDX-License-Identifier: MIT */
/* Prints `loyd help --json` and `loyd version --json`. */
#ifndef LOYD_CLI_HELP_JSON_H
#define LOYD_CLI_HELP_JSON_H

#include "cli/command.h"

/* Prints one command, or all of them if it is NULL, with their options. */
void help_json(const struct command *command);
void version_json(void);

#endif
