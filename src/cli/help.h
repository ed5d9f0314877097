/* SPDX-License-Identifier: MIT */
/* Parts of `loyd help`. */
#ifndef LOYD_CLI_HELP_H
#define LOYD_CLI_HELP_H

#include "cli/command.h"

#define ABOUT_BYTES 56

/*
 * Writes the beginning of a help text, up to the first colon, semicolon,
 * parenthesis or end of a sentence, cut between words; returns out.
 */
const char *about(const char *help, char out[ABOUT_BYTES]);

/* The words of --completion; the last one is for the scripts of the others. */
extern const char *const completion_words[];

/*
 * Prints the script of a shell, or for the last word of completion_words what
 * may be the last operand, with the others before it: a word a line, and after
 * a tab what it means. Returns an exit code.
 */
int completion_print(const struct run *run, unsigned word);

#endif
