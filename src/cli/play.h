/* SPDX-License-Identifier: MIT */
/* The actions of `loyd play`. */
#ifndef LOYD_CLI_PLAY_H
#define LOYD_CLI_PLAY_H

#include "cli/command.h"

extern const struct option_row option_player;
extern const struct option_row option_puzzle;

/* play_games.c: the games of the catalogue, which is open. */
int play_import(struct run *run);
int play_list(struct run *run);
int play_stats(struct run *run);
int play_players(struct run *run);
int play_export(struct run *run);
int play_forget(struct run *run);
int play_rate(struct run *run);

/* play_analyse.c: analyses the records of the operands after the action. */
int play_analyse(struct run *run);

/* play_rank.c: writes a leaderboard of these records. */
extern const struct option_row option_rank_out;
extern const struct option_row option_rank_title;
extern const struct option_row option_play_url;
extern const struct option_row option_places;
extern const struct option_row option_rank_language;
int play_rank(struct run *run);

/* play_study.c: what predicts the difficulty of the puzzles of a catalogue. */
int play_study(struct run *run);

#endif
