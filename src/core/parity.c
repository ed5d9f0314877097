/* SPDX-License-Identifier: MIT */
/* Computes solvability: the general rule and the articles' four methods. */
#include "loyd/parity.h"

#include <string.h>

#include "base/why.h"
#include "core/board.h"

/* cell[label] is the cell of `label` on a valid board. */
struct places {
    uint8_t cell[LOYD_CELLS_MAX + 1];
};

static void
find_places(const loyd_board *board, struct places *places)
{
    unsigned n = board_cells(board);

    for (unsigned c = 0; c < n; c++)
        places->cell[board->cell[c]] = (uint8_t)c;
}

/*
 * Returns the fewest swaps that turn start into goal: n minus the cycles of
 * the permutation that takes each cell to the goal cell of its label.
 */
static unsigned
count_transpositions(const loyd_board *start, const struct places *goal)
{
    bool seen[LOYD_CELLS_MAX];
    unsigned n = board_cells(start), swaps = n;

    memset(seen, 0, n);
    for (unsigned c = 0; c < n; c++) {
        if (seen[c])
            continue;
        swaps--;
        for (unsigned at = c; !seen[at]; at = goal->cell[start->cell[at]])
            seen[at] = true;
    }
    return swaps;
}

loyd_err
loyd_solvable(const loyd_board *start, const loyd_board *goal, bool *solvable,
              loyd_why *why)
{
    struct places places;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = pair_check(start, goal, why)) != LOYD_OK)
        return err;
    find_places(goal, &places);
    unsigned swaps = count_transpositions(start, &places);
    unsigned steps =
        cell_taxicab(loyd_board_blank(start), places.cell[0], start->width);
    *solvable = (swaps + steps) % 2 == 0;
    return LOYD_OK;
}

/* Labels or ranks of the cells in order, without the blank. */
struct sequence {
    unsigned n;
    uint8_t item[LOYD_CELLS_MAX];
};

static void
take_labels(const loyd_board *board, struct sequence *labels)
{
    unsigned n = board_cells(board);

    labels->n = 0;
    for (unsigned c = 0; c < n; c++)
        if (board->cell[c] != 0)
            labels->item[labels->n++] = board->cell[c];
}

/* Replaces each tile of the start by its place in the goal, row by row. */
static void
take_ranks(const loyd_board *start, const loyd_board *goal,
           struct sequence *ranks)
{
    uint8_t rank[LOYD_CELLS_MAX + 1] = {0};
    struct sequence order;

    take_labels(goal, &order);
    for (unsigned i = 0; i < order.n; i++)
        rank[order.item[i]] = (uint8_t)i;
    take_labels(start, ranks);
    for (unsigned i = 0; i < ranks->n; i++)
        ranks->item[i] = rank[ranks->item[i]];
}

unsigned
count_inversions(const uint8_t *item, unsigned n)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            sum += item[j] < item[i];
    return sum;
}

/* Sums over all items the number of smaller ones after each. */
static unsigned
smaller_after(const struct sequence *items)
{
    return count_inversions(items->item, items->n);
}

/* Sums over all items the number of larger ones before each. */
static unsigned
larger_before(const struct sequence *items)
{
    unsigned sum = 0;

    for (unsigned i = 1; i < items->n; i++)
        for (unsigned j = 0; j < i; j++)
            sum += items->item[j] > items->item[i];
    return sum;
}

/*
 * A tile that moves sideways passes no other tile; one that moves up or down
 * passes width - 1. So if the width is even, the sum changes parity with each
 * row that the blank moves, and if it is odd, never.
 */
static bool
is_even(unsigned sum, unsigned rows, unsigned width)
{
    return (sum + (width % 2 == 0 ? rows : 0)) % 2 == 0;
}

loyd_err
loyd_parity_explain(const loyd_board *start, const loyd_board *goal,
                    loyd_parity *parity, loyd_why *why)
{
    struct sequence ranks, start_labels, goal_labels;
    struct places places = {{0}};
    loyd_parity p;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = pair_check(start, goal, why)) != LOYD_OK)
        return err;
    unsigned width = start->width, height = start->height;
    unsigned from = loyd_board_blank(start), to = loyd_board_blank(goal);
    unsigned from_row = from / width, to_row = to / width;

    take_ranks(start, goal, &ranks);
    p.rank_violations = smaller_after(&ranks);
    p.disorder = larger_before(&ranks);
    p.blank_rows = from_row > to_row ? from_row - to_row : to_row - from_row;

    find_places(goal, &places);
    p.transpositions = count_transpositions(start, &places);
    p.blank_distance = cell_taxicab(from, to, width);

    take_labels(start, &start_labels);
    take_labels(goal, &goal_labels);
    p.start_inversions = smaller_after(&start_labels);
    p.goal_inversions = smaller_after(&goal_labels);
    p.start_blank_row = height - from_row;
    p.goal_blank_row = height - to_row;

    p.by_rank_violations = is_even(p.rank_violations, p.blank_rows, width);
    p.by_disorder = is_even(p.disorder, p.blank_rows, width);
    p.by_transpositions = (p.transpositions + p.blank_distance) % 2 == 0;
    p.by_inversions = is_even(p.start_inversions, p.start_blank_row, width) ==
                      is_even(p.goal_inversions, p.goal_blank_row, width);
    *parity = p;
    return LOYD_OK;
}
