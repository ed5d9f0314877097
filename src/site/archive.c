/* SPDX-License-Identifier: MIT */
/* The values of the calendar. */
#include "core/date.h"
#include "site/page.h"

#include <string.h>

#include "rate/lengths.h"

/* Compares percentiles before they are rounded. */
unsigned
calendar_shade(const loyd_distribution *distribution, unsigned stm)
{
    static const uint32_t bounds[] = {1000, 25000, 90000};
    unsigned shade = 1;

    for (unsigned i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++) {
        const loyd_range from = {bounds[i], LOYD_PERCENTILE_MAX};

        shade += percentiles_have(&from, distribution, stm);
    }
    return shade;
}

/* Returns the shade of a day: the highest of its puzzles, 0 for none. */
static unsigned
shade_of_day(const struct day_brief *day)
{
    unsigned shade = 0;

    for (size_t i = 0; i < day->n; i++)
        if (day->brief[i].shade > shade)
            shade = day->brief[i].shade;
    return shade;
}

bool
has_estimates(const struct archive *archive)
{
    for (size_t i = 0; i < archive->n; i++)
        for (size_t k = 0; k < archive->day[i].n; k++)
            if (archive->day[i].brief[k].shade != 0 &&
                archive->day[i].brief[k].is_interval)
                return true;
    return false;
}

bool
has_tiers(const struct archive *archive)
{
    for (size_t i = 0; i < archive->n; i++)
        if (archive->day[i].n > 1)
            return true;
    return false;
}

bool
has_shades(const struct archive *archive)
{
    for (size_t i = 0; i < archive->n; i++)
        if (shade_of_day(&archive->day[i]) != 0)
            return true;
    return false;
}

static void
brief_values(const struct section *to, const void *of, size_t at)
{
    const struct brief *brief = (const struct brief *)of + at;

    SECTION(to, "brief", NUMBER("is_next", at > 0),
            TEXT("name", name_in_language(to, brief_name(brief))),
            NUMBER("width", brief->width), NUMBER("height", brief->height),
            NUMBER("is_interval", brief->is_interval),
            NUMBER("stm", brief->stm),
            SENTENCE("moves", moves_key(brief->stm)));
}

/* A month of the calendar, and a week of it. */
struct month {
    const struct archive *archive;
    loyd_date first;
    int32_t days;  /* of its first day */
    int32_t blank; /* cells before that */
    int32_t n;
    size_t week;
};

/* A day of the month, with a link if the site has it. */
static void
cell_values(const struct section *to, const void *of, size_t at)
{
    const struct month *month = of;
    const struct archive *archive = month->archive;
    int32_t i = (int32_t)(7 * month->week + at) - month->blank;
    bool is_day = i >= 0 && i < month->n;
    int32_t nth = month->days + i - archive->day[0].days;
    bool is_shown = is_day && nth >= 0 && (size_t)nth < archive->n;
    const struct day_brief *day = &archive->day[is_shown ? nth : 0];
    loyd_date date = month->first;

    date.day = (uint8_t)(is_day ? i + 1 : 0);
    SECTION(to, "cell", NUMBER("shown", is_shown), DATE("date", &date),
            NUMBER("day_of_month", date.day),
            NUMBER("shade", shade_of_day(day)),
            NUMBER("is_last", (size_t)nth + 1 == archive->n),
            ITEMS("brief", day->n, brief_values, day->brief));
}

static void
week_values(const struct section *to, const void *of, size_t at)
{
    struct month month = *(const struct month *)of;

    month.week = at;
    SECTION(to, "week", ITEMS("cell", 7, cell_values, &month));
}

/* Finds the first and the last month that a page shows. */
static void
find_months(const struct page *page, unsigned *from, unsigned *to)
{
    const struct archive *archive = page->archive;
    loyd_date first = {0}, last = {0};

    *from = 1;
    *to = 12;
    if (date_of_days(archive->day[0].days, &first) == LOYD_OK &&
        first.year == page->year)
        *from = first.month;
    if (date_of_days(archive->day[archive->n - 1].days, &last) == LOYD_OK &&
        last.year == page->year)
        *to = last.month;
}

bool
page_shows_year(const struct page *page)
{
    return strcmp(page->template, "archive") == 0;
}

size_t
page_months(const struct page *page)
{
    unsigned from, to;

    if (page->archive == NULL)
        return 0;
    find_months(page, &from, &to);
    return page_shows_year(page) ? to - from + 1 : 1;
}

void
month_values(const struct section *to, const void *of, size_t at)
{
    const struct page *page = of;
    struct month month = {.archive = page->archive, .n = 1};
    loyd_date date = {.year = (uint16_t)page->year, .day = 1};
    unsigned first, last;

    find_months(page, &first, &last);
    date.month = (uint8_t)(last - at);
    month.first = date;
    month.days = loyd_date_days(&date);
    month.blank = (int32_t)date_weekday(&date);
    while (month.n < 31 &&
           date_of_days(month.days + month.n, &date) == LOYD_OK &&
           date.month == month.first.month)
        month.n++;
    SECTION(to, "month", ITEMS("name", 1, date_values, &month.first),
            ITEMS("week", (uint32_t)(month.blank + month.n + 6) / 7,
                  week_values, &month));
}

void
year_values(const struct section *to, const void *of, size_t at)
{
    const struct page *page = of;
    unsigned year = page->imprint->last.year - (unsigned)at;

    SECTION(to, "years", NUMBER("other_year", year),
            NUMBER("is_this", year == page->year));
}
