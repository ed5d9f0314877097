/* SPDX-License-Identifier: MIT */
/* Makes the archive, the calendar, and the index page. */
#include <inttypes.h>
#include <stdio.h>

#include "site/page.h"
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

static void
describe(struct text *text, const struct day_brief *day)
{
    for (size_t i = 0; i < day->n; i++) {
        const struct brief *brief = &day->brief[i];
        const char *word = brief_name(brief);

        text_put(text, i > 0 ? "; " : "");
        if (word[0] != '\0') {
            text_xml(text, word);
            text_put(text, ", ");
        }
        text_format(text, "%u\303\227%u, ", (unsigned)brief->width,
                    (unsigned)brief->height);
        text_put(text, brief->is_interval ? "at most " : "");
        text_moves(text, brief->stm);
    }
}

/* A day of the month, with a link if the site has it. */
static void
cell(struct text *text, const struct archive *archive, const loyd_date *date,
     const char *folder)
{
    int32_t at = loyd_date_days(date) - archive->day[0].days;
    char name[LOYD_DATE_TEXT];
    const struct day_brief *day;

    if (at < 0 || (size_t)at >= archive->n) {
        text_format(text, "<td>%u</td>", (unsigned)date->day);
        return;
    }
    day = &archive->day[at];
    loyd_date_print(date, name);
    text_format(text,
                "<td><a class=\"s%u\" data-date=\"%s\" href=\"%s%s.html\"",
                shade_of_day(day), name, folder, name);
    if ((size_t)at + 1 == archive->n)
        text_put(text, " aria-current=\"date\"");
    text_put(text, " title=\"");
    describe(text, day);
    text_format(text, "\">%u</a></td>", (unsigned)date->day);
}

static void
month_put(struct text *text, const struct archive *archive, unsigned year,
          unsigned month, const char *folder)
{
    loyd_date first = {(uint16_t)year, (uint8_t)month, 1}, date = first;
    int32_t from = loyd_date_days(&first);
    unsigned column = loyd_date_weekday(&first);

    text_format(text,
                "<table class=\"month\">\n<caption>%s</caption>\n<thead>"
                "<tr><th abbr=\"Monday\" scope=\"col\">M</th>"
                "<th abbr=\"Tuesday\" scope=\"col\">T</th>"
                "<th abbr=\"Wednesday\" scope=\"col\">W</th>"
                "<th abbr=\"Thursday\" scope=\"col\">T</th>"
                "<th abbr=\"Friday\" scope=\"col\">F</th>"
                "<th abbr=\"Saturday\" scope=\"col\">S</th>"
                "<th abbr=\"Sunday\" scope=\"col\">S</th></tr></thead>\n"
                "<tbody>\n<tr>",
                month_names[month - 1]);
    for (unsigned i = 0; i < column; i++)
        text_put(text, "<td></td>");
    for (int32_t i = 0; i < 31; i++) {
        if (loyd_date_of_days(from + i, &date) != LOYD_OK ||
            date.month != month)
            break;
        if (column == 7) {
            text_put(text, "</tr>\n<tr>");
            column = 0;
        }
        cell(text, archive, &date, folder);
        column++;
    }
    for (; column < 7; column++)
        text_put(text, "<td></td>");
    text_put(text, "</tr>\n</tbody>\n</table>\n");
}

void
calendar_put(struct text *text, const struct archive *archive, unsigned year,
             const char *folder, bool is_newest_first)
{
    loyd_date first = {0}, last = {0};
    unsigned from, to;

    if (loyd_date_of_days(archive->day[0].days, &first) != LOYD_OK ||
        loyd_date_of_days(archive->day[archive->n - 1].days, &last) != LOYD_OK)
        return;
    from = first.year == year ? first.month : 1;
    to = last.year == year ? last.month : 12;
    text_put(text, "<div class=\"year\">\n");
    for (unsigned i = 0; i <= to - from; i++)
        month_put(text, archive, year, is_newest_first ? to - i : from + i,
                  folder);
    text_put(text, "</div>\n");
}

void
years_put(struct text *text, const struct imprint *imprint, unsigned current,
          const char *folder)
{
    if (imprint->first.year == imprint->last.year)
        return;
    text_put(text, "<nav class=\"years\" aria-label=\"Years\">");
    for (unsigned year = imprint->last.year; year >= imprint->first.year;
         year--) {
        text_format(text, "<a href=\"%s%u.html\"", folder, year);
        text_put(text, year == current ? " aria-current=\"page\"" : "");
        text_format(text, ">%u</a> ", year);
    }
    text_put(text, "</nav>\n");
}

static bool
has_estimates(const struct archive *archive)
{
    for (size_t i = 0; i < archive->n; i++)
        for (size_t k = 0; k < archive->day[i].n; k++)
            if (archive->day[i].brief[k].shade != 0 &&
                archive->day[i].brief[k].is_interval)
                return true;
    return false;
}

static bool
has_tiers(const struct archive *archive)
{
    for (size_t i = 0; i < archive->n; i++)
        if (archive->day[i].n > 1)
            return true;
    return false;
}

/* Explains the shades of a calendar, if it has any. */
static void
legend(struct text *text, const struct archive *archive)
{
    size_t i = 0;

    while (i < archive->n && shade_of_day(&archive->day[i]) == 0)
        i++;
    if (i == archive->n)
        return;
    text_put(text,
             "<p class=\"legend\">Longer than this percentage of all boards "
             "of its size and goal: "
             "<span class=\"s1\">less than 1</span> "
             "<span class=\"s2\">1 to 25</span> "
             "<span class=\"s3\">25 to 90</span> "
             "<span class=\"s4\">90 or more</span>");
    if (has_tiers(archive))
        text_put(text, " Of several boards, the highest is shown.");
    if (has_estimates(archive))
        text_put(text, " Beyond 16 cells it is estimated.");
    text_put(text, "</p>\n");
}

void
page_of_year(struct text *text, const struct imprint *imprint, unsigned year,
             const struct archive *archive)
{
    char title[32], path[32];
    struct page page = {.title = title, .up = "../", .path = path,
                        .year = year, .head = archive->head,
                        .of = &imprint->last};

    snprintf(title, sizeof(title), "Archive of %u", year);
    snprintf(path, sizeof(path), "archive/%u.html", year);
    page_begin(text, imprint, &page);
    text_format(text, "<h1>%u</h1>\n", year);
    years_put(text, imprint, year, "");
    calendar_put(text, archive, year, "../daily/", false);
    legend(text, archive);
    page_end(text, imprint, &page);
}

/* Links to yesterday's page and to the page of the day. */
static void
days_put(struct text *text, const struct imprint *imprint,
         const struct day *today)
{
    char date[LOYD_DATE_TEXT];
    loyd_date yesterday;

    text_put(text, "<nav class=\"days\" aria-label=\"Days\">");
    if (loyd_date_days(&today->date) > loyd_date_days(&imprint->first) &&
        loyd_date_of_days(loyd_date_days(&today->date) - 1, &yesterday) ==
            LOYD_OK) {
        loyd_date_print(&yesterday, date);
        text_format(text,
                    "<a rel=\"prev\" href=\"daily/%s.html\">&#8592; "
                    "Yesterday</a> ",
                    date);
    }
    loyd_date_print(&today->date, date);
    text_format(text,
                "<a href=\"daily/%s.html\">Link to this day</a></nav>\n",
                date);
}

void
page_of_today(struct text *text, const struct imprint *imprint,
              const struct day *today, const struct archive *archive)
{
    struct page page = {
        .title = "", .up = "", .path = "", .year = imprint->last.year,
        .day = today, .head = archive->head, .of = &today->date};

    page_begin(text, imprint, &page);
    puzzles_put(text, today, "daily/");
    days_put(text, imprint, today);
    text_format(text, "<h2 id=\"archive\">%u</h2>\n",
                (unsigned)imprint->last.year);
    years_put(text, imprint, imprint->last.year, "archive/");
    calendar_put(text, archive, imprint->last.year, "daily/", true);
    legend(text, archive);
    page_end(text, imprint, &page);
}

void
page_before_start(struct text *text, const struct imprint *imprint)
{
    struct page page = {
        .title = "", .up = "", .path = "", .year = imprint->first.year};

    page_begin(text, imprint, &page);
    text_put(text, "<h1>Starts on ");
    text_date(text, &imprint->first);
    text_put(text, "</h1>\n<p class=\"day\">The first puzzles have been "
                   "chosen: see the "
                   "<a href=\"commitments.json\">commitments</a></p>\n");
    page_end(text, imprint, &page);
}
