/* SPDX-License-Identifier: MIT */
/* Makes the picture of a day, for people who see it without its page. */
#include "site/page.h"

#include "base/utf8.h"

/* In units of the picture: a puzzle is a row with its start, and its goal at
 * the right. */
#define MARGIN 30
#define HEADER 90 /* with title and date */
#define START 400
#define GOAL 160
#define GAP 30
#define NAME 40 /* above a start, if there are several */
#define WIDTH (2 * MARGIN + START + GAP + GOAL)

/* About as many characters of a title fit into a line. */
#define TITLE_CHARS 40

static void
words_begin(struct text *text, int x, int y, int size, int weight)
{
    text_format(text,
                "<text class=\"word\" x=\"%d\" y=\"%d\" font-size=\"%d\" "
                "font-weight=\"%d\">",
                x, y, size, weight);
}

/* Writes at most so many characters of a text, with an ellipsis if it has
 * more. */
static void
shortened(struct text *text, const char *string, unsigned most)
{
    char part[4 * TITLE_CHARS + 4];
    size_t len = strlen(string), at = 0, step;
    uint32_t code;

    for (unsigned n = 0; at < len; n++, at += step) {
        step = utf8_read(string + at, len - at, &code);
        if (n == most || step == 0 || at + step >= sizeof(part))
            break;
    }
    memcpy(part, string, at);
    part[at] = '\0';
    text_xml(text, part);
    text_put(text, at < len ? "\342\200\246" : "");
}

static void
board_put(struct text *text, const loyd_board *board, int x, int y, int side,
          const char *title)
{
    text_format(text,
                "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\">\n", x,
                y, side, side);
    svg_put(text, board, title);
    text_put(text, "</svg>\n");
}

static void
puzzle_put(struct text *text, const struct day_puzzle *puzzle, int y,
           bool has_name)
{
    const int goal = MARGIN + START + GAP;

    if (has_name) {
        words_begin(text, MARGIN, y + NAME - 14, 22, 600);
        shortened(text, brief_name(&puzzle->brief), TITLE_CHARS);
        text_put(text, "</text>\n");
        y += NAME;
    }
    board_put(text, &puzzle->row.entry.puzzle.start, MARGIN, y, START,
              "Start");
    words_begin(text, goal, y + 18, 20, 400);
    text_put(text, "Goal</text>\n");
    board_put(text, &puzzle->row.entry.puzzle.goal, goal, y + 28, GOAL,
              "Goal");
}

void
svg_of_day(struct text *text, const struct imprint *imprint,
           const struct day *day)
{
    bool has_names = day->n > 1;
    int row = START + GAP + (has_names ? NAME : 0), y = MARGIN + HEADER;
    int height = y + (int)day->n * row - GAP + MARGIN;
    char date[LOYD_DATE_TEXT];

    loyd_date_print(&day->date, date);
    text_format(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d "
                "%d\" font-family=\"Georgia,Times New Roman,serif\" "
                "fill=\"#22303f\">\n<title>",
                WIDTH, height);
    text_xml(text, imprint->title);
    text_format(text,
                ", %s</title>\n"
                "<rect width=\"%d\" height=\"%d\" fill=\"#faf7f1\"/>\n",
                date, WIDTH, height);
    words_begin(text, MARGIN, MARGIN + 28, 30, 600);
    shortened(text, imprint->title, TITLE_CHARS);
    text_put(text, "</text>\n");
    words_begin(text, MARGIN, MARGIN + 64, 22, 400);
    text_date(text, &day->date);
    text_put(text, "</text>\n");
    for (size_t i = 0; i < day->n; i++, y += row)
        puzzle_put(text, &day->puzzle[i], y, has_names);
    text_put(text, "</svg>\n");
}
