/* SPDX-License-Identifier: MIT */
/* Differences between the packs of a series, a line each. */
#ifndef LOYD_CLI_CHANGE_H
#define LOYD_CLI_CHANGE_H

#include "cli/command.h"

/* Prints a difference: change, number and id. */
void change_print(const loyd_pack_difference *of);

#endif
