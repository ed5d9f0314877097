/* SPDX-License-Identifier: MIT */
/*
 * Today's date. A time zone only decides which date "today" is; nothing
 * else depends on it.
 */
#include "cli/days.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/catalogue.h"
#include "cli/signals.h"
#include "core/date.h"

#define PATH_BYTES 1024
#define ZONE_BYTES 65536 /* the longest file has 5,000 */
#define EPOCH_YEAR 1900

/* As in glibc; the name of a zone is the path of a file in it. */
static const char *
zone_folder(void)
{
    const char *folder = getenv("TZDIR");

    return folder != NULL && folder[0] != '\0' ? folder
                                               : "/usr/share/zoneinfo";
}

/* Overrides TZ, which localtime reads; UTC0 needs no file. */
static bool
set_zone(const char *name)
{
    if (setenv("TZ", strcmp(name, "UTC") == 0 ? "UTC0" : name, 1) != 0)
        return false;
    tzset();
    return true;
}

/* A zone's file has its abbreviation, such as CET. From a malformed one libc
 * takes nothing, and calls the zone UTC. */
static bool
has_abbreviation(const char *data, size_t n)
{
    size_t len = strlen(tzname[0]) + 1;

    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(data + i, tzname[0], len) == 0)
            return true;
    return false;
}

/* A file that is not of a zone counts as missing: errno is ENOENT. */
static bool
is_zone_file(const char *name)
{
    char path[PATH_BYTES], data[ZONE_BYTES] = "";
    struct stat status;
    ssize_t got;
    int fd, len = snprintf(path, sizeof(path), "%s/%s", zone_folder(), name);

    errno = ENOENT;
    if (len < 0 || (size_t)len >= sizeof(path) || stat(path, &status) != 0)
        return false;
    errno = ENOENT;
    if (!S_ISREG(status.st_mode) ||
        (fd = open(path, O_RDONLY | O_CLOEXEC)) == -1)
        return false;
    got = read_fill(fd, data, sizeof(data));
    close(fd);
    if (got >= 0 && memcmp(data, "TZif", 4) == 0 && /* [RFC 8536] */
        set_zone(name) && has_abbreviation(data, (size_t)got))
        return true;
    errno = got >= 0 ? ENOENT : errno;
    return false;
}

/* An unknown TZ would silently be UTC; names stay inside the folder. */
static bool
zone_is_known(const char *name)
{
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";

    if (strcmp(name, "UTC") == 0)
        return true;
    errno = ENOENT;
    return name[0] != '\0' && name[0] != '/' &&
           strspn(name, allowed) == strlen(name) && is_zone_file(name);
}

static bool
local_date(time_t now, const char *zone, loyd_date *date)
{
    struct tm tm;

    if (!set_zone(zone) || localtime_r(&now, &tm) == NULL ||
        tm.tm_year < 1 - EPOCH_YEAR || tm.tm_year > 9999 - EPOCH_YEAR)
        return false;
    date->year = (uint16_t)(tm.tm_year + EPOCH_YEAR);
    date->month = (uint8_t)(tm.tm_mon + 1);
    date->day = (uint8_t)tm.tm_mday;
    return true;
}

int
date_read(const char *where, const char *text, loyd_date *date)
{
    loyd_why why = {""};
    loyd_err err = loyd_date_parse(text, strlen(text), date, &why);

    return report_option(where, err, &why);
}

int
today_in(const struct run *run, const char *zone, struct today *today)
{
    char shown[QUOTED_BYTES];
    bool is_known = zone_is_known(zone);

    if (!is_known && errno != ENOENT && errno != ENOTDIR &&
        errno != ENAMETOOLONG)
        return fail_errno("--tz", "cannot read %s/%s", zone_folder(),
                          quoted(zone, shown));
    if (!is_known)
        return refuse("--tz",
                      "unknown time zone '%s' (not in %s): expected a name "
                      "such as Europe/Berlin",
                      quoted(zone, shown), zone_folder());
    if (!local_date(time(NULL), zone, &today->date))
        return fail(run->command->name,
                    "the clock's date is out of range: expected the years 1 "
                    "to 9999");
    snprintf(today->zone, sizeof(today->zone), "%s", zone);
    return EXIT_DONE;
}

int
today_covers(const char *where, const struct today *today,
             const loyd_date *date)
{
    char day[LOYD_DATE_TEXT], text[LOYD_DATE_TEXT];

    if (date_days(date) <= date_days(&today->date))
        return EXIT_DONE;
    loyd_date_print(date, day);
    loyd_date_print(&today->date, text);
    return refuse(where,
                  "%s is in the future (today is %s, %s): try --future", day,
                  text, today->zone);
}

/* Minutes since 1970, of a date and a time of day. */
static int64_t
minutes_of(const struct tm *tm)
{
    loyd_date date = {(uint16_t)(tm->tm_year + EPOCH_YEAR),
                      (uint8_t)(tm->tm_mon + 1), (uint8_t)tm->tm_mday};

    return (INT64_C(24) * date_days(&date) + tm->tm_hour) * 60 + tm->tm_min;
}

int
day_utc_minutes(const loyd_date *date)
{
    struct tm local = {.tm_year = date->year - EPOCH_YEAR,
                       .tm_mon = date->month - 1,
                       .tm_mday = date->day,
                       .tm_isdst = -1};
    time_t midnight = mktime(&local);
    struct tm utc;

    return gmtime_r(&midnight, &utc) == NULL
               ? 0
               : (int)(minutes_of(&local) - minutes_of(&utc));
}

int
today_find(const struct run *run, struct today *today)
{
    const char *zone = run->args.tz != NULL ? run->args.tz : "UTC";

    if (run->args.today != NULL) {
        snprintf(today->zone, sizeof(today->zone), "--today");
        return date_read("--today", run->args.today, &today->date);
    }
    return today_in(run, zone, today);
}

/* --- channels --- */

int
channel_find(const struct run *run, const char *where, const char *name,
             loyd_channel *channel)
{
    loyd_why why = {""};
    loyd_err err = loyd_channel_get(run->store, name, channel, &why);
    int code;

    if (err == LOYD_E_SYNTAX)
        return report_option(where, err, &why);
    code = report_job(run, err, &why);
    return err == LOYD_E_NOT_FOUND ? EXIT_NO : code;
}

int
warn_of_end(const struct run *run, const char *channel, const loyd_date *today,
            bool is_decided)
{
    char text[LOYD_DATE_TEXT], count[COUNTED_BYTES];
    loyd_channel named;
    loyd_date end;
    int32_t left = 0;
    bool has_end = false;
    loyd_why why = {""};
    loyd_err err = loyd_channel_get(run->store, channel, &named, &why);

    if (err == LOYD_OK)
        err = loyd_channel_end(run->store, &named, &has_end, &end, &why);
    if (err == LOYD_OK && has_end)
        left = date_days(&end) - date_days(today);
    if (err != LOYD_OK || !has_end || left > END_IS_NEAR ||
        (left >= 0 && !is_decided))
        return report_job(run, err, &why);
    loyd_date_print(&end, text);
    counted(left > 0 ? (uint64_t)left : 0, "day", count);
    note(channel, "its puzzles end on %s, %s left: try `loyd channel revise`",
         text, count);
    return EXIT_DONE;
}

const char *const solution_words[] = {"past", "never", "today", NULL};
const char *const hint_words[] = {"yes", "past", "no", NULL};
const char *const offline_words[] = {"no", "yes", NULL};
const char *const language_words[] = {"en", "de", NULL};
