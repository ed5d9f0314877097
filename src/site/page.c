/* SPDX-License-Identifier: MIT */
/* The pages of a site: which template each has, and the values of all. */
#include "site/page.h"

#include <stdio.h>
#include <string.h>

void
date_values(const struct section *to, const void *of, size_t at)
{
    static const struct {
        const char *name, *abbreviation;
    } months[12] = {
        {"january", "january-short"},
        {"february", "february-short"},
        {"march", "march-short"},
        {"april", "april-short"},
        {"may", "may-short"},
        {"june", "june-short"},
        {"july", "july-short"},
        {"august", "august-short"},
        {"september", "september-short"},
        {"october", "october-short"},
        {"november", "november-short"},
        {"december", "december-short"},
    };
    static const char *const weekdays[7] = {
        "monday", "tuesday",  "wednesday", "thursday",
        "friday", "saturday", "sunday",
    };
    const loyd_date *date = (const loyd_date *)of + at;

    SECTION(to, "date", DATE("date", date),
            SENTENCE("weekday", weekdays[loyd_date_weekday(date)]),
            NUMBER("day_of_month", date->day),
            SENTENCE("month_name", months[date->month - 1].name),
            SENTENCE("short_month", months[date->month - 1].abbreviation),
            NUMBER("year", date->year));
}

/* An address that is written in quotes for the shell, without quotes. */
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
        SENTENCE("page_title", page->title), TEXT("title", imprint->title),
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
    template_put(text, "page", page->imprint->language, page_values, page);
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
                                  .title = "title-of-day",
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
    char path[32];

    snprintf(path, sizeof(path), "archive/%u.html", year);
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "archive",
                                  .title = "title-of-year",
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
                                  .up = "",
                                  .path = "",
                                  .year = imprint->first.year});
}

void
page_of_new_board(struct text *text, const struct imprint *imprint)
{
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "play",
                                  .title = "new-board",
                                  .up = "",
                                  .path = "play.html",
                                  .year = imprint->last.year});
}

void
page_of_checks(struct text *text, const struct imprint *imprint)
{
    page_put(text, &(struct page){.imprint = imprint,
                                  .template = "check",
                                  .title = "how-to-check",
                                  .up = "",
                                  .path = "check.html",
                                  .year = imprint->last.year});
}
