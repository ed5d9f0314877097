/* SPDX-License-Identifier: MIT */
/*
 * Parses and prints dates of the Gregorian calendar and converts them to day
 * numbers. Pure arithmetic: no time zone, no clock, no <time.h>.
 */
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/date.h"
#include "loyd/date.h"

#define YEAR_MAX 9999
#define DAYS_MIN (-719162) /* of 0001-01-01, a Monday */
#define DAYS_MAX 2932896   /* of 9999-12-31 */

/*
 * If a year begins in March, its leap day is its last day, and the days
 * before month m are a fixed sequence: 0, 31, 61, 92, ... = (153 m + 2) / 5.
 * The calendar repeats every 400 years. 1970-01-01 is 719468 days after
 * 0000-03-01.
 */
#define ERA_YEARS 400
#define ERA_DAYS 146097
#define EPOCH_DAY 719468

static bool
is_valid(const loyd_date *date)
{
    static const uint8_t days[12] = {31, 28, 31, 30, 31, 30,
                                     31, 31, 30, 31, 30, 31};
    unsigned year = date->year, month = date->month;
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return year >= 1 && year <= YEAR_MAX && month >= 1 && month <= 12 &&
           date->day >= 1 &&
           date->day <= days[month - 1] + (month == 2 && is_leap);
}

loyd_err
date_check(const loyd_date *date, loyd_why *why)
{
    return is_valid(date)
               ? LOYD_OK
               : why_set(why, LOYD_E_DATE,
                         "invalid date: expected 0001-01-01..9999-12-31");
}

static bool
has_form(const char *text, size_t len)
{
    static const char form[] = "dddd-dd-dd";

    if (len != sizeof(form) - 1)
        return false;
    for (size_t i = 0; i < len; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9'
                           : text[i] != form[i])
            return false;
    return true;
}

static unsigned
digits(const char *text, size_t n)
{
    unsigned number = 0;

    for (size_t i = 0; i < n; i++)
        number = number * 10 + (unsigned)(text[i] - '0');
    return number;
}

loyd_err
loyd_date_parse(const char *text, size_t len, loyd_date *date, loyd_why *why)
{
    char quoted[WHY_QUOTE_BYTES];
    loyd_date read;

    WHY_GIVEN(why);
    if (!has_form(text, len))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid date '%s': expected YYYY-MM-DD",
                       why_quote(text, len, quoted));
    read.year = (uint16_t)digits(text, 4);
    read.month = (uint8_t)digits(text + 5, 2);
    read.day = (uint8_t)digits(text + 8, 2);
    if (!is_valid(&read))
        return why_set(why, LOYD_E_DATE, "invalid date '%.10s': no such day",
                       text);
    *date = read;
    return LOYD_OK;
}

void
loyd_date_print(const loyd_date *date, char text[LOYD_DATE_TEXT])
{
    unsigned part[] = {date->year / 100u % 100u, date->year % 100u,
                       date->month % 100u, date->day % 100u};

    snprintf(text, LOYD_DATE_TEXT, "%02u%02u-%02u-%02u", part[0], part[1],
             part[2], part[3]);
}

void
date_json(struct jw *jw, const char *name, const loyd_date *date)
{
    char text[LOYD_DATE_TEXT];

    loyd_date_print(date, text);
    jw_string(jw, name, text);
}

int32_t
date_days(const loyd_date *date)
{
    int32_t month = (date->month + 9) % 12; /* 0 is March */
    int32_t year = date->year - (month >= 10);
    int32_t year_of_era = year % ERA_YEARS;
    int32_t day_of_year = (153 * month + 2) / 5 + date->day - 1;

    return year / ERA_YEARS * ERA_DAYS + year_of_era * 365 + year_of_era / 4 -
           year_of_era / 100 + day_of_year - EPOCH_DAY;
}

loyd_err
date_of_days(int32_t days, loyd_date *date)
{
    int32_t from_march, day_of_era, year_of_era, day_of_year, month, year;

    if (days < DAYS_MIN || days > DAYS_MAX)
        return LOYD_E_DATE;
    from_march = days + EPOCH_DAY;
    day_of_era = from_march % ERA_DAYS;
    /* Subtracts the leap days so far: one per 1460 = 4 * 365 days, etc. */
    year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
                   day_of_era / (ERA_DAYS - 1)) /
                  365;
    day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    month = (5 * day_of_year + 2) / 153;
    year = from_march / ERA_DAYS * ERA_YEARS + year_of_era + (month >= 10);
    date->year = (uint16_t)year;
    date->month = (uint8_t)(month < 10 ? month + 3 : month - 9);
    date->day = (uint8_t)(day_of_year - (153 * month + 2) / 5 + 1);
    return LOYD_OK;
}

const char *const weekday_names[7] = {"monday",   "tuesday", "wednesday",
                                      "thursday", "friday",  "saturday",
                                      "sunday"};

unsigned
date_weekday(const loyd_date *date)
{
    return (unsigned)(date_days(date) - DAYS_MIN) % 7;
}
