/* SPDX-License-Identifier: MIT */
/*
 * Makes the page and the picture of a day, and what all pages share: header
 * and footer, boards, dates in words.
 */
#include "daily/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loyd/export.h"

const char *const month_names[12] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December",
};

static const char *const weekdays[7] = {
    "Monday", "Tuesday",  "Wednesday", "Thursday",
    "Friday", "Saturday", "Sunday",
};

void
text_date(struct text *text, const loyd_date *date)
{
    text_format(text, "%s, %u %s %u", weekdays[loyd_date_weekday(date)],
                (unsigned)date->day, month_names[date->month - 1],
                (unsigned)date->year);
}

void
text_moves(struct text *text, unsigned n)
{
    text_format(text, "%u %s", n, n == 1 ? "move" : "moves");
}

/* Pages are valid as XML and as HTML, so that any parser can read them. */
void
page_begin(struct text *text, const struct imprint *imprint, const char *title,
           const char *up, const char *path, unsigned year)
{
    text_put(text,
             "<!DOCTYPE html>\n"
             "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n"
             "<head>\n<meta charset=\"utf-8\" />\n<title>");
    if (title[0] != '\0') {
        text_xml(text, title);
        text_put(text, " &#183; ");
    }
    text_xml(text, imprint->title);
    text_put(text, "</title>\n<meta name=\"viewport\" "
                   "content=\"width=device-width, initial-scale=1\" />\n"
                   "<meta name=\"color-scheme\" content=\"light dark\" />\n");
    if (imprint->base_url[0] != '\0') {
        text_put(text, "<link rel=\"canonical\" href=\"");
        text_xml(text, imprint->base_url);
        text_format(text, "%s\" />\n", path);
    }
    text_format(text, "<link rel=\"stylesheet\" href=\"%sstyle.css\" />\n",
                up);
    if (imprint->has_days)
        text_format(text,
                    "<link rel=\"alternate\" type=\"application/atom+xml\" "
                    "title=\"Feed\" href=\"%sfeed.xml\" />\n",
                    up);
    text_format(text,
                "</head>\n<body>\n"
                "<a class=\"skip\" href=\"#main\">Skip to content</a>\n"
                "<header>\n<p class=\"name\"><a href=\"%sindex.html\">",
                up);
    text_xml(text, imprint->title);
    text_put(text, "</a></p>\n");
    if (imprint->has_days)
        text_format(text,
                    "<nav aria-label=\"Site\">"
                    "<a href=\"%sindex.html\">Today</a> "
                    "<a href=\"%sarchive/%u.html\">Archive</a> "
                    "<a href=\"%sfeed.xml\">Feed</a></nav>\n",
                    up, up, year, up);
    text_put(text, "</header>\n<main id=\"main\">\n");
}

static void
put_hash(struct text *text, const uint8_t hash[LOYD_HASH_BYTES])
{
    text_put(text, "<code class=\"hash\">");
    text_hex(text, hash, LOYD_HASH_BYTES);
    text_put(text, "</code>");
}

void
page_end(struct text *text, const uint8_t *head, const loyd_date *of)
{
    char date[LOYD_DATE_TEXT];

    text_put(text, "</main>\n");
    if (head != NULL) {
        loyd_date_print(of, date);
        text_format(text, "<footer>\n<p>Head of the ledger after %s: ", date);
        put_hash(text, head);
        text_put(text, "</p>\n<p>Anyone who keeps this line can prove "
                       "later that no day up to this date has been "
                       "changed.</p>\n</footer>\n");
    }
    text_put(text, "</body>\n</html>\n");
}

void
svg_put(struct text *text, const loyd_board *board, const char *title)
{
    size_t len = loyd_board_svg(board, title, NULL, 0);
    char *svg = malloc(len + 1);

    if (svg == NULL) {
        text->is_lost = true;
        return;
    }
    loyd_board_svg(board, title, svg, len + 1);
    text_bytes(text, svg, len);
    free(svg);
}

static void
term(struct text *text, const char *name)
{
    text_format(text, "<div><dt>%s</dt><dd>", name);
}

void
text_length(struct text *text, const struct brief *brief)
{
    text_put(text, brief->is_interval ? "best known solution: "
                                      : "shortest solution: ");
    text_moves(text, brief->stm);
}

/* Rounds down, because no board is longer than all boards. Percentages from a
 * sample are estimates. */
static void
longer_than(struct text *text, const struct day_puzzle *puzzle)
{
    uint32_t tenths = puzzle->brief.percentile / 100;

    if (tenths > 999)
        tenths = 999;
    term(text, "Longer than");
    if (tenths == 0)
        text_put(text, "fewer than 0.1%");
    else
        text_format(text, "%s%" PRIu32 ".%" PRIu32 "%%",
                    puzzle->brief.sample > 0 ? "about " : "", tenths / 10,
                    tenths % 10);
    text_put(text, " of all boards of this size and goal");
    if (puzzle->brief.is_interval)
        text_put(text, ", estimated");
    text_put(text, "</dd></div>\n");
}

static void
facts(struct text *text, const struct day_puzzle *puzzle)
{
    const struct brief *brief = &puzzle->brief;
    char id[LOYD_ID_CHARS + 1];

    text_put(text, "<dl class=\"facts\">\n");
    if (brief->title[0] != '\0' && brief->tier[0] == '\0') {
        term(text, "Title");
        text_xml(text, brief->title);
        text_put(text, "</dd></div>\n");
    }
    term(text, "Size");
    text_format(text, "%u &#215; %u</dd></div>\n", (unsigned)brief->width,
                (unsigned)brief->height);
    term(text, brief->is_interval ? "Best known solution"
                                  : "Shortest solution");
    text_moves(text, brief->stm);
    if (brief->is_interval && brief->lower == brief->stm)
        text_put(text, ", and none is shorter");
    else if (brief->is_interval)
        text_format(text, ", and none has fewer than %u",
                    (unsigned)brief->lower);
    text_put(text, "</dd></div>\n");
    if (brief->band[0] != '\0') {
        term(text, "Length band");
        text_xml(text, brief->band);
        text_put(text, "</dd></div>\n");
        longer_than(text, puzzle);
    }
    loyd_id_print(&brief->id, id);
    term(text, "Id");
    text_format(text, "<code>%s</code></dd></div>\n</dl>\n", id);
}

/* Separates the moves by spaces, so that a phone can break long solutions. */
static void
solution(struct text *text, const struct day_puzzle *puzzle)
{
    text_format(text, "<details>\n<summary>%s solution, ",
                puzzle->brief.is_interval ? "The best known" : "A shortest");
    text_moves(text, puzzle->brief.stm);
    text_put(text, "</summary>\n<p class=\"path\"><code>");
    for (const char *at = puzzle->row.entry.path; *at != '\0'; at++) {
        if (at != puzzle->row.entry.path && (*at < '0' || *at > '9'))
            text_put(text, " ");
        text_bytes(text, at, 1);
    }
    text_put(text, "</code></p>\n<p>U, D, L, R: a tile moves up, down, left "
                   "or right into the gap. A number repeats the move: U2 is "
                   "two moves up.</p>\n</details>\n");
}

static void
proof(struct text *text, const struct day_puzzle *puzzle)
{
    char date[LOYD_DATE_TEXT];

    if (!puzzle->row.has_nonce)
        return;
    loyd_date_print(&puzzle->promised, date);
    text_put(text, "<p class=\"proof\">");
    if (puzzle->is_promised)
        text_format(text, "Commitment, published before the day, on %s: ",
                    date);
    else
        text_put(text, "No commitment published before the day is on record. "
                       "Commitment: ");
    put_hash(text, puzzle->row.commitment);
    text_put(text, ", nonce: ");
    put_hash(text, puzzle->row.nonce);
    text_put(text, "</p>\n");
}

static void
broken_promises(struct text *text, const struct day *day)
{
    char date[LOYD_DATE_TEXT];

    for (size_t i = 0; i < day->n_promises; i++) {
        const loyd_promise *promise = &day->promise[i];

        if (!promise->is_broken)
            continue;
        loyd_date_print(&promise->published, date);
        text_format(text,
                    "<p class=\"proof\">Broken commitment, published on %s "
                    "for this day",
                    date);
        if (promise->tier[0] != '\0') {
            text_put(text, ", ");
            text_xml(text, promise->tier);
        }
        text_put(text, ": ");
        put_hash(text, promise->hash);
        text_put(text, ". The schedule was revised later.</p>\n");
    }
}

/* In a third of a phone's width the labels of more columns are illegible. */
static bool
is_wide(const struct day_puzzle *puzzle)
{
    return puzzle->brief.width > 6;
}

void
puzzles_put(struct text *text, const struct day *day, const char *folder)
{
    char date[LOYD_DATE_TEXT];
    bool has_many = day->n > 1;

    loyd_date_print(&day->date, date);
    for (size_t i = 0; i < day->n; i++) {
        const struct day_puzzle *puzzle = &day->puzzle[i];

        text_put(text, "<section class=\"puzzle\">\n");
        if (has_many) {
            text_put(text, "<h2>");
            text_xml(text, brief_name(&puzzle->brief));
            text_put(text, "</h2>\n");
        }
        text_put(text, "<figure class=\"start\">\n");
        svg_put(text, &puzzle->row.entry.puzzle.start, "Start");
        text_format(text,
                    "</figure>\n<div class=\"about\">\n"
                    "<figure class=\"%s\">\n",
                    is_wide(puzzle) ? "goal wide" : "goal");
        svg_put(text, &puzzle->row.entry.puzzle.goal, "Goal");
        text_put(text, "<figcaption>Goal</figcaption>\n</figure>\n");
        facts(text, puzzle);
        if (day->is_solved && puzzle->row.entry.path[0] != '\0')
            solution(text, puzzle);
        proof(text, puzzle);
        text_put(text, "</div>\n</section>\n");
    }
    broken_promises(text, day);
    text_format(text,
                "<p class=\"files\">This day as "
                "<a href=\"%s%s.json\">JSON</a> or as "
                "<a href=\"%s%s.svg\">a picture</a></p>\n",
                folder, date, folder, date);
}

/* A link to the previous or next day, if the site has it. */
static void
neighbour(struct text *text, const struct imprint *imprint,
          const loyd_date *date, int32_t step, const char *how)
{
    int32_t days = loyd_date_days(date) + step;
    char name[LOYD_DATE_TEXT];
    loyd_date other;

    if (days < loyd_date_days(&imprint->first) ||
        days > loyd_date_days(&imprint->last) ||
        loyd_date_of_days(days, &other) != LOYD_OK)
        return;
    loyd_date_print(&other, name);
    text_format(text, "<a rel=\"%s\" href=\"%s.html\">%s%u %s%s</a> ", how,
                name, step < 0 ? "&#8592; " : "", (unsigned)other.day,
                month_names[other.month - 1], step > 0 ? " &#8594;" : "");
}

void
page_of_day(struct text *text, const struct imprint *imprint,
            const struct day *day)
{
    char date[LOYD_DATE_TEXT], path[LOYD_DATE_TEXT + 16];

    loyd_date_print(&day->date, date);
    snprintf(path, sizeof(path), "daily/%s.html", date);
    page_begin(text, imprint, date, "../", path, day->date.year);
    text_put(text, "<h1>");
    text_date(text, &day->date);
    text_format(text, "</h1>\n<p class=\"day\">Day %" PRIu32 "</p>\n",
                day->day_no);
    puzzles_put(text, day, "");
    text_put(text, "<nav class=\"days\" aria-label=\"Days\">");
    neighbour(text, imprint, &day->date, -1, "prev");
    text_format(text, "<a href=\"../archive/%u.html\">%u</a> ",
                (unsigned)day->date.year, (unsigned)day->date.year);
    neighbour(text, imprint, &day->date, 1, "next");
    text_put(text, "</nav>\n");
    page_end(text, day_head(day), &day->date);
}

/* Boards are placed side by side with the same height. */
#define SIDE 400
#define GAP 40

void
svg_of_day(struct text *text, const struct day *day)
{
    char title[2 * NAME_BYTES + LOYD_DATE_TEXT + 4], date[LOYD_DATE_TEXT];

    loyd_date_print(&day->date, date);
    if (day->n == 1) {
        svg_put(text, &day->puzzle[0].row.entry.puzzle.start, date);
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
        svg_put(text, &puzzle->row.entry.puzzle.start, title);
        text_put(text, "</svg>\n");
    }
    text_put(text, "</svg>\n");
}
