/* SPDX-License-Identifier: MIT */
/* Schedules along dates, and the puzzles of days: shared by the files of
 * daily. */
#ifndef LOYD_DAILY_CHANNEL_H
#define LOYD_DAILY_CHANNEL_H

#include <jansson.h>

#include "loyd/channel.h"
#include "store/days.h"
#include "store/rows.h"

/* --- schedule.c: the reader of schedules --- */

/* Checks the name of a channel or tier. Errors: LOYD_E_SYNTAX. */
loyd_err channel_name_check(const char *name, loyd_why *why);

/* A schedule that is about to be stored. All zero is empty. */
struct plan {
    loyd_schedule schedule;
    json_t *root;
    json_t *from[LOYD_SCHEDULE_ROWS]; /* of listed rows, in `root` */
    struct id_list ids[LOYD_SCHEDULE_ROWS]; /* in the order of the days */
};

/*
 * Reads a schedule; bands have no range yet and selections no ids. The caller
 * frees the plan, also after an error. Errors: those of loyd_schedule_check.
 */
loyd_err plan_read(const char *json, size_t len, struct plan *plan,
                   loyd_why *why);
void plan_free(struct plan *plan);

/* Names row `at` in a message: returns `err`. */
loyd_err row_prefix(loyd_why *why, loyd_err err, const loyd_schedule *schedule,
                    unsigned at);

/* --- rule.c: what rows draw --- */

/* Makes the recipe of a row, without a seed. */
loyd_err schedule_recipe(const loyd_schedule_row *row, loyd_recipe *recipe,
                         loyd_why *why);

/*
 * Replaces bands by ranges, checks that boards inside exist and are not too
 * rare to be drawn, and counts them. Errors: those of loyd_schedule_check.
 */
loyd_err schedule_resolve(loyd_store *store, loyd_schedule *schedule,
                          const loyd_bands *bands, loyd_why *why);

/* Returns whether days of draw 2 take the boards of a rule in an order. */
bool rule_is_counted(const loyd_recipe *rule);

/* Makes board p(k) of a counted rule. Errors: those of loyd_generator_draw. */
loyd_err rule_board(const loyd_recipe *rule, const char *channel,
                    const uint8_t *secret, uint64_t k, loyd_solver *solver,
                    loyd_puzzle *puzzle, loyd_why *why);

/* --- list.c: puzzles of the catalogue --- */

/*
 * Evaluates the selections of a plan; `taken` are ids that no list gets.
 * Errors: those of loyd_schedule_check.
 */
loyd_err plan_select(loyd_store *store, const struct id_list *taken,
                     struct plan *plan, loyd_why *why);

/* Stores the lists of a plan, whose version is stored. Needs a transaction. */
loyd_err plan_store_lists(loyd_store *store, const loyd_channel *channel,
                          const uint8_t *secret, const struct plan *plan,
                          loyd_why *why);

/* Finds the puzzle of day k, from 0, of the list of row `at`. Errors:
 * LOYD_E_EMPTY, LOYD_E_CORRUPT, those of SQLite. */
loyd_err list_take(loyd_store *store, const loyd_channel *channel,
                   const loyd_schedule *schedule, unsigned at,
                   const uint8_t *secret, uint32_t k, loyd_id *id,
                   loyd_why *why);

/* --- channel.c --- */

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

/* Counts the days from `first` until before `end`, in days since 1970, that
 * row `at` has. */
uint32_t row_days(const loyd_schedule *schedule, unsigned at, int32_t first,
                  int32_t end);

/* Makes puzzle `at` of a date for which timetable_turn was called. */
loyd_err timetable_day(const struct timetable *t, const loyd_date *date,
                       unsigned at, loyd_day *day, loyd_why *why);

/* Finds the id of a listed day, for which timetable_turn was called. */
loyd_err day_listed(const struct timetable *t, const loyd_day *day,
                    unsigned at, const uint8_t *secret, loyd_id *id,
                    loyd_why *why);

/* Counts the puzzles of draw 2, before puzzle `at` of a date for which
 * timetable_turn was called, that have its rule. */
loyd_err day_of_rule(const struct timetable *t, const loyd_date *date,
                     unsigned at, uint64_t *k, loyd_why *why);

/* ledger.c: reads the days from `from` (NULL: the first) to `to` of a ledger,
 * and checks them. Errors: those of loyd_ledger_rows and its cursor. */
loyd_err ledger_check(loyd_store *store, const char *channel,
                      const loyd_date *from, const loyd_date *to,
                      loyd_why *why);

/* decide.c: makes the puzzle of a day, for which timetable_turn was called; as
 * loyd_channel_puzzle, but `solution` may be NULL. */
loyd_err day_puzzle(const struct timetable *t, const loyd_day *day,
                    unsigned at, const uint8_t *secret, loyd_solver *solver,
                    loyd_puzzle *puzzle, loyd_solution *solution,
                    loyd_why *why);

/*
 * Checks settings, makes the address end with '/' and the language English if
 * there is none. `why` may be NULL. Errors: LOYD_E_RANGE, LOYD_E_SYNTAX,
 * LOYD_E_ENCODING.
 */
loyd_err site_settings_check(loyd_site_settings *settings, loyd_why *why);

#endif
