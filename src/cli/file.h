/* SPDX-License-Identifier: MIT */
/* Small files: secrets in, pictures out. */
#ifndef LOYD_CLI_FILE_H
#define LOYD_CLI_FILE_H

#include "loyd.h"

/* Is that 64 hex digits, a new line or none behind them? Their bytes. */
bool hex_read(const char *text, size_t len, uint8_t bytes[LOYD_SECRET_BYTES]);

/*
 * Reads a secret: 64 hex digits, a new line or none behind them, in a file
 * that nobody but its owner may read. Returns an exit code, after a
 * complaint where it is not EXIT_DONE.
 */
int secret_read(const char *path, uint8_t secret[LOYD_SECRET_BYTES]);

/* Overwrites a secret. */
void secret_wipe(uint8_t secret[LOYD_SECRET_BYTES]);

/*
 * Writes a file whole or not at all: under another name in its folder, then
 * renamed. Returns an exit code, after a complaint.
 */
int file_write(const char *path, const char *text, size_t len);

/* Writes charts as one SVG picture, in the same way. */
int chart_write(const char *path, const loyd_chart *charts, size_t n);

#endif
