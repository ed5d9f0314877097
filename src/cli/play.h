/* SPDX-License-Identifier: MIT */
/* The actions of `loyd play`. */
#ifndef LOYD_CLI_PLAY_H
#define LOYD_CLI_PLAY_H

#include "cli/command.h"

/* play_games.c: the games of the catalogue, which is open. */
int play_import(struct run *run);
int play_list(struct run *run);
int play_stats(struct run *run);
int play_players(struct run *run);
int play_rate(struct run *run);

/* play_analyse.c: analyses the records of the operands after the action. */
int play_analyse(struct run *run);

#endif
