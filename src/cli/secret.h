/* SPDX-License-Identifier: MIT */
/* Reads secrets, which are 32 random bytes as hex in files readable only by
   their owner. */
#ifndef LOYD_CLI_SECRET_H
#define LOYD_CLI_SECRET_H

#include "cli/command.h"

/*
 * Reads the secret of --secret, if it is given, into run->secret: 64 hex
 * digits and at most a line end, from a pipe or a file that only its owner may
 * read. Symbolic links are followed, since mounted secrets are links. From
 * then on the process leaves no core dump. Returns an exit code, after a
 * message.
 */
int secret_take(struct run *run);

/*
 * The same; if the file does not exist, first draws a secret and writes it,
 * completely and synced or not at all, with mode 600, and never over another
 * file. Sets *is_made if the secret is new.
 */
int secret_make(struct run *run, bool *is_made);

/* Checks that the file of --secret is not in the folder of a site, which will
 * be published. Returns an exit code, after a message. */
int secret_is_outside(const struct run *run);

/* Reads 64 hex digits, of a secret or a hash, and at most a line end. Returns
   false if the text is anything else. */
bool hex_read(const char *text, size_t len, uint8_t bytes[LOYD_HASH_BYTES]);

#endif
