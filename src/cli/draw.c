/* SPDX-License-Identifier: MIT */
/* Draws boards: box characters in UTF-8 locales, else ASCII. */
#include "cli/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define INDENT "  "

/* A grid of boxes, width x height of them, numbered row-major. */
struct grid {
    const struct terminal *screen;
    int width, height;
    int columns; /* of text in a box, without a blank on either side */
    int lines;   /* of text in a box */
    /* Prints a line of a box, with its blanks: columns + 2 wide. */
    void (*print)(const struct grid *grid, int cell, int line);
    const void *context;
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

static void
draw_grid(const struct grid *grid)
{
    for (int line = 0; line < lines_of(grid); line++) {
        fputs(INDENT, stdout);
        draw_line(grid, line);
        putchar('\n');
    }
}

/* The tiles of a board; those in the same cell as in `home` are painted. */
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

void
draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle)
{
    int width = puzzle->start.width, height = puzzle->start.height;
    int cells = width * height;
    struct tiles starts = {&puzzle->start, &puzzle->goal};
    struct tiles goals = {&puzzle->goal, NULL};
    struct grid start = {.screen = screen,
                         .width = width,
                         .height = height,
                         .columns = cells < 10    ? 1
                                    : cells < 100 ? 2
                                                  : 3,
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

/* --- the heat map --- */

#define HEAT_COLUMNS 5 /* "+12.3", "blank" */
#define HEAT_TEXT 16

struct heat {
    const struct audit *audit;
    const loyd_layout *layout;
    double usual; /* a deviation that chance explains */
};

/* Returns the goal cell of the tile with the largest deviation in `cell`. */
static unsigned
furthest_tile(const struct heat *heat, unsigned cell)
{
    unsigned n = (unsigned)heat->layout->width * heat->layout->height;
    unsigned best = 0;

    for (unsigned home = 1; home < n; home++)
        if (fabs(audit_deviation(heat->audit, home, cell)) >
            fabs(audit_deviation(heat->audit, best, cell)))
            best = home;
    return best;
}

static enum paint
heat_paint(const struct heat *heat, double off)
{
    if (fabs(off) < heat->usual)
        return PAINT_OFF;
    if (fabs(off) < 2 * heat->usual)
        return off < 0 ? PAINT_COOL : PAINT_WARM;
    return off < 0 ? PAINT_COLD : PAINT_HOT;
}

static void
print_heat(const struct grid *grid, int cell, int line)
{
    const struct heat *heat = grid->context;
    unsigned home = furthest_tile(heat, (unsigned)cell);
    double off = audit_deviation(heat->audit, home, (unsigned)cell);
    unsigned label =
        heat->layout->is_drawn ? home + 1 : heat->layout->goal.cell[home];
    char text[HEAT_TEXT];

    if (line == 0 && label == 0)
        snprintf(text, sizeof(text), "blank");
    else if (line == 0)
        snprintf(text, sizeof(text), "%u", label);
    else
        snprintf(text, sizeof(text), fabs(off) < 99.95 ? "%+.1f" : "%+.0f",
                 off);
    printf("%s %*s %s", paint(grid->screen, heat_paint(heat, off)),
           grid->columns, text, paint(grid->screen, PAINT_OFF));
}

void
heat_draw(const struct terminal *screen, const struct audit *audit,
          const loyd_layout *layout)
{
    double cells = (double)layout->width * layout->height;
    /* The largest of k normal values is about sqrt(2 ln k). */
    struct heat heat = {audit, layout, sqrt(2 * log(cells * cells))};
    struct grid grid = {.screen = screen,
                        .width = layout->width,
                        .height = layout->height,
                        .columns = HEAT_COLUMNS,
                        .lines = 2,
                        .print = print_heat,
                        .context = &heat};

    printf("\nFor each cell, the tile with the largest deviation, in standard "
           "deviations;\nmore than %.1f is not expected by chance.\n",
           heat.usual);
    if (layout->is_drawn)
        puts("Tiles are named by the number of their goal cell.");
    putchar('\n');
    draw_grid(&grid);
}
