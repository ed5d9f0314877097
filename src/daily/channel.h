/* SPDX-License-Identifier: MIT */
/* What the files of the daily puzzle share about channels. */
#ifndef LOYD_DAILY_CHANNEL_H
#define LOYD_DAILY_CHANNEL_H

#include "loyd/daily.h"
#include "store/days.h"

/* daily.c: the built-in channel, whose schedules are rows of the program. */
void builtin_channel(loyd_channel *channel);
loyd_err builtin_schedule(uint32_t version, loyd_schedule *schedule,
                          loyd_why *why);

/* schedule.c: "monday 'easy'" or "tier 'easy'", as messages name a row. */
#define ROW_NAME_BYTES 64
const char *schedule_row_name(const loyd_schedule *schedule, unsigned at,
                              char out[ROW_NAME_BYTES]);

/* The recipe of a row, with its target where it is resolved; no seed yet. */
loyd_err schedule_recipe(const loyd_schedule_row *row, loyd_recipe *recipe,
                         loyd_why *why);

/* channel.c */

/*
 * A channel's schedules along its dates: the one in force is kept, and read
 * anew only where another begins. All zero but store and channel.
 */
struct calendar {
    loyd_store *store;
    const loyd_channel *channel;
    loyd_schedule now; /* version 0: none yet */
    int32_t next;      /* the day on which another is in force */
};

/* Sets calendar->now for a date; those of a walk should ascend. */
loyd_err calendar_turn(struct calendar *c, const loyd_date *date,
                       loyd_why *why);

/* Puzzles of a date of this schedule. */
unsigned schedule_puzzles(const loyd_schedule *schedule);

/* Puzzle `at` of a date, for which the calendar was turned. */
loyd_err calendar_day(const struct calendar *c, const loyd_date *date,
                      unsigned at, loyd_day *day, loyd_why *why);

/* decide.c: draws a day's puzzle and its solution. */
loyd_err day_draw(const loyd_day *day, const uint8_t *secret,
                  loyd_solver *solver, loyd_puzzle *puzzle,
                  loyd_solution *solution, loyd_why *why);

#endif
