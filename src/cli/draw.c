/* SPDX-License-Identifier: MIT */
/* Owns the drawing of boards: lines of boxes where the locale has them. */
#include "cli/draw.h"

#include <stdio.h>
#include <string.h>

#define INDENT "  "

/* The parts of a grid, by how a line of it begins, goes on and ends. */
struct rule {
    const char *first, *between, *last;
};

struct style {
    const char *flat, *upright, *arrow, *down;
    struct rule top, middle, bottom;
};

static const struct style boxes = {
    "─", "│", "→", "↓", {"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
static const struct style plain = {"-",
                                   "|",
                                   "->",
                                   "down to",
                                   {"+", "+", "+"},
                                   {"+", "+", "+"},
                                   {"+", "+", "+"}};

struct drawing {
    const struct terminal *screen;
    const struct style *style;
    const loyd_board *board;
    const loyd_board *home; /* tiles as here are painted; NULL: none */
    int digits;             /* of the largest label there may be */
};

static int
columns_of(const struct drawing *d)
{
    return d->board->width * (d->digits + 3) + 1;
}

static int
lines_of(const struct drawing *d)
{
    return 2 * d->board->height + 1;
}

static void
draw_rule(const struct drawing *d, const struct rule *rule)
{
    fputs(paint(d->screen, PAINT_DIM), stdout);
    fputs(rule->first, stdout);
    for (int x = 0; x < d->board->width; x++) {
        if (x > 0)
            fputs(rule->between, stdout);
        for (int i = 0; i < d->digits + 2; i++)
            fputs(d->style->flat, stdout);
    }
    fputs(rule->last, stdout);
    fputs(paint(d->screen, PAINT_OFF), stdout);
}

static void
draw_tiles(const struct drawing *d, int y)
{
    const char *dim = paint(d->screen, PAINT_DIM);
    const char *off = paint(d->screen, PAINT_OFF);

    for (int x = 0; x < d->board->width; x++) {
        int cell = y * d->board->width + x;
        int label = d->board->cell[cell];
        bool is_home = d->home != NULL && d->home->cell[cell] == label;

        printf("%s%s%s ", dim, d->style->upright, off);
        if (label == 0)
            printf("%*s ", d->digits, "");
        else
            printf("%s%*d%s ",
                   paint(d->screen, is_home ? PAINT_GREEN : PAINT_BOLD),
                   d->digits, label, off);
    }
    printf("%s%s%s", dim, d->style->upright, off);
}

static void
draw_line(const struct drawing *d, int line)
{
    if (line == 0)
        draw_rule(d, &d->style->top);
    else if (line == lines_of(d) - 1)
        draw_rule(d, &d->style->bottom);
    else if (line % 2 == 0)
        draw_rule(d, &d->style->middle);
    else
        draw_tiles(d, line / 2);
}

static void
draw_beside(const struct drawing *start, const struct drawing *goal)
{
    int gap = (int)strlen(plain.arrow);

    for (int line = 0; line < lines_of(start); line++) {
        fputs(INDENT, stdout);
        draw_line(start, line);
        if (line != lines_of(start) / 2)
            printf("  %*s  ", gap, "");
        else if (start->style == &boxes)
            printf("  %s%*s  ", boxes.arrow, gap - 1, "");
        else
            printf("  %s  ", plain.arrow);
        draw_line(goal, line);
        putchar('\n');
    }
}

static void
draw_one(const struct drawing *d)
{
    for (int line = 0; line < lines_of(d); line++) {
        fputs(INDENT, stdout);
        draw_line(d, line);
        putchar('\n');
    }
}

void
draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle)
{
    int cells = puzzle->start.width * puzzle->start.height;
    const struct style *style = screen->is_utf8 ? &boxes : &plain;
    int digits = cells < 10 ? 1 : cells < 100 ? 2 : 3;
    struct drawing start = {screen, style, &puzzle->start, &puzzle->goal,
                            digits};
    struct drawing goal = {screen, style, &puzzle->goal, NULL, digits};

    if (2 * columns_of(&start) + 8 <= (int)screen->width) {
        draw_beside(&start, &goal);
        return;
    }
    draw_one(&start);
    printf(INDENT "%*s%s\n", columns_of(&start) / 2, "", style->down);
    draw_one(&goal);
}
