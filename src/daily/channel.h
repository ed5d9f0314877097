/* SPDX-License-Identifier: MIT */
/* Schedules along dates, recipes and draws: shared by the files of daily. */
#ifndef LOYD_DAILY_CHANNEL_H
#define LOYD_DAILY_CHANNEL_H

#include "loyd/channel.h"
#include "store/days.h"

/* schedule.c: makes the recipe of a row, without a seed, and with a target if
 * the row is resolved. */
loyd_err schedule_recipe(const loyd_schedule_row *row, loyd_recipe *recipe,
                         loyd_why *why);

/* channel.c */

/*
 * A channel's schedules along its dates. The one in force is kept, and another
 * is read only when it begins. Initialise store and channel; the rest is zero.
 */
struct timetable {
    loyd_store *store;
    const loyd_channel *channel;
    loyd_schedule now; /* version 0: none yet */
    int32_t next;      /* the first day on which another is in force */
};

/* Sets t->now for a date. Fastest if the dates of successive calls ascend. */
loyd_err timetable_turn(struct timetable *t, const loyd_date *date,
                       loyd_why *why);

/* Returns the number of puzzles per date of this schedule. */
unsigned schedule_puzzles(const loyd_schedule *schedule);

/* Makes puzzle `at` of a date for which timetable_turn was called. */
loyd_err timetable_day(const struct timetable *t, const loyd_date *date,
                      unsigned at, loyd_day *day, loyd_why *why);

/* decide.c: draws the puzzle of a day's recipe, and its solution if `solution`
 * is not NULL. The secret is used only if the recipe is keyed. */
loyd_err day_draw(const loyd_recipe *recipe, const uint8_t *secret,
                  loyd_solver *solver, loyd_puzzle *puzzle,
                  loyd_solution *solution, loyd_why *why);

#endif
