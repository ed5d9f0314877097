/* SPDX-License-Identifier: MIT */
/* The puzzle of a date: a pure function, which never looks at a clock. */
#ifndef LOYD_DAILY_H
#define LOYD_DAILY_H

#include "loyd/target.h"

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

/* Reads "YYYY-MM-DD", nothing else. Errors: LOYD_E_SYNTAX, LOYD_E_DATE. */
LOYD_API LOYD_CHECK loyd_err
loyd_date_parse(const char *text, size_t len, loyd_date *date, loyd_why *why);

LOYD_API void
loyd_date_print(const loyd_date *date, char text[LOYD_DATE_TEXT]);

/* Days since 1970-01-01, negative before. */
LOYD_API int32_t loyd_date_days(const loyd_date *date);

/* The date so many days after 1970-01-01. Errors: LOYD_E_DATE. */
LOYD_API LOYD_CHECK loyd_err
loyd_date_of_days(int32_t days, loyd_date *date);

/* 0 Monday .. 6 Sunday. */
LOYD_API unsigned loyd_date_weekday(const loyd_date *date);

/* What the built-in channel `daily` shows on a date. */
typedef struct loyd_day {
    loyd_date date;
    uint32_t day_no;       /* 1 on the channel's first day */
    uint32_t version;      /* of the schedule */
    char title[32];        /* of the schedule's row, e.g. "easy" */
    loyd_recipe recipe;
} loyd_day;

/*
 * The recipe of a date in the channel `daily`: seed "daily/YYYY-MM-DD",
 * index 0, method uniform, size, layout and target from the schedule's row
 * for its weekday. Errors: LOYD_E_DATE (before 2026-01-01).
 */
LOYD_API LOYD_CHECK loyd_err
loyd_daily_day(const loyd_date *date, loyd_day *day, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
