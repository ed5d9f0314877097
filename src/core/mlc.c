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

unsigned
mlc_leaving(const uint8_t *at, unsigned n)
{
    uint8_t longest[LOYD_SIDE_MAX]; /* increasing subsequence that ends here */
    unsigned most = n > 0;

    for (unsigned i = 0; i < n; i++) {
        longest[i] = 1;
        for (unsigned j = 0; j < i; j++)
            if (at[j] < at[i] && longest[j] >= longest[i])
                longest[i] = (uint8_t)(longest[j] + 1);
        if (longest[i] > most)
            most = longest[i];
    }
    return n - most;
}

/* The goal places, in a line, of its tiles whose goal cells are in it. */
struct line {
    unsigned n;
    uint8_t goal[LOYD_SIDE_MAX];
};

void
mlc_parts(const struct mlc *m, const uint8_t *cells, unsigned *manhattan,
          unsigned *conflicts)
{
    struct line column[LOYD_SIDE_MAX];
    unsigned distance = 0, leaving = 0;

    for (unsigned x = 0; x < m->width; x++)
        column[x].n = 0;
    for (unsigned y = 0; y < m->height; y++) {
        struct line row = {.n = 0};

        for (unsigned x = 0; x < m->width; x++) {
            unsigned label = *cells++;

            if (label == 0)
                continue;
            distance += difference(x, m->column[label]) +
                        difference(y, m->row[label]);
            if (m->row[label] == y)
                row.goal[row.n++] = m->column[label];
            if (m->column[label] == x)
                column[x].goal[column[x].n++] = m->row[label];
        }
        leaving += mlc_leaving(row.goal, row.n);
    }
    for (unsigned x = 0; x < m->width; x++)
        leaving += mlc_leaving(column[x].goal, column[x].n);
    *manhattan = distance;
    *conflicts = leaving;
}

unsigned
mlc_of(const struct mlc *m, const uint8_t *cells)
{
    unsigned manhattan, conflicts;

    mlc_parts(m, cells, &manhattan, &conflicts);
    return manhattan + 2 * conflicts;
}

unsigned
puzzle_mlc(const loyd_puzzle *puzzle)
{
    struct mlc m;

    mlc_prepare(&puzzle->goal, &m);
    return mlc_of(&m, puzzle->start.cell);
}
