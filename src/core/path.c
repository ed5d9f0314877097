/* SPDX-License-Identifier: MIT */
/* Reads and prints one-stroke paths. */
#include "core/path.h"

#include <string.h>

#include "base/number.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"

#define DIRS 4

/* Returns the next cell in this direction, or CELL_NONE at a wall. */
static uint8_t
step_from(unsigned cell, unsigned dir, unsigned width, unsigned height)
{
    /* From there a tile would move here in the opposite direction. */
    return cell_of_tile(width, height, cell, (loyd_dir)((dir + 2) % DIRS));
}

loyd_err
path_read_cell(struct slice text, unsigned width, unsigned height,
               const char *what, uint8_t *cell, loyd_why *why)
{
    struct slice column = text, row;
    uint64_t x, y;
    loyd_err err;

    slice_cut(&column, '.', &row);
    err = number_parse(row.at, row.len, 0, height - 1, &y, why);
    if (err != LOYD_OK)
        return why_prefix(why, err, "row of %s: ", what);
    err = number_parse(column.at, column.len, 0, width - 1, &x, why);
    if (err != LOYD_OK)
        return why_prefix(why, err, "column of %s: ", what);
    *cell = (uint8_t)(y * width + x);
    return LOYD_OK;
}

/* A path that is being read. */
struct walk {
    unsigned width;
    unsigned height;
    unsigned n; /* cells visited */
    uint8_t *cells;
    bool is_visited[LOYD_CELLS_MAX];
};

static void
visit(struct walk *walk, uint8_t cell)
{
    walk->is_visited[cell] = true;
    walk->cells[walk->n++] = cell;
}

static loyd_err
step(struct walk *walk, loyd_dir dir, loyd_why *why)
{
    unsigned width = walk->width, from = walk->cells[walk->n - 1];
    uint8_t to = step_from(from, dir, width, walk->height);

    if (to == CELL_NONE)
        return why_set(why, LOYD_E_RANGE,
                       "path: step %u leaves the board from cell %u.%u",
                       walk->n, from / width, from % width);
    if (walk->is_visited[to])
        return why_set(why, LOYD_E_RANGE,
                       "path: step %u returns to cell %u.%u", walk->n,
                       to / width, to % width);
    visit(walk, to);
    return LOYD_OK;
}

static loyd_err
read_steps(struct slice text, struct walk *walk, loyd_why *why)
{
    struct slice rest = text;

    while (rest.len > 0) {
        uint64_t count;
        loyd_dir dir;
        loyd_err err = moves_read_run(&rest, false, text.len - rest.len + 1,
                                      &dir, &count, why);

        if (err != LOYD_OK)
            return why_prefix(why, err, "path: ");
        for (; count > 0; count--)
            if ((err = step(walk, dir, why)) != LOYD_OK)
                return err;
    }
    return LOYD_OK;
}

loyd_err
path_read(struct slice text, unsigned width, unsigned height,
          uint8_t cells[LOYD_CELLS_MAX], loyd_why *why)
{
    struct walk walk = {.width = width, .height = height, .cells = cells};
    struct slice steps = text, first;
    char quote[WHY_QUOTE_BYTES];
    uint8_t cell;
    loyd_err err;

    if (!slice_cut(&steps, ':', &first) ||
        memchr(first.at, '.', first.len) == NULL)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid path '%s': expected ROW.COL:MOVES",
                       why_quote(text.at, text.len, quote));
    err = path_read_cell(first, width, height, "the path's first cell", &cell,
                         why);
    if (err != LOYD_OK)
        return err;
    visit(&walk, cell);
    err = read_steps(steps, &walk, why);
    if (err == LOYD_OK && walk.n < width * height)
        err = why_set(why, LOYD_E_RANGE,
                      "path: it ends after %u of the %u cells of %ux%u",
                      walk.n, width * height, width, height);
    return err;
}

/* Returns the direction from a cell to the next, or DIRS if they are apart. */
static unsigned
dir_between(unsigned from, uint8_t to, unsigned width, unsigned height)
{
    unsigned dir = 0;

    while (dir < DIRS && step_from(from, dir, width, height) != to)
        dir++;
    return dir;
}

void
path_print(const uint8_t *cells, unsigned width, unsigned height,
           struct text *to)
{
    uint8_t dirs[LOYD_CELLS_MAX];
    char text[LOYD_CELLS_MAX + 1]; /* no run is longer than its letters */
    loyd_moves moves = {dirs, width * height - 1, LOYD_CELLS_MAX};

    for (unsigned k = 0; k < moves.n; k++)
        dirs[k] =
            (uint8_t)dir_between(cells[k], cells[k + 1], width, height);
    moves_print(&moves, text);
    text_format(to, "%u.%u:%s", cells[0] / width, cells[0] % width, text);
}
