/* SPDX-License-Identifier: MIT */
/* SIGINT and SIGTERM: a job stops where nothing is lost. SIGBUS: it ends. */
#ifndef LOYD_CLI_SIGNALS_H
#define LOYD_CLI_SIGNALS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * From now on the first of them is only noted: the job stops, says so and
 * exits with EXIT_BAD. Calls that wait, for a slow pipe say, fail with EINTR
 * then and once a second from there on, so that none is begun unnoticed.
 * Another signal, over a second later, ends the process.
 */
void interrupt_catch(void);

/* Until the next interrupt_catch they end the process at once: for work that
   cannot be stopped, while nothing is begun. */
void interrupt_release(void);

/* Has one come? */
bool interrupted(void);

/* Reads up to `size` bytes, less only at the end of a file. -1 with errno,
   which is EINTR once the command was interrupted. */
ssize_t read_fill(int fd, void *bytes, size_t size);

/* A loyd_go_on_fn that says so; its context is not used. */
bool interrupt_goes_on(void *context);

/* From now on SIGBUS, of a mapped file that loses the bytes being read, ends
   the command with a message and EXIT_BAD. */
void sigbus_catch(void);

#endif
