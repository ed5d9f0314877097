/* SPDX-License-Identifier: MIT */
/* Owns whether stderr is quiet. There is one stderr, hence one state. */
#include "cli/quiet.h"

static bool is_quiet;

void
quiet_set(void)
{
    is_quiet = true;
}

bool
quiet_is_set(void)
{
    return is_quiet;
}
