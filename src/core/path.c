/* SPDX-License-Identifier: MIT */
/* Owns the order of cells of each path. A new path is a row of paths[]. */
#include "core/path.h"

#include <string.h>

static void
rows(unsigned width, unsigned height, uint8_t *cells)
{
    for (unsigned k = 0; k < width * height; k++)
        cells[k] = (uint8_t)k;
}

static void
columns(unsigned width, unsigned height, uint8_t *cells)
{
    for (unsigned k = 0; k < width * height; k++)
        cells[k] = (uint8_t)(k % height * width + k / height);
}

static void
snake(unsigned width, unsigned height, uint8_t *cells)
{
    for (unsigned k = 0; k < width * height; k++) {
        unsigned y = k / width, x = k % width;
        cells[k] = (uint8_t)(y * width + (y % 2 == 0 ? x : width - 1 - x));
    }
}

/* Walks ahead and turns right where a wall or a cell of the path is. */
static void
spiral(unsigned width, unsigned height, uint8_t *cells)
{
    static const int dx[] = {1, 0, -1, 0}, dy[] = {0, 1, 0, -1};
    bool taken[LOYD_CELLS_MAX] = {false};
    int w = (int)width, h = (int)height, x = 0, y = 0, turn = 0;

    for (unsigned k = 0; k < width * height; k++) {
        cells[k] = (uint8_t)(y * w + x);
        taken[y * w + x] = true;
        int next_x = x + dx[turn], next_y = y + dy[turn];
        if (next_x < 0 || next_x >= w || next_y < 0 || next_y >= h ||
            taken[next_y * w + next_x])
            turn = (turn + 1) % 4;
        x += dx[turn];
        y += dy[turn];
    }
}

static void (*const paths[LOYD_PATH_COUNT_])(unsigned, unsigned, uint8_t *) = {
    [LOYD_PATH_ROWS] = rows,   [LOYD_PATH_COLUMNS] = columns,
    [LOYD_PATH_SNAKE] = snake, [LOYD_PATH_SPIRAL] = spiral,
    [LOYD_PATH_RANDOM] = rows,
};

void
path_cells(loyd_path_kind path, unsigned width, unsigned height,
           uint8_t cells[LOYD_CELLS_MAX])
{
    paths[path](width, height, cells);
}

void
path_goal(const loyd_layout *layout, loyd_board *goal)
{
    unsigned n = (unsigned)layout->width * layout->height;
    uint8_t cells[LOYD_CELLS_MAX];

    path_cells(layout->path, layout->width, layout->height, cells);
    memset(goal, 0, sizeof(*goal));
    goal->width = layout->width;
    goal->height = layout->height;
    unsigned blank = layout->blank != LOYD_BLANK_AUTO
                         ? (unsigned)layout->blank
                         : cells[layout->missing - 1];
    unsigned label = 1;
    for (unsigned k = 0; k < n; k++) {
        if (cells[k] == blank)
            continue;
        if (label == layout->missing)
            label++;
        goal->cell[cells[k]] = (uint8_t)label++;
    }
}
