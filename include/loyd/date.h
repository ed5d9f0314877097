/* SPDX-License-Identifier: MIT */
/* Civil dates: pure arithmetic, without clock or time zone. */
#ifndef LOYD_DATE_H
#define LOYD_DATE_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_DATE_TEXT 11 /* "YYYY-MM-DD" and a NUL */

/* A civil date of the Gregorian calendar, 0001-01-01 to 9999-12-31. */
typedef struct loyd_date {
    uint16_t year;
    uint8_t month; /* 1..12 */
    uint8_t day;   /* 1..31 */
} loyd_date;

/* Parses "YYYY-MM-DD" only. Errors: LOYD_E_SYNTAX, LOYD_E_DATE. */
LOYD_API LOYD_NODISCARD loyd_err
loyd_date_parse(const char *text, size_t len, loyd_date *date, loyd_why *why);

/* Writes "YYYY-MM-DD" and a NUL. */
LOYD_API void
loyd_date_print(const loyd_date *date, char text[LOYD_DATE_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
