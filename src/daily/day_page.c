/* SPDX-License-Identifier: MIT */
/* Owns the page and the picture of a day. */
#include <inttypes.h>
#include <stdio.h>

#include "daily/page.h"
#include "loyd/export.h"

/* A link to a neighbour of the day; nothing where the site ends. */
static void
neighbour(struct text *text, const struct site *site, const loyd_date *date,
          int32_t step, const char *how)
{
    int32_t days = loyd_date_days(date) + step;
    char name[LOYD_DATE_TEXT];
    loyd_date other;

    if (days < loyd_date_days(&site->first) ||
        days > loyd_date_days(&site->last) ||
        loyd_date_of_days(days, &other) != LOYD_OK)
        return;
    loyd_date_print(&other, name);
    text_format(text, "<a rel=\"%s\" href=\"%s.html\">%s%u %s%s</a> ", how,
                name, step < 0 ? "&#8592; " : "", (unsigned)other.day,
                month_names[other.month - 1], step > 0 ? " &#8594;" : "");
}

void
page_of_day(struct text *text, const struct site *site, const struct day *day)
{
    char date[LOYD_DATE_TEXT], path[LOYD_DATE_TEXT + 16];

    loyd_date_print(&day->date, date);
    snprintf(path, sizeof(path), "daily/%s.html", date);
    page_begin(text, site, date, "../", path, day->date.year);
    text_put(text, "<h1>");
    text_date(text, &day->date);
    text_format(text, "</h1>\n<p class=\"day\">Day %" PRIu32 "</p>\n",
                day->day_no);
    puzzles_put(text, day, "");
    text_put(text, "<nav class=\"days\" aria-label=\"Days\">");
    neighbour(text, site, &day->date, -1, "prev");
    text_format(text, "<a href=\"../archive/%u.html\">%u</a> ",
                (unsigned)day->date.year, (unsigned)day->date.year);
    neighbour(text, site, &day->date, 1, "next");
    text_put(text, "</nav>\n");
    page_end(text, day->puzzle[day->n - 1].head, &day->date);
}

/* Boards of one height, side by side. */
#define SIDE 400
#define GAP 40

void
svg_of_day(struct text *text, const struct day *day)
{
    char title[2 * NAME_BYTES + LOYD_DATE_TEXT + 4], date[LOYD_DATE_TEXT];

    loyd_date_print(&day->date, date);
    if (day->n == 1) {
        svg_put(text, &day->puzzle[0].puzzle.start, date);
        return;
    }
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %zu "
                "%d\">\n<title>%s</title>\n",
                day->n * (SIDE + GAP) - GAP, SIDE, date);
    for (size_t i = 0; i < day->n; i++) {
        const struct day_puzzle *puzzle = &day->puzzle[i];

        snprintf(title, sizeof(title), "%s, %s", date, puzzle->brief.tier);
        text_format(text,
                    "<svg x=\"%zu\" y=\"0\" width=\"%d\" height=\"%d\">\n",
                    i * (SIDE + GAP), SIDE, SIDE);
        svg_put(text, &puzzle->puzzle.start, title);
        text_put(text, "</svg>\n");
    }
    text_put(text, "</svg>\n");
}
