/* SPDX-License-Identifier: MIT */
/* Small files that the command writes itself. */
#ifndef LOYD_CLI_FILE_H
#define LOYD_CLI_FILE_H

#include "cli/secret.h"
#include "loyd.h"

/* Is that 64 hex digits and at most a line end? Their bytes. */
bool hex_read(const char *text, size_t len, uint8_t bytes[LOYD_SECRET_BYTES]);

/*
 * Writes a file whole or not at all: under another name in its folder, then
 * renamed. Returns an exit code, after a complaint.
 */
int file_write(const char *path, const char *text, size_t len);

/* Writes charts as one SVG picture, in the same way. */
int chart_write(const char *path, const loyd_chart *charts, size_t n);

#endif
