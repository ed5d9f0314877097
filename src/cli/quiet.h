/* SPDX-License-Identifier: MIT */
/* --quiet: errors alone on stderr, no progress and no notes. */
#ifndef LOYD_CLI_QUIET_H
#define LOYD_CLI_QUIET_H

#include <stdbool.h>

void quiet_set(void);
bool quiet_is_set(void);

#endif
