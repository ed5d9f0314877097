/* SPDX-License-Identifier: MIT */
/* What an audit counts: audit.c fills it, audit_tests.c judges it. */
#ifndef LOYD_RATE_AUDIT_H
#define LOYD_RATE_AUDIT_H

#include "loyd/audit.h"

#define STATES_CELLS_MAX 6 /* boards of so few cells are counted whole */

/* A number a board, and the sums that its lag-1 correlation is made of. */
struct lag {
    double first, last;
    double sum, squares, products; /* products of neighbours */
};

struct loyd_audit {
    uint8_t width, height;
    unsigned n; /* cells */
    uint64_t boards;
    uint64_t impossible; /* unsolvable, or solved from the beginning */
    uint64_t solved;
    double stm_sum, stm_squares;
    struct lag blank, inversions;
    uint64_t blanks[LOYD_CELLS_MAX];
    uint64_t goal_blanks[LOYD_CELLS_MAX];
    uint64_t *states; /* [n!] by lexicographic rank; NULL: too many */
    uint64_t tiles[]; /* [n][n], goal cell and cell */
};

/* n!, up to STATES_CELLS_MAX. */
unsigned factorial(unsigned n);

/* Pairs of cells whose tiles, named by goal cells, are in reverse order. */
unsigned count_inversions(const uint8_t *home, unsigned n);

/* Boards expected with the tile of goal cell `home` in `cell`. */
double expected_tiles(const loyd_audit *audit, unsigned home, unsigned cell);

/* Boards expected with the blank in `cell`. */
double expected_blanks(const loyd_audit *audit, unsigned cell);

#endif
