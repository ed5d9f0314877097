/* SPDX-License-Identifier: MIT */
/* Dates: validation, and members of JSON. */
#ifndef LOYD_CORE_DATE_H
#define LOYD_CORE_DATE_H

#include "base/jw.h"
#include "loyd/date.h"

/*
 * Checks that a date is a day of the Gregorian calendar, 0001-01-01 to
 * 9999-12-31. Errors: LOYD_E_DATE.
 */
loyd_err date_check(const loyd_date *date, loyd_why *why);

/* Writes a date as a member of a JSON object. */
void date_json(struct jw *jw, const char *name, const loyd_date *date);

/* Computes the date `days` days after 1970-01-01. Errors: LOYD_E_DATE. */
loyd_err date_of_days(int32_t days, loyd_date *date);

/* "monday" to "sunday". */
extern const char *const weekday_names[7];

/* Returns the day of the week, 0 (Monday) to 6 (Sunday). */
unsigned date_weekday(const loyd_date *date);

/* Returns the days since 1970-01-01, negative for earlier dates. */
int32_t date_days(const loyd_date *date);

#endif
