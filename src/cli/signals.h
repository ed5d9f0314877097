/* SPDX-License-Identifier: MIT */
/* Handles SIGHUP, SIGINT, SIGQUIT and SIGTERM, which stop a job safely,
   SIGBUS, and the SIGABRT of libsodium. */
#ifndef LOYD_CLI_SIGNALS_H
#define LOYD_CLI_SIGNALS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Installs handlers. The first signal is only noted: the job stops, reports it
 * and exits with EXIT_BAD. Calls that wait, such as reads from a slow pipe,
 * fail with EINTR then and once a second from then on, so that a wait that
 * begins later is interrupted too. Another signal, over a second later, ends
 * the process.
 */
void interrupt_catch(void);

/* Returns whether a signal has come. */
bool interrupted(void);

/* Reads `size` bytes, or fewer at the end of the file. Returns -1 with errno,
   which is EINTR if the command was interrupted. */
ssize_t read_fill(int fd, void *bytes, size_t size);

/* The same for a file of text: without a byte order mark at its beginning. */
ssize_t read_fill_text(int fd, char *text, size_t size);

/* A loyd_go_on_fn: not interrupted; its context is not used. */
bool interrupt_goes_on(void *context);

/* Installs a handler of SIGBUS, raised when a mapped file is truncated while
   it is read: ends the command with a message and EXIT_BAD. */
void sigbus_catch(void);

/*
 * Calls the library for the first time that needs libsodium, which then wants
 * random bytes and aborts if the system gives it none; this ends the command
 * with a message and EXIT_BAD instead.
 */
void random_prepare(void);

#endif
