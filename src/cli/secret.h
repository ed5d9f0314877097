/* SPDX-License-Identifier: MIT */
/* Secrets, 32 random bytes as hex in files that only their owner reads, and
   keys of minisign's. */
#ifndef LOYD_CLI_SECRET_H
#define LOYD_CLI_SECRET_H

#include "cli/command.h"

/*
 * Reads the secret of --secret, where it is given, into run->secret: 64 hex
 * digits and at most a line end, from a pipe or a file that only its owner may
 * read. Symbolic links are followed: mounted secrets are links. From then
 * on the process leaves no core dump. Returns an exit code, after a complaint.
 */
int secret_take(struct run *run);

/*
 * The same; where there is no such file, draws a secret and writes it first,
 * with mode 600 and never over anything: whole and synced, or not at all.
 * *is_made says whether it is new.
 */
int secret_make(struct run *run, bool *is_made);

/* Is that 64 hex digits, of a secret or a hash, and at most a line end? Their
   bytes. */
bool hex_read(const char *text, size_t len, uint8_t bytes[LOYD_HASH_BYTES]);

/* --- keys of minisign --- */

/*
 * Reads a secret key and, where it has one, its password: the first line of
 * `password_file`, or (NULL) what is typed on the terminal, which does not
 * show it. Returns an exit code, after a complaint.
 */
int signer_read(const char *path, const char *password_file,
                loyd_signer **signer);

/*
 * A public key: the file of that name, or where there is none the text
 * itself. Returns an exit code, after a complaint.
 */
int public_key_read(const char *text, loyd_public_key *key);

#endif
