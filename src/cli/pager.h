/* SPDX-License-Identifier: MIT */
/* Shows text on a terminal through $PAGER. */
#ifndef LOYD_CLI_PAGER_H
#define LOYD_CLI_PAGER_H

#include <stdbool.h>

/*
 * Runs `print`, which writes to stdout, with the pager as its reader, and
 * waits for the user. The pager is $PAGER, or `less -FRX`, which prints what
 * fits into the terminal at once. Returns false if nothing was shown: $PAGER
 * is empty or `cat`, or the pager cannot be run.
 */
bool pager_show(int (*print)(const void *context), const void *context);

#endif
