/* SPDX-License-Identifier: MIT */
/* SIGINT and SIGTERM: a job stops where nothing is lost. */
#ifndef LOYD_CLI_INTERRUPT_H
#define LOYD_CLI_INTERRUPT_H

#include <stdbool.h>

/*
 * From now on the first of them is only noted, and ends a read that waits;
 * another one, over a second later, ends the process.
 */
void interrupt_catch(void);

/* Has one come? */
bool interrupted(void);

#endif
