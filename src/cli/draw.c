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

static const struct style *
style_of(const struct grid *grid)
{
    return grid->screen->is_utf8 ? &boxes : &plain;
}

static int
columns_of(const struct grid *grid)
{
    return grid->width * (grid->columns + 3) + 1;
}

static int
lines_of(const struct grid *grid)
{
    return grid->height * (grid->lines + 1) + 1;
}

static void
draw_rule(const struct grid *grid, const struct rule *rule)
{
    fputs(paint(grid->screen, PAINT_DIM), stdout);
    fputs(rule->first, stdout);
    for (int x = 0; x < grid->width; x++) {
        if (x > 0)
            fputs(rule->between, stdout);
        for (int i = 0; i < grid->columns + 2; i++)
            fputs(style_of(grid)->flat, stdout);
    }
    fputs(rule->last, stdout);
    fputs(paint(grid->screen, PAINT_OFF), stdout);
}

static void
draw_cells(const struct grid *grid, int y, int line)
{
    const char *dim = paint(grid->screen, PAINT_DIM);
    const char *off = paint(grid->screen, PAINT_OFF);
    const char *upright = style_of(grid)->upright;

    for (int x = 0; x < grid->width; x++) {
        printf("%s%s%s", dim, upright, off);
        grid->print(grid, y * grid->width + x, line);
    }
    printf("%s%s%s", dim, upright, off);
}

static void
draw_line(const struct grid *grid, int line)
{
    int y = line / (grid->lines + 1), inside = line % (grid->lines + 1);

    if (line == 0)
        draw_rule(grid, &style_of(grid)->top);
    else if (line == lines_of(grid) - 1)
        draw_rule(grid, &style_of(grid)->bottom);
    else if (inside == 0)
        draw_rule(grid, &style_of(grid)->middle);
    else
        draw_cells(grid, y, inside - 1);
}

void
draw_grid(const struct grid *grid)
{
    for (int line = 0; line < lines_of(grid); line++) {
        fputs(INDENT, stdout);
        draw_line(grid, line);
        putchar('\n');
    }
}

/* The tiles of a board; those that stand as in `home` are painted. */
struct tiles {
    const loyd_board *board;
    const loyd_board *home; /* NULL: none */
};

static void
print_tile(const struct grid *grid, int cell, int line)
{
    const struct tiles *tiles = grid->context;
    int label = tiles->board->cell[cell];
    bool is_home = tiles->home != NULL && tiles->home->cell[cell] == label;
    (void)line;

    if (label == 0)
        printf(" %*s ", grid->columns, "");
    else
        printf(" %s%*d%s ",
               paint(grid->screen, is_home ? PAINT_GREEN : PAINT_BOLD),
               grid->columns, label, paint(grid->screen, PAINT_OFF));
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

int
label_digits(unsigned cells)
{
    return cells < 10 ? 1 : cells < 100 ? 2 : 3;
}

void
draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle)
{
    int width = puzzle->start.width, height = puzzle->start.height;
    struct tiles starts = {&puzzle->start, &puzzle->goal};
    struct tiles goals = {&puzzle->goal, NULL};
    struct grid start = {.screen = screen,
                         .width = width,
                         .height = height,
                         .columns = label_digits((unsigned)(width * height)),
                         .lines = 1,
                         .print = print_tile,
                         .context = &starts};
    struct grid goal = start;

    goal.context = &goals;
    if (2 * columns_of(&start) + 8 <= (int)screen->width) {
        draw_beside(&start, &goal);
        return;
    }
    draw_grid(&start);
    printf(INDENT "%*s%s\n", columns_of(&start) / 2, "",
           style_of(&start)->down);
    draw_grid(&goal);
}
