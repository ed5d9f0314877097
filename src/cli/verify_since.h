/* SPDX-License-Identifier: MIT */
/* `loyd verify NEW --since OLD`: two packs of a series. */
#ifndef LOYD_CLI_VERIFY_SINCE_H
#define LOYD_CLI_VERIFY_SINCE_H

#include "cli/command.h"

/* What is different; EXIT_NO where an id is not what it was. */
int verify_since(const struct run *run);

#endif
