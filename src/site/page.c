/* SPDX-License-Identifier: MIT */
/* The pages of a site: which template each has, and the values of all. */
#include "site/page.h"

#include <stdio.h>
#include <string.h>

static const char *const month_names[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December",
};

static const char *const weekdays[7] = {
    "Monday", "Tuesday",  "Wednesday", "Thursday",
    "Friday", "Saturday", "Sunday",
};

void
date_values(const struct section *to, const void *of, size_t at)
{
    const loyd_date *date = (const loyd_date *)of + at;
    char month[4] = "";

    memcpy(month, month_names[date->month - 1], 3);
    SECTION(to, "date", DATE("date", date),
            TEXT("weekday", weekdays[loyd_date_weekday(date)]),
            NUMBER("day_of_month", date->day),
            TEXT("month_name", month_names[date->month - 1]),
            TEXT("short_month", month), NUMBER("year", date->year));
}

/* In quotes for the shell, an address has no quote of its own. */
static void
shell_url(const struct section *to, const void *url, size_t at)
{
    char one[2] = "";

    for (const char *c = (const char *)url + at; *c != '\0'; c++) {
        one[0] = *c;
        text_xml(to->out, *c == '\'' ? "%27" : one);
    }
}

static void
page_values(const struct section *to, const void *of, size_t at)
{
    const struct page *page = of;
    const struct imprint *imprint = page->imprint;
    const struct archive *archive = page->archive;
    bool is_checks = strcmp(page->template, "check") == 0;

    (void)at;
    SECTION(
        to, "page", TEXT("up", page->up), TEXT("path", page->path),
        TEXT("page_title", page->title), TEXT("title", imprint->title),
        TEXT("base_url", imprint->base_url), TEXT("zone", imprint->zone),
        TEXT("channel", imprint->channel),
        NUMBER("has_days", imprint->has_days), NUMBER("year", page->year),
        NUMBER("is_new", strcmp(page->template, "play") == 0),
        NUMBER("is_today", page->path[0] == '\0'),
        NUMBER("is_archive", strcmp(page->template, "archive") == 0),
        NUMBER("links_checks", page->head == NULL && !is_checks),
        TEMPLATE("main", page->template), HASH("head", page->head),
        DATE("head_date", page->of), TEXT("days_folder", page->days_folder),
        ITEMS("day", page->day != NULL, page_day_values, page),
        ITEMS("first", 1, date_values, &imprint->first),
        ITEMS("shell_url", 1, shell_url, imprint->base_url),
        TEXT("years_folder", page->years_folder),
        NUMBER("has_years", imprint->first.year != imprint->last.year),
        ITEMS("years", imprint->last.year - imprint->first.year + 1u,
              year_values, page),
        ITEMS("month", page_months(page), month_values, page),
        NUMBER("has_shades", archive != NULL && has_shades(archive)),
        NUMBER("has_tiers", archive != NULL && has_tiers(archive)),
        NUMBER("has_estimates", archive != NULL && has_estimates(archive)));
}

static void
page_put(struct text *text, const struct page *page)
{
    template_put(text, "page", page->imprint->is_traced, page_values, page);
}

void
page_of_day(struct text *text, const struct imprint *imprint,
            const struct day *day)
{
    char date[LOYD_DATE_TEXT], path[LOYD_DATE_TEXT + 16];

    loyd_date_print(&day->date, date);
    snprintf(path, sizeof(path), "daily/%s.html", date);
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "day",
                                  .title = date,
                                  .up = "../",
                                  .path = path,
                                  .year = day->date.year,
                                  .day = day,
                                  .head = day_head(day),
                                  .of = &day->date});
}

void
page_of_today(struct text *text, const struct imprint *imprint,
              const struct day *today, const struct archive *archive)
{
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "today",
                                  .title = "",
                                  .up = "",
                                  .path = "",
                                  .year = imprint->last.year,
                                  .day = today,
                                  .years_folder = "archive/",
                                  .days_folder = "daily/",
                                  .archive = archive,
                                  .is_newest_first = true,
                                  .head = archive->head,
                                  .of = &today->date});
}

void
page_of_year(struct text *text, const struct imprint *imprint, unsigned year,
             const struct archive *archive)
{
    char title[32], path[32];

    snprintf(title, sizeof(title), "Archive of %u", year);
    snprintf(path, sizeof(path), "archive/%u.html", year);
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "archive",
                                  .title = title,
                                  .up = "../",
                                  .path = path,
                                  .year = year,
                                  .days_folder = "../daily/",
                                  .archive = archive,
                                  .head = archive->head,
                                  .of = &imprint->last});
}

void
page_before_start(struct text *text, const struct imprint *imprint)
{
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "start",
                                  .title = "",
                                  .up = "",
                                  .path = "",
                                  .year = imprint->first.year});
}

void
page_of_new_board(struct text *text, const struct imprint *imprint)
{
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "play",
                                  .title = "New board",
                                  .up = "",
                                  .path = "play.html",
                                  .year = imprint->last.year});
}

void
page_of_checks(struct text *text, const struct imprint *imprint)
{
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "check",
                                  .title = "How to check this",
                                  .up = "",
                                  .path = "check.html",
                                  .year = imprint->last.year});
}
