/* SPDX-License-Identifier: MIT */
/* What `loyd help` needs to print: a pager and completions for shells. */
#ifndef LOYD_CLI_HELP_H
#define LOYD_CLI_HELP_H

#include <stdbool.h>

/*
 * Runs `print`, which writes to stdout, with the pager as its reader, and
 * waits for the user. The pager is $PAGER, or `less -FRX`, which prints what
 * fits into the terminal at once. Returns false if nothing was shown: $PAGER
 * is empty or `cat`, or the pager cannot be run.
 */
bool pager_show(int (*print)(const void *context), const void *context);

/* The shells that --completion accepts; ends with NULL. */
extern const char *const completion_shells[];

/* Prints the script for completion_shells[shell]. */
void completion_print(unsigned shell);

#endif
