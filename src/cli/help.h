/* SPDX-License-Identifier: MIT */
/* What `loyd help` needs to print: completions for shells. */
#ifndef LOYD_CLI_HELP_H
#define LOYD_CLI_HELP_H

/* The shells that --completion accepts; ends with NULL. */
extern const char *const completion_shells[];

/* Prints the script for completion_shells[shell]. */
void completion_print(unsigned shell);

#endif
