/* SPDX-License-Identifier: MIT */
/* Makes the picture of a day, for people who see it without its page. */
#include "site/page.h"

#include "base/utf8.h"

/* In units of the picture. The places of title and date are in picture.svg. */
#define TOP 120u /* under title and date */
#define GAP 30u
#define NAME 40u /* above a start, if there are several */

/* The sides of boards, and where a goal is from its start's corner. */
struct sides {
    unsigned start, goal;
    unsigned goal_x, goal_y;
    unsigned word_x, word_y;
    unsigned width, height; /* of the cell of a puzzle */
};
static const struct sides single = {400, 160, 430, 28, 430, 18, 590, 400};
static const struct sides several = {300, 110, 0, 315, 122, 333, 300, 425};

/* About as many characters of a title fit into a line. */
#define TITLE_CHARS 40

/* Writes at most `most` characters of a text, with an ellipsis if it has
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
title_put(const struct section *to, const void *title, size_t at)
{
    (void)at;
    shortened(to->out, title, TITLE_CHARS);
}

/* How many puzzles are next to each other: pictures are wider than high. */
static unsigned
columns(const struct day *day)
{
    static const uint8_t of[LOYD_SCHEDULE_ROWS + 1] = {1, 1, 2, 3, 2, 3, 3, 4};

    return of[day->n];
}

/* The width, or height, of a cell with the space after it. */
static unsigned
step_x(const struct day *day)
{
    return (day->n > 1 ? several : single).width + GAP;
}

static unsigned
step_y(const struct day *day)
{
    return day->n > 1 ? NAME + several.height + GAP : single.height + GAP;
}

static void
cell_values(const struct section *to, const void *of, size_t at)
{
    const struct day *day = of;
    const struct day_puzzle *puzzle = &day->puzzle[at];
    const struct sides *sides = day->n > 1 ? &several : &single;
    unsigned x = GAP + (unsigned)at % columns(day) * step_x(day);
    unsigned top = TOP + (unsigned)at / columns(day) * step_y(day);
    unsigned y = top + (day->n > 1 ? NAME : 0);

    SECTION(
        to, "cell", NUMBER("has_name", day->n > 1), NUMBER("name_y", top + 26),
        ITEMS("short_name", 1, title_put,
              name_in_language(to, brief_name(&puzzle->brief))),
        NUMBER("start_x", x), NUMBER("start_y", y),
        NUMBER("start_side", sides->start),
        ITEMS("start", 1, start_picture, puzzle),
        NUMBER("word_x", x + sides->word_x),
        NUMBER("word_y", y + sides->word_y),
        NUMBER("goal_x", x + sides->goal_x),
        NUMBER("goal_y", y + sides->goal_y), NUMBER("goal_side", sides->goal),
        ITEMS("goal", 1, goal_picture, puzzle));
}

static void
picture_values(const struct section *to, const void *of, size_t at)
{
    const struct page *picture = of;
    const struct day *day = picture->day;
    const char *title = picture->imprint->title;
    unsigned lines = ((unsigned)day->n + columns(day) - 1) / columns(day);

    (void)at;
    SECTION(to, "picture", TEXT("title", title), DATE("date", &day->date),
            ITEMS("short_title", 1, title_put, title),
            ITEMS("words", 1, date_values, &day->date),
            NUMBER("right", GAP + columns(day) * step_x(day)),
            NUMBER("bottom", TOP + lines * step_y(day)),
            ITEMS("cell", day->n, cell_values, day));
}

void
svg_of_day(struct text *text, const struct imprint *imprint,
           const struct day *day)
{
    template_put(text, "picture", imprint->language, picture_values,
                 &(struct page){.imprint = imprint, .day = day});
}
