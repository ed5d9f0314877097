/* SPDX-License-Identifier: MIT */
/* Finds today's date, the only place where the command reads a clock, and
   shared parts of the commands of channels. */
#ifndef LOYD_CLI_DAYS_H
#define LOYD_CLI_DAYS_H

#include "cli/command.h"

#define ZONE_TEXT 80

/* Today, and its source: "UTC", the name of a zone, or "--today". */
struct today {
    loyd_date date;
    char zone[ZONE_TEXT]; /* escaped for a terminal */
};

/*
 * Gets the date of --today, or that of the clock in the zone of --tz (default:
 * UTC). Returns an exit code, after a message; an unknown zone is refused.
 */
int today_find(const struct run *run, struct today *today);

/*
 * Gets the date of the clock in a zone. Returns an exit code, after a message;
 * an unknown zone is refused.
 */
int today_in(const struct run *run, const char *zone, struct today *today);

/* Refuses a date after today. Returns an exit code, after a message. */
int today_covers(const char *where, const struct today *today,
                 const loyd_date *date);

/* Returns by how many minutes the zone of today_in is ahead of UTC at the
 * midnight that begins a day. */
int day_utc_minutes(const loyd_date *date);

/*
 * Reads the date of an operand or option. Returns an exit code, after a
 * message that begins with `where`.
 */
int date_read(const char *where, const char *text, loyd_date *date);

/*
 * Gets the channel of that name, which was given at `where`. Returns an exit
 * code, after a message: EXIT_NO if there is no such channel.
 */
int channel_find(const struct run *run, const char *where, const char *name,
                 loyd_channel *channel);

/*
 * Notes that the puzzles of a channel from the catalogue end within
 * END_IS_NEAR days of today: once a day, in the run that decides it, and in
 * every run after the end. Returns an exit code.
 */
#define END_IS_NEAR 30

int warn_of_end(const struct run *run, const char *channel,
                const loyd_date *today, bool is_decided);

/* In the order of loyd_solutions. */
extern const char *const solution_words[];

/* In the order of loyd_hints. */
extern const char *const hint_words[];

/* Of a bool. */
extern const char *const offline_words[];

/* The languages of sites. */
extern const char *const language_words[];

#endif
