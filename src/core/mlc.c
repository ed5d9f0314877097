/* SPDX-License-Identifier: MIT */
/* Computes Manhattan distance with linear conflicts. */
#include "core/mlc.h"

#include "core/board.h"

void
mlc_prepare(const loyd_board *goal, struct mlc *m)
{
    unsigned n = board_cells(goal);

    m->width = goal->width;
    m->height = goal->height;
    for (unsigned c = 0; c < n; c++) {
        m->row[goal->cell[c]] = (uint8_t)(c / goal->width);
        m->column[goal->cell[c]] = (uint8_t)(c % goal->width);
    }
}

static unsigned
difference(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* The tiles of a line whose goal cells are in it. */
struct line {
    unsigned n;
    unsigned most;                  /* of longest[] */
    uint8_t goal[LOYD_SIDE_MAX];    /* places in the line */
    uint8_t longest[LOYD_SIDE_MAX]; /* increasing subsequence that ends here */
};

static void
line_add(struct line *line, uint8_t goal)
{
    uint8_t longest = 1;

    for (unsigned i = 0; i < line->n; i++)
        if (line->goal[i] < goal && line->longest[i] >= longest)
            longest = (uint8_t)(line->longest[i] + 1);
    line->goal[line->n] = goal;
    line->longest[line->n++] = longest;
    if (longest > line->most)
        line->most = longest;
}

unsigned
mlc_of(const struct mlc *m, const uint8_t *cells)
{
    struct line column[LOYD_SIDE_MAX];
    unsigned distance = 0, leaving = 0;

    for (unsigned x = 0; x < m->width; x++)
        column[x].n = column[x].most = 0;
    for (unsigned y = 0; y < m->height; y++) {
        struct line row = {.n = 0, .most = 0};

        for (unsigned x = 0; x < m->width; x++) {
            unsigned label = *cells++;

            if (label == 0)
                continue;
            distance += difference(x, m->column[label]) +
                        difference(y, m->row[label]);
            if (m->row[label] == y)
                line_add(&row, m->column[label]);
            if (m->column[label] == x)
                line_add(&column[x], m->row[label]);
        }
        leaving += row.n - row.most;
    }
    for (unsigned x = 0; x < m->width; x++)
        leaving += column[x].n - column[x].most;
    return distance + 2 * leaving;
}

unsigned
loyd_mlc(const loyd_puzzle *puzzle)
{
    struct mlc m;

    mlc_prepare(&puzzle->goal, &m);
    return mlc_of(&m, puzzle->start.cell);
}
