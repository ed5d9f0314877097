/* SPDX-License-Identifier: MIT */
/* Draws boards: box characters in UTF-8 locales, else ASCII. */
#include "cli/draw.h"

#include <stdio.h>

#define INDENT "  "

/* A board as boxes; tiles in the same cell as in `home` are painted. */
struct grid {
    const struct terminal *screen;
    const loyd_board *board;
    const loyd_board *home; /* NULL: none */
    int columns;            /* of a label, without a blank on either side */
};

struct style {
    const char *flat, *upright, *arrow, *down;
    const char *corner[3][3]; /* of the first, further and last rules */
};

static const struct style boxes = {
    "─", "│", "→ ", "↓", {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}};
static const struct style plain = {
    "-",
    "|",
    "->",
    "down to",
    {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}}};

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

/* Returns which of the first, a further and the last one `at` is, of 0..last.
 */
static int
third_of(int at, int last)
{
    return at == 0 ? 0 : at < last ? 1 : 2;
}

static void
draw_rule(const struct grid *grid, int y)
{
    const struct style *style = style_of(grid);
    int width = grid->board->width;
    const char *const *corner =
        style->corner[third_of(y, grid->board->height)];

    fputs(paint(grid->screen, PAINT_DIM), stdout);
    for (int x = 0; x <= width; x++) {
        fputs(corner[third_of(x, width)], stdout);
        for (int i = 0; x < width && i < grid->columns + 2; i++)
            fputs(style->flat, stdout);
    }
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

/* Draws a grid, and beside it another one unless it is NULL. */
static void
draw_grids(const struct grid *grid, const struct grid *beside)
{
    for (int line = 0; line <= 2 * grid->board->height; line++) {
        fputs(INDENT, stdout);
        for (const struct grid *g = grid; g != NULL;
             g = g == grid ? beside : NULL) {
            if (g == beside)
                printf("  %s  ", line == grid->board->height
                                     ? style_of(grid)->arrow
                                     : "  ");
            if (line % 2 == 0)
                draw_rule(g, line / 2);
            else
                draw_row(g, line / 2);
        }
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
        draw_grids(&start, &goal);
        return;
    }
    draw_grids(&start, NULL);
    printf(INDENT "%*s%s\n", columns_of(&start) / 2, "",
           style_of(&start)->down);
    draw_grids(&goal, NULL);
}
