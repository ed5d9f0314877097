/* SPDX-License-Identifier: MIT */
/* What the library shares about dates. */
#ifndef LOYD_CORE_DATE_H
#define LOYD_CORE_DATE_H

#include "loyd/date.h"

/* Is it a day of the Gregorian calendar, 0001-01-01 to 9999-12-31? */
bool date_is_valid(const loyd_date *date);

#endif
