/* SPDX-License-Identifier: MIT */
/* Draws boards: box characters in UTF-8 locales, else ASCII. */
#include "cli/draw.h"

#include <stdio.h>
#include <string.h>

#define INDENT "  "

/* A board as boxes; tiles in the same cell as in `home` are painted. */
struct grid {
    const struct terminal *screen;
    const loyd_board *board;
    const loyd_board *home; /* NULL: none */
    int columns;            /* of a label, without a blank on either side */
};

/* The characters of a horizontal rule. */
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

static const struct style *
style_of(const struct grid *grid)
{
    return grid->screen->is_utf8 ? &boxes : &plain;
}

static int
columns_of(const struct grid *grid)
{
    return grid->board->width * (grid->columns + 3) + 1;
}

static int
lines_of(const struct grid *grid)
{
    return grid->board->height * 2 + 1;
}

static void
draw_rule(const struct grid *grid, const struct rule *rule)
{
    fputs(paint(grid->screen, PAINT_DIM), stdout);
    fputs(rule->first, stdout);
    for (int x = 0; x < grid->board->width; x++) {
        if (x > 0)
            fputs(rule->between, stdout);
        for (int i = 0; i < grid->columns + 2; i++)
            fputs(style_of(grid)->flat, stdout);
    }
    fputs(rule->last, stdout);
    fputs(paint(grid->screen, PAINT_OFF), stdout);
}

static void
draw_tile(const struct grid *grid, int cell)
{
    int label = grid->board->cell[cell];
    bool is_home = grid->home != NULL && grid->home->cell[cell] == label;

    if (label == 0)
        printf(" %*s ", grid->columns, "");
    else
        printf(" %s%*d%s ",
               paint(grid->screen, is_home ? PAINT_GREEN : PAINT_BOLD),
               grid->columns, label, paint(grid->screen, PAINT_OFF));
}

static void
draw_row(const struct grid *grid, int y)
{
    const char *dim = paint(grid->screen, PAINT_DIM);
    const char *off = paint(grid->screen, PAINT_OFF);
    const char *upright = style_of(grid)->upright;
    int width = grid->board->width;

    for (int x = 0; x < width; x++) {
        printf("%s%s%s", dim, upright, off);
        draw_tile(grid, y * width + x);
    }
    printf("%s%s%s", dim, upright, off);
}

static void
draw_line(const struct grid *grid, int line)
{
    if (line == 0)
        draw_rule(grid, &style_of(grid)->top);
    else if (line == lines_of(grid) - 1)
        draw_rule(grid, &style_of(grid)->bottom);
    else if (line % 2 == 0)
        draw_rule(grid, &style_of(grid)->middle);
    else
        draw_row(grid, line / 2);
}

static void
draw_grid(const struct grid *grid)
{
    for (int line = 0; line < lines_of(grid); line++) {
        fputs(INDENT, stdout);
        draw_line(grid, line);
        putchar('\n');
    }
}

static void
draw_beside(const struct grid *start, const struct grid *goal)
{
    int gap = (int)strlen(plain.arrow);

    for (int line = 0; line < lines_of(start); line++) {
        fputs(INDENT, stdout);
        draw_line(start, line);
        if (line != lines_of(start) / 2)
            printf("  %*s  ", gap, "");
        else if (start->screen->is_utf8)
            printf("  %s%*s  ", boxes.arrow, gap - 1, "");
        else
            printf("  %s  ", plain.arrow);
        draw_line(goal, line);
        putchar('\n');
    }
}

void
draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle)
{
    int cells = puzzle->start.width * puzzle->start.height;
    int columns = cells < 10 ? 1 : cells < 100 ? 2 : 3;
    struct grid start = {screen, &puzzle->start, &puzzle->goal, columns};
    struct grid goal = {screen, &puzzle->goal, NULL, columns};

    if (2 * columns_of(&start) + 8 <= (int)screen->width) {
        draw_beside(&start, &goal);
        return;
    }
    draw_grid(&start);
    printf(INDENT "%*s%s\n", columns_of(&start) / 2, "",
           style_of(&start)->down);
    draw_grid(&goal);
}
