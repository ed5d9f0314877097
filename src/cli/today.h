/* SPDX-License-Identifier: MIT */
/* What day it is: the one thing that the library does not know. */
#ifndef LOYD_CLI_TODAY_H
#define LOYD_CLI_TODAY_H

#include "cli/command.h"

/* --today, or the clock's date in --tz. Returns an exit code. */
int today_wanted(const struct run *run, loyd_date *today);

#endif
