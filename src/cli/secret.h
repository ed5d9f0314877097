/* SPDX-License-Identifier: MIT */
/* Secrets, 32 random bytes as hex in files that only their owner reads, and
   keys of minisign's. */
#ifndef LOYD_CLI_SECRET_H
#define LOYD_CLI_SECRET_H

#include <stdbool.h>

#include "loyd.h"

/* From now on the process leaves no core dump. */
void secret_guard(void);

/*
 * Reads a secret: 64 hex digits and at most a line end, from a pipe or a file
 * that only its owner may read. Symbolic links are followed: mounted secrets
 * are links. Calls secret_guard. Returns an exit code, after a complaint.
 */
int secret_read(const char *path, uint8_t secret[LOYD_SECRET_BYTES]);

/*
 * The same; where there is no such file, draws a secret and writes it first,
 * with mode 600 and never over anything: whole and synced, or not at all.
 * *is_made says whether it is new.
 */
int secret_make(const char *path, uint8_t secret[LOYD_SECRET_BYTES],
                bool *is_made);

/* Overwrites a secret. */
void secret_wipe(uint8_t secret[LOYD_SECRET_BYTES]);

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
