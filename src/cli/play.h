/* SPDX-License-Identifier: MIT */
/* The actions of `loyd play`. */
#ifndef LOYD_CLI_PLAY_H
#define LOYD_CLI_PLAY_H

#include "cli/command.h"

extern const struct option_row option_play_svg;

/* play_analyse.c: analyses the records of the operands after the action. */
int play_analyse(struct run *run);

#endif
