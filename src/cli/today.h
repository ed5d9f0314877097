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
 * Reads the date of an operand or an option. Returns an exit code, after a
 * complaint at `where`.
 */
int date_read(const char *where, const char *text, loyd_date *date);

#endif
