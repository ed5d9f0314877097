/* SPDX-License-Identifier: MIT */
/* What the files of the daily puzzle share about channels. */
#ifndef LOYD_DAILY_CHANNEL_H
#define LOYD_DAILY_CHANNEL_H

#include "loyd/channel.h"
#include "store/days.h"

/* schedule.c: the recipe of a row, with its target where it is resolved; no
 * seed yet. */
loyd_err schedule_recipe(const loyd_schedule_row *row, loyd_recipe *recipe,
                         loyd_why *why);

/* channel.c */

/*
 * A channel's schedules along its dates: the one in force is kept, and read
 * anew only where another begins. All zero but store and channel.
 */
struct timetable {
    loyd_store *store;
    const loyd_channel *channel;
    loyd_schedule now; /* version 0: none yet */
    int32_t next;      /* the day on which another is in force */
};

/* Sets t->now for a date; those of a walk should ascend. */
loyd_err timetable_turn(struct timetable *t, const loyd_date *date,
                       loyd_why *why);

/* Puzzles of a date of this schedule. */
unsigned schedule_puzzles(const loyd_schedule *schedule);

/* Puzzle `at` of a date, for which the timetable was turned. */
loyd_err timetable_day(const struct timetable *t, const loyd_date *date,
                      unsigned at, loyd_day *day, loyd_why *why);

/* decide.c: draws the puzzle of a day's recipe, and its solution where that
 * is asked for. The secret is used where the recipe is keyed. */
loyd_err day_draw(const loyd_recipe *recipe, const uint8_t *secret,
                  loyd_solver *solver, loyd_puzzle *puzzle,
                  loyd_solution *solution, loyd_why *why);

#endif
