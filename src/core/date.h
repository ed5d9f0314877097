/* SPDX-License-Identifier: MIT */
/* Validation of dates. */
#ifndef LOYD_CORE_DATE_H
#define LOYD_CORE_DATE_H

#include "loyd/date.h"

/*
 * Checks that a date is a day of the Gregorian calendar, 0001-01-01 to
 * 9999-12-31. Errors: LOYD_E_DATE.
 */
loyd_err date_check(const loyd_date *date, loyd_why *why);

#endif
