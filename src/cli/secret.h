/* SPDX-License-Identifier: MIT */
/* Secrets: 32 random bytes as hex, in files that only their owner reads. */
#ifndef LOYD_CLI_SECRET_H
#define LOYD_CLI_SECRET_H

#include "loyd.h"

/*
 * Reads a secret: 64 hex digits, a new line or none behind them, in a plain
 * file that nobody but its owner may read. From then on the process leaves no
 * core dump. Returns an exit code, after a complaint where it is not
 * EXIT_DONE.
 */
int secret_read(const char *path, uint8_t secret[LOYD_SECRET_BYTES]);

/*
 * The same; where there is no such file, draws a secret and writes it first,
 * with mode 600 and never over anything. *is_made tells.
 */
int secret_make(const char *path, uint8_t secret[LOYD_SECRET_BYTES],
                bool *is_made);

/* Overwrites a secret. */
void secret_wipe(uint8_t secret[LOYD_SECRET_BYTES]);

#endif
