/* SPDX-License-Identifier: MIT */
/* Days and channels: which day it is, the one place where the command looks at
   a clock; and what commands of channels share. */
#ifndef LOYD_CLI_DAYS_H
#define LOYD_CLI_DAYS_H

#include "cli/command.h"

#define ZONE_TEXT 80

/* Today, and how that was found out: "UTC", a zone's name, "--today". */
struct today {
    loyd_date date;
    char zone[ZONE_TEXT]; /* escaped for a terminal */
};

/*
 * The date that --today says, or the clock's in the zone of --tz, UTC unless
 * said. Returns an exit code, after a complaint: an unknown zone is refused.
 */
int today_find(const struct run *run, struct today *today);

/*
 * The clock's date in a zone. Returns an exit code, after a complaint: an
 * unknown zone is refused.
 */
int today_in(const struct run *run, const char *zone, struct today *today);

/* How many minutes a zone is ahead of UTC, at the most, in a year. */
int today_utc_minutes(const char *zone);

/*
 * Reads the date of an operand or an option. Returns an exit code, after a
 * complaint at `where`.
 */
int date_read(const char *where, const char *text, loyd_date *date);

/*
 * The channel of that name, which stands at `where`. Returns an exit code,
 * after a complaint: EXIT_NO where there is none.
 */
int channel_find(const struct run *run, const char *where, const char *name,
                 loyd_channel *channel);

/* As loyd_solutions counts. */
extern const char *const solution_words[];

/* Published commitments that no longer hold. */
struct broken_promises {
    uint32_t n;
    char first[LOYD_DATE_TEXT];
    char last[LOYD_DATE_TEXT];
};

/* Those of a channel from day `from` on. Returns an exit code. */
int promises_broken(const struct run *run, const char *channel,
                    const loyd_date *from, struct broken_promises *broken);

#endif
