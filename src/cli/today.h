/* SPDX-License-Identifier: MIT */
/* What day it is: the one place where the command looks at a clock. */
#ifndef LOYD_CLI_TODAY_H
#define LOYD_CLI_TODAY_H

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

#endif
