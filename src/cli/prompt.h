/* SPDX-License-Identifier: MIT */
/* What is typed on the terminal and not shown. */
#ifndef LOYD_CLI_PROMPT_H
#define LOYD_CLI_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Asks for a line on the terminal of the process, whatever stdin is; text has
 * room for `room` bytes, and *len is what was typed, with its line end.
 * Signals that end or stop the process find the terminal as it was before.
 * Returns false where there is no terminal.
 */
bool prompt_read(const char *question, char *text, size_t room, size_t *len);

#endif
