/* SPDX-License-Identifier: MIT */
/* Completions for shells, made of the tables of commands and options. */
#ifndef LOYD_CLI_COMPLETION_H
#define LOYD_CLI_COMPLETION_H

/* The shells, as --completion takes them; NULL ends. */
extern const char *const completion_shells[];

/* Prints the script for completion_shells[shell]. */
void completion_print(unsigned shell);

#endif
