/* SPDX-License-Identifier: MIT */
/* Keys of minisign on the command line. */
#ifndef LOYD_CLI_KEYS_H
#define LOYD_CLI_KEYS_H

#include "loyd.h"

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
