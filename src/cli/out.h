/* SPDX-License-Identifier: MIT */
/* stdout: results and nothing else, and not one lost in silence. */
#ifndef LOYD_CLI_OUT_H
#define LOYD_CLI_OUT_H

#include <stdbool.h>

#include "loyd.h"

/*
 * To be called first: descriptors 0 to 2 that are closed are filled, so that
 * no file opened later becomes stdout by accident.
 */
void out_open(void);

/*
 * Puts text of any length on stdout, escaped for the terminal, JSON or XML.
 * Not for CSV, which quotes whole fields.
 */
void print_escaped_as(loyd_escape_kind kind, const char *text);

/* "1 row", "2 rows": a noun whose plural ends in s, adjectives before it. */
void print_count(uint64_t n, const char *noun);

/* Has writing failed? Long loops ask, and end. */
bool out_is_broken(void);

/*
 * Writes what is left and closes stdout. Returns `code`, or EXIT_BAD with a
 * message where not everything was written.
 */
int out_close(int code);

#endif
