/* SPDX-License-Identifier: MIT */
/* Makes the page of a day, and the part of it that today's page shows too. */
#include "site/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/moves.h"
#include "loyd/export.h"

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

static void
term_end(struct text *text)
{
    text_put(text, "</dd></div>\n");
}

void
text_length(struct text *text, const struct brief *brief)
{
    text_put(text, brief->is_interval ? "best known solution: "
                                      : "shortest solution: ");
    text_moves(text, brief->stm);
}

const char *
brief_difficulty(const struct brief *brief)
{
    const char *name = brief_name(brief);

    return name[0] != '\0' ? name : brief->band;
}

/* Rounds down, because no board is longer than all boards. Percentages from a
 * sample are estimates. */
static void
longer_than(struct text *text, const struct day_puzzle *puzzle)
{
    uint32_t percent = puzzle->brief.percentile / 1000;

    if (percent > 99)
        percent = 99;
    term(text, "Longer than");
    if (percent == 0)
        text_put(text, "fewer than 1%");
    else
        text_format(text, "%s%" PRIu32 "%%",
                    puzzle->brief.sample > 0 ? "about " : "", percent);
    text_put(text, " of all boards of this size and goal");
    if (puzzle->brief.is_interval)
        text_put(text, ", estimated");
    term_end(text);
}

static void
size(struct text *text, const struct brief *brief)
{
    text_format(text, "%u &#215; %u", (unsigned)brief->width,
                (unsigned)brief->height);
}

static void
facts(struct text *text, const struct day_puzzle *puzzle)
{
    const struct brief *brief = &puzzle->brief;

    text_put(text, "<dl class=\"facts\">\n");
    term(text, brief->is_interval ? "Best known solution"
                                  : "Shortest solution");
    text_moves(text, brief->stm);
    if (brief->is_interval && brief->lower == brief->stm)
        text_put(text, ", and none is shorter");
    else if (brief->is_interval)
        text_format(text, ", and none has fewer than %u",
                    (unsigned)brief->lower);
    term_end(text);
    if (brief->band[0] != '\0')
        longer_than(text, puzzle);
    text_put(text, "</dl>\n");
}

/* Separates the moves by spaces, so that a phone can break long solutions. */
static void
solution(struct text *text, const struct day_puzzle *puzzle)
{
    struct text moves = {0};

    text_format(text,
                "<details class=\"solution\">\n<summary>%s solution, ",
                puzzle->brief.is_interval ? "The best known" : "A shortest");
    text_moves(text, puzzle->brief.stm);
    text_put(text, "</summary>\n<p class=\"path\"><code>");
    moves_put(&moves, &puzzle->row.entry.known[LOYD_STM].path);
    for (size_t i = 0; i < moves.len; i++) {
        if (i > 0 && (moves.at[i] < '0' || moves.at[i] > '9'))
            text_put(text, " ");
        text_char(text, moves.at[i]);
    }
    text->is_lost |= moves.is_lost;
    text_free(&moves);
    text_put(text, "</code></p>\n<p>U, D, L, R: a tile moves up, down, left "
                   "or right into the gap. A number repeats the move: U2 is "
                   "two moves up.</p>\n</details>\n");
}

/* --- what can be checked --- */

static void
commitment(struct text *text, const struct day_puzzle *puzzle)
{
    char date[LOYD_DATE_TEXT];

    if (!puzzle->row.has_nonce)
        return;
    loyd_date_print(&puzzle->promised, date);
    term(text, "Commitment");
    if (puzzle->is_promised)
        text_format(text, "published before the day, on %s: ", date);
    else
        text_put(text, "none published before the day is on record: ");
    hash_put(text, puzzle->row.commitment);
    term_end(text);
    term(text, "Nonce");
    hash_put(text, puzzle->row.nonce);
    term_end(text);
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
        text_format(text, "<p>Broken commitment, published on %s for this day",
                    date);
        if (promise->tier[0] != '\0') {
            text_put(text, ", ");
            text_xml(text, promise->tier);
        }
        text_put(text, ": ");
        hash_put(text, promise->hash);
        text_put(text, ". The schedule was revised later.</p>\n");
    }
}

void
day_proofs_put(struct text *text, const struct day *day)
{
    char id[LOYD_ID_CHARS + 1];

    for (size_t i = 0; i < day->n; i++) {
        const struct day_puzzle *puzzle = &day->puzzle[i];

        if (day->n > 1) {
            text_put(text, "<h3>");
            text_xml(text, brief_name(&puzzle->brief));
            text_put(text, "</h3>\n");
        }
        text_put(text, "<dl class=\"facts\">\n");
        loyd_id_print(&puzzle->brief.id, id);
        term(text, "Id");
        text_format(text, "<code>%s</code>", id);
        term_end(text);
        if (puzzle->row.entry.recipe[0] != '\0') {
            term(text, "Recipe");
            text_put(text, "<code>");
            text_xml(text, puzzle->row.entry.recipe);
            text_put(text, "</code>");
            term_end(text);
        }
        commitment(text, puzzle);
        text_put(text, "</dl>\n");
    }
    broken_promises(text, day);
}

/* --- the puzzles --- */

static void
board_attribute(struct text *text, const char *name, const loyd_board *board)
{
    char rows[LOYD_BOARD_TEXT];

    loyd_board_print(board, LOYD_FORM_ROWS, rows);
    text_format(text, " data-%s=\"%s\"", name, rows);
}

/* Writes the start tag, with what the script needs to play the puzzle. */
static void
section(struct text *text, const struct day *day,
        const struct day_puzzle *puzzle)
{
    const struct brief *brief = &puzzle->brief;
    const loyd_entry *entry = &puzzle->row.entry;
    const loyd_moves *path = &entry->known[LOYD_STM].path;
    char id[LOYD_ID_CHARS + 1];

    loyd_id_print(&brief->id, id);
    text_put(text, "<section class=\"puzzle\"");
    board_attribute(text, "start", &entry->puzzle.start);
    board_attribute(text, "goal", &entry->puzzle.goal);
    text_format(text, " data-id=\"%s\" data-recipe=\"", id);
    text_xml(text, entry->recipe);
    text_put(text, "\" data-tier=\"");
    text_xml(text, brief->tier);
    text_format(text,
                "\" data-stm=\"%u\" data-lower=\"%u\" data-proven=\"%s\"",
                (unsigned)brief->stm, (unsigned)brief->lower,
                brief->lower == brief->stm ? "true" : "false");
    if (day->is_solved && path->n > 0) {
        text_put(text, " data-path=\"");
        moves_put(text, path);
        text_char(text, '"');
    }
    text_put(text, ">\n");
}

/* A goal is smaller than its start, but its labels must be legible. */
static const char *
goal_class(const struct brief *brief)
{
    if (brief->width > 9)
        return "goal widest";
    if (brief->width > 6)
        return "goal wide";
    return brief->height > 2 * brief->width ? "goal tall" : "goal";
}

static void
puzzle_put(struct text *text, const struct day *day,
           const struct day_puzzle *puzzle)
{
    section(text, day, puzzle);
    if (day->n > 1) {
        text_put(text, "<h2>");
        text_xml(text, brief_name(&puzzle->brief));
        text_put(text, " <span class=\"size\">");
        size(text, &puzzle->brief);
        text_put(text, "</span></h2>\n");
    }
    text_format(text,
                "<figure class=\"start w%u\">\n"
                "<figcaption>Start</figcaption>\n",
                (unsigned)puzzle->brief.width);
    svg_put(text, &puzzle->row.entry.puzzle.start, "Start");
    text_format(text,
                "</figure>\n<div class=\"play\" hidden=\"hidden\"></div>\n"
                "<div class=\"about\">\n<figure class=\"%s\">\n"
                "<figcaption>Goal</figcaption>\n",
                goal_class(&puzzle->brief));
    svg_put(text, &puzzle->row.entry.puzzle.goal, "Goal");
    text_put(text, "</figure>\n");
    facts(text, puzzle);
    if (day->is_solved && puzzle->row.entry.known[LOYD_STM].path.n > 0)
        solution(text, puzzle);
    text_put(text, "</div>\n</section>\n");
}

void
puzzles_put(struct text *text, const struct day *day, const char *folder)
{
    const struct brief *brief = &day->puzzle[0].brief;
    char date[LOYD_DATE_TEXT];

    loyd_date_print(&day->date, date);
    text_put(text, "<h1>");
    text_date(text, &day->date);
    text_format(text, "</h1>\n<p class=\"day\">Day %" PRIu32, day->day_no);
    if (day->n == 1 && brief_difficulty(brief)[0] != '\0') {
        text_put(text, " &#183; <span class=\"difficulty\">");
        text_xml(text, brief_difficulty(brief));
        text_put(text, "</span>");
    }
    if (day->n == 1) {
        text_put(text, " &#183; ");
        size(text, brief);
    }
    text_format(text,
                "</p>\n<p class=\"task\">Slide the tiles into the gap "
                "until %s looks like %s goal.</p>\n",
                day->n > 1 ? "each board" : "the board",
                day->n > 1 ? "its" : "the");
    for (size_t i = 0; i < day->n; i++)
        puzzle_put(text, day, &day->puzzle[i]);
    text_format(text,
                "<p class=\"files\">This day as "
                "<a href=\"%s%s.svg\">a picture</a> or as "
                "<a href=\"%s%s.json\">JSON</a></p>\n",
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
    text_format(text, "<a rel=\"%s\" href=\"%s.html\">%s%u %.3s%s</a> ", how,
                name, step < 0 ? "&#8592; " : "", (unsigned)other.day,
                month_names[other.month - 1], step > 0 ? " &#8594;" : "");
}

void
page_of_day(struct text *text, const struct imprint *imprint,
            const struct day *day)
{
    char date[LOYD_DATE_TEXT], path[LOYD_DATE_TEXT + 16];
    struct page page = {
        .title = date, .up = "../", .path = path, .day = day,
        .year = day->date.year, .head = day_head(day), .of = &day->date};

    loyd_date_print(&day->date, date);
    snprintf(path, sizeof(path), "daily/%s.html", date);
    page_begin(text, imprint, &page);
    puzzles_put(text, day, "");
    text_put(text, "<nav class=\"days\" aria-label=\"Days\">");
    neighbour(text, imprint, &day->date, -1, "prev");
    text_format(text, "<a href=\"../archive/%u.html\">%u</a> ",
                (unsigned)day->date.year, (unsigned)day->date.year);
    neighbour(text, imprint, &day->date, 1, "next");
    text_put(text, "</nav>\n");
    page_end(text, imprint, &page);
}
