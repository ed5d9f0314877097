/* SPDX-License-Identifier: MIT */
/* Hashes as text. */
#ifndef LOYD_CLI_HEX_H
#define LOYD_CLI_HEX_H

#include "loyd.h"

#define HEX_TEXT (2 * LOYD_HASH_BYTES + 1)

/* Prints them in lower case; returns text. */
const char *hex_print(const uint8_t bytes[LOYD_HASH_BYTES],
                      char text[HEX_TEXT]);

#endif
