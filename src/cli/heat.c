/* SPDX-License-Identifier: MIT */
/* Owns the heat map of an audit. */
#include "cli/heat.h"

#include <math.h>
#include <stdio.h>

#include "cli/draw.h"

#define COLUMNS 5 /* "+12.3", "blank" */
#define TEXT_BYTES 16

struct heat {
    const loyd_audit *audit;
    const loyd_layout *layout;
    double usual; /* what chance alone may well come to somewhere */
};

/* The goal cell of the tile that is furthest from its share in `cell`. */
static unsigned
furthest(const struct heat *heat, unsigned cell)
{
    unsigned n = (unsigned)heat->layout->width * heat->layout->height;
    unsigned best = 0;

    for (unsigned home = 1; home < n; home++)
        if (fabs(loyd_audit_deviation(heat->audit, home, cell)) >
            fabs(loyd_audit_deviation(heat->audit, best, cell)))
            best = home;
    return best;
}

static void
name_tile(const struct heat *heat, unsigned home, char text[TEXT_BYTES])
{
    bool is_drawn = heat->layout->path == LOYD_PATH_RANDOM;
    unsigned label = is_drawn ? home + 1 : heat->layout->goal.cell[home];

    if (label == 0)
        snprintf(text, TEXT_BYTES, "blank");
    else
        snprintf(text, TEXT_BYTES, "%u", label);
}

static enum paint
ground(const struct heat *heat, double off)
{
    if (fabs(off) < heat->usual)
        return PAINT_OFF;
    if (fabs(off) < 2 * heat->usual)
        return off < 0 ? PAINT_COOL : PAINT_WARM;
    return off < 0 ? PAINT_COLD : PAINT_HOT;
}

static void
print_cell(const struct grid *grid, int cell, int line)
{
    const struct heat *heat = grid->context;
    unsigned home = furthest(heat, (unsigned)cell);
    double off = loyd_audit_deviation(heat->audit, home, (unsigned)cell);
    char text[TEXT_BYTES];

    if (line == 0)
        name_tile(heat, home, text);
    else
        snprintf(text, sizeof(text), fabs(off) < 99.95 ? "%+.1f" : "%+.0f",
                 off);
    printf("%s %*s %s", paint(grid->screen, ground(heat, off)), grid->columns,
           text, paint(grid->screen, PAINT_OFF));
}

void
heat_draw(const struct terminal *screen, const loyd_audit *audit,
          const loyd_layout *layout)
{
    double cells = (double)layout->width * layout->height;
    /* The largest of k normal values is about sqrt(2 ln k). */
    struct heat heat = {audit, layout, sqrt(2 * log(cells * cells))};
    struct grid grid = {.screen = screen,
                        .width = layout->width,
                        .height = layout->height,
                        .columns = COLUMNS,
                        .lines = 2,
                        .print = print_cell,
                        .context = &heat};

    printf("\nIn each cell, the tile that is furthest from its share there, "
           "in standard\ndeviations; beyond %.1f is more than chance is "
           "expected to bring.\n",
           heat.usual);
    if (layout->path == LOYD_PATH_RANDOM)
        puts("Tiles are named by the number of their goal cell.");
    putchar('\n');
    draw_grid(&grid);
}
