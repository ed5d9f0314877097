/* SPDX-License-Identifier: MIT */
/* `loyd publish --init`: the files with which a new site is published. */
#ifndef LOYD_CLI_INIT_H
#define LOYD_CLI_INIT_H

#include "cli/command.h"

/* The questions. */
enum { INIT_TITLE, INIT_BASE_URL, INIT_TZ, INIT_LANGUAGE, INIT_SIZES, INIT_N };

/*
 * Writes a schedule, a script and a line for cron into a folder, which is
 * created if it does not exist; files that exist stay. On a terminal, the
 * user answers questions about what is not given; elsewhere it has its
 * default. Returns an exit code.
 *
 *   given  the values of the options, in this order; NULL: not given.
 */
int site_init(const struct run *run, const char *dir,
              const char *given[INIT_N]);

/* Returns the path of this program; NULL if the system does not say. The
 * caller frees it. */
char *own_program(void);

#endif
