/* SPDX-License-Identifier: MIT */
/* The pages of a site: which template each has, and the values of all. */
#include "site/page.h"
#include "core/date.h"

#include <stdio.h>
#include <string.h>

const char *
name_in_language(const struct section *to, const char *name)
{
    static const char *const levels[] = {"easy", "medium", "hard", "expert"};

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
        if (strcmp(name, levels[i]) == 0)
            return sentence_text(to, levels[i]);
    return name;
}

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
            SENTENCE("weekday", weekdays[date_weekday(date)]),
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

/* Returns the way from a page to the root. Servers show the page for addresses
 * without one in the place of any other. */
static const char *
up_from(const struct page *page)
{
    if (strcmp(page->template, "missing") == 0)
        return page->imprint->base_url;
    return strchr(page->path, '/') != NULL ? "../" : "";
}

bool
is_mirrored(const struct section *to)
{
    return strcmp(sentence_text(to, "dir"), "rtl") == 0;
}

static void
page_values(const struct section *to, const void *of, size_t at)
{
    const struct page *page = of;
    const struct imprint *imprint = page->imprint;
    const struct archive *archive = page->archive;
    bool is_year = archive != NULL && page_shows_year(page);
    bool is_checks = strcmp(page->template, "check") == 0;
    /* Pages of past years do not change every day. */
    bool is_over = archive != NULL && page->year < imprint->last.year;
    const uint8_t *head = is_over             ? NULL
                          : archive != NULL   ? archive->head
                          : page->day != NULL ? day_head(page->day)
                                              : NULL;

    bool is_missing = strcmp(page->template, "missing") == 0;
    const char *results = imprint->results != NULL ? imprint->results : "";
    char origin[LOYD_SITE_TEXT_MAX + 1] = "";

    (void)at;
    if (results[0] != '\0')
        snprintf(origin, sizeof(origin), "%.*s",
                 (int)(8 + strcspn(results + 8, "/")), results);
    SECTION(
        to, "page", TEXT("path", page->path), TEXT("up", up_from(page)),
        SENTENCE("page_title", page->title), SENTENCE("about", page->about),
        TEXT("title", imprint->title), TEXT("base_url", imprint->base_url),
        TEXT("results", results), TEXT("results_origin", origin),
        TEXT("release", imprint->release), TEXT("zone", imprint->zone),
        TEXT("channel", imprint->channel), NUMBER("year", page->year),
        NUMBER("is_mirrored", is_mirrored(to)),
        NUMBER("is_new", strcmp(page->template, "play") == 0),
        NUMBER("is_missing", is_missing),
        NUMBER("is_embed", strcmp(page->template, "embed") == 0),
        NUMBER("is_howto", strcmp(page->template, "howto") == 0),
        NUMBER("is_today", page->path[0] == '\0'),
        NUMBER("is_stats", strcmp(page->template, "stats") == 0),
        NUMBER("is_archive", is_year),
        NUMBER("links_checks", head == NULL && !is_checks),
        TEMPLATE("main", page->template), HASH("head", head),
        DATE("head_date",
             page->day != NULL ? &page->day->date : &imprint->last),
        TEXT("days_folder", archive == NULL ? ""
                            : is_year       ? "../daily/"
                                            : "daily/"),
        TEXT("years_folder", is_year ? "" : "archive/"),
        ITEMS("day", page->day != NULL, page_day_values, page),
        ITEMS("shell_url", 1, shell_url, imprint->base_url),
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
    page_put(text, &(struct page){imprint, "day", "title-of-day", "about-day",
                                  path, day->date.year, day, NULL});
}

void
page_of_today(struct text *text, const struct imprint *imprint,
              const struct day *today, const struct archive *archive)
{
    page_put(text, &(struct page){imprint, "today", NULL, "about-today", "",
                                  imprint->last.year, today, archive});
}

void
page_of_year(struct text *text, const struct imprint *imprint, unsigned year,
             const struct archive *archive)
{
    char path[32];

    snprintf(path, sizeof(path), "archive/%u.html", year);
    page_put(text, &(struct page){imprint, "archive", "title-of-year",
                                  "about-archive", path, year, NULL, archive});
}

void
page_of_stats(struct text *text, const struct imprint *imprint,
              const struct archive *archive)
{
    page_put(text,
             &(struct page){imprint, "stats", "statistics", NULL, "stats.html",
                            imprint->last.year, NULL, archive});
}

void
page_of_new_board(struct text *text, const struct imprint *imprint)
{
    page_put(text,
             &(struct page){imprint, "play", "new-board", "about-play",
                            "play.html", imprint->last.year, NULL, NULL});
}

void
page_of_how_to_play(struct text *text, const struct imprint *imprint)
{
    page_put(text,
             &(struct page){imprint, "howto", "how-to-play", NULL,
                            "howto.html", imprint->last.year, NULL, NULL});
}

void
page_of_checks(struct text *text, const struct imprint *imprint)
{
    page_put(text,
             &(struct page){imprint, "check", "how-to-check", NULL,
                            "check.html", imprint->last.year, NULL, NULL});
}

void
page_to_embed(struct text *text, const struct imprint *imprint)
{
    page_put(text, &(struct page){imprint, "embed", NULL, NULL, "embed.html",
                                  imprint->last.year, NULL, NULL});
}

void
page_not_found(struct text *text, const struct imprint *imprint)
{
    page_put(text, &(struct page){imprint, "missing", "missing", NULL,
                                  "404.html", imprint->last.year, NULL, NULL});
}

static void
site_values(const struct section *to, const void *of, size_t at)
{
    const struct imprint *imprint = of;
    bool is_daily = strcmp(imprint->channel, "daily") == 0;

    (void)at;
    SECTION(to, "site", TEXT("name", is_daily ? "" : imprint->channel));
}

void
page_default_title(struct text *text, const struct imprint *imprint)
{
    template_put(text, "title", imprint->language, site_values, imprint);
}
