/* SPDX-License-Identifier: MIT */
/* Makes the picture of a day, for people who see it without its page. */
#include "site/page.h"

#include "base/utf8.h"

/* In units of the picture. The other places are in picture.svg. */
#define TOP 120u /* under title and date */
#define START 400u
#define GAP 30u
#define NAME 40u /* above a start, if there are several */

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

/* The heights of a row and of the picture. */
static unsigned
row_height(const struct day *day)
{
    return START + GAP + (day->n > 1 ? NAME : 0);
}

static void
row_values(const struct section *to, const void *of, size_t at)
{
    const struct day *day = of;
    const struct day_puzzle *puzzle = &day->puzzle[at];
    unsigned y = TOP + (unsigned)at * row_height(day);
    unsigned start = y + (day->n > 1 ? NAME : 0);

    SECTION(to, "row", NUMBER("has_name", day->n > 1),
            NUMBER("name_y", y + 26),
            ITEMS("short_name", 1, title_put, brief_name(&puzzle->brief)),
            NUMBER("start_y", start), ITEMS("start", 1, start_picture, puzzle),
            NUMBER("word_y", start + 18), NUMBER("goal_y", start + 28),
            ITEMS("goal", 1, goal_picture, puzzle));
}

static void
picture_values(const struct section *to, const void *of, size_t at)
{
    const struct page *picture = of;
    const struct day *day = picture->day;
    const char *title = picture->imprint->title;

    (void)at;
    SECTION(to, "picture", TEXT("title", title), DATE("date", &day->date),
            ITEMS("short_title", 1, title_put, title),
            ITEMS("words", 1, date_values, &day->date),
            NUMBER("bottom", TOP + (unsigned)day->n * row_height(day)),
            ITEMS("row", day->n, row_values, day));
}

void
svg_of_day(struct text *text, const struct imprint *imprint,
           const struct day *day)
{
    template_put(text, "picture", imprint->language, picture_values,
                 &(struct page){.imprint = imprint, .day = day});
}
