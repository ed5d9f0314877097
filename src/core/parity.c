/* SPDX-License-Identifier: MIT */
/* Computes solvability: the general rule and the articles' formulas. */
#include "loyd/puzzle.h"

#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/parity.h"

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
 * The permutation that takes each cell to the goal cell of its label. The
 * fewest swaps that turn start into goal are n minus its cycles, as a cycle of
 * length k is k - 1 swaps.
 */
struct cycles {
    unsigned swaps;
    unsigned even; /* cycles of even length */
};

static struct cycles
find_cycles(const loyd_board *start, const struct places *goal)
{
    bool seen[LOYD_CELLS_MAX];
    unsigned n = board_cells(start);
    struct cycles found = {.swaps = n};

    memset(seen, 0, n);
    for (unsigned c = 0; c < n; c++) {
        unsigned length = 0;

        if (seen[c])
            continue;
        for (unsigned at = c; !seen[at]; at = goal->cell[start->cell[at]]) {
            seen[at] = true;
            length++;
        }
        found.swaps--;
        found.even += length % 2 == 0;
    }
    return found;
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
    unsigned swaps = find_cycles(start, &places).swaps;
    unsigned steps =
        cell_taxicab(board_blank(start), places.cell[0], start->width);
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

unsigned
count_inversions(const uint8_t *item, unsigned n)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < n; i++)
        for (unsigned j = i + 1; j < n; j++)
            sum += item[j] < item[i];
    return sum;
}

/* Sums over all items the number of smaller ones after each, which is also
 * that of larger ones before each. */
static unsigned
smaller_after(const struct sequence *items)
{
    return count_inversions(items->item, items->n);
}

/* --- the formulas --- */

static const char not_rows[] = "the goal's labels do not ascend, blank last";

/* A start and a goal, with what several formulas need. */
struct pair {
    const loyd_board *start, *goal;
    unsigned n;
    struct places goal_places;
    struct sequence labels; /* of the start, row by row */
    unsigned from, to;      /* the cells of the blanks */
    bool is_width_even;
};

static void
pair_look(const loyd_board *start, const loyd_board *goal, struct pair *pair)
{
    pair->start = start;
    pair->goal = goal;
    pair->n = board_cells(start);
    find_places(goal, &pair->goal_places);
    take_labels(start, &pair->labels);
    pair->from = board_blank(start);
    pair->to = pair->goal_places.cell[0];
    pair->is_width_even = start->width % 2 == 0;
}

static unsigned
blank_steps(const struct pair *pair)
{
    return cell_taxicab(pair->from, pair->to, pair->start->width);
}

/* Returns whether the labels ascend in rows, with the blank in the last
 * cell. */
static bool
is_ascending(const loyd_board *goal)
{
    unsigned n = board_cells(goal);

    for (unsigned c = 1; c + 1 < n; c++)
        if (goal->cell[c] < goal->cell[c - 1])
            return false;
    return goal->cell[n - 1] == 0;
}

/*
 * A tile that moves sideways passes no other tile; one that moves up or down
 * passes width - 1. So if the width is even, the sum changes parity with each
 * row that the blank moves, and if it is odd, never.
 */
static struct formula
by_universal(const struct pair *pair)
{
    unsigned width = pair->start->width, height = pair->start->height;
    struct sequence goal_labels;
    struct formula f = {.count = smaller_after(&pair->labels)};

    take_labels(pair->goal, &goal_labels);
    f.goal = smaller_after(&goal_labels);
    if (pair->is_width_even) {
        f.blank = height - pair->from / width;
        f.goal += height - pair->to / width;
    }
    return f;
}

/*
 * With the blank as the missing label, the cells of the goal in the order of
 * their labels are its path. A tile that moves from place a of the path to
 * place b passes |a - b| - 1 tiles, so that the inversions and the blank's
 * place change their parity together with each of its steps.
 */
static struct formula
by_path(const struct pair *pair)
{
    unsigned missing = board_missing(pair->goal), from = 0;
    struct formula f = {.goal = 0};
    struct sequence along = {.n = 0};

    for (unsigned place = 1; place <= pair->n; place++) {
        unsigned label = place == missing ? 0 : place;
        unsigned cell = pair->goal_places.cell[label];

        if (cell == pair->from)
            from = place;
        else
            along.item[along.n++] = pair->start->cell[cell];
    }
    f.count = smaller_after(&along);
    f.blank = from > missing ? from - missing : missing - from;
    f.blank += blank_steps(pair);
    return f;
}

static struct formula
by_disorder(const struct pair *pair)
{
    unsigned width = pair->start->width;
    struct formula f = {.count = smaller_after(&pair->labels)};

    if (!is_ascending(pair->goal))
        f.why_not = not_rows;
    if (pair->is_width_even) {
        f.blank = pair->from / width;
        f.goal = pair->start->height - 1u;
    }
    return f;
}

/* The tiles between the blank and the last cell slide, along the blank's row
 * and then up the last column. */
static struct formula
by_ranks(const struct pair *pair)
{
    loyd_board board = *pair->start;
    unsigned width = board.width, blank = pair->from;
    struct sequence labels;
    struct formula f = {.goal = 0};

    for (; blank % width + 1 < width; blank++)
        board_slide(&board, blank + 1, blank);
    for (; blank + width < pair->n; blank += width)
        board_slide(&board, blank + width, blank);
    take_labels(&board, &labels);
    f.count = smaller_after(&labels);
    if (!is_ascending(pair->goal))
        f.why_not = not_rows;
    return f;
}

static struct formula
by_transpositions(const struct pair *pair)
{
    return (struct formula){
        .count = find_cycles(pair->start, &pair->goal_places).swaps,
        .blank = blank_steps(pair)};
}

static struct formula
by_cycles(const struct pair *pair)
{
    return (struct formula){
        .count = find_cycles(pair->start, &pair->goal_places).even,
        .blank = blank_steps(pair)};
}

loyd_err
formulas_of(const loyd_board *start, const loyd_board *goal,
            struct formula formulas[FORMULA_COUNT_], loyd_why *why)
{
    static const struct {
        const char *name;
        struct formula (*compute)(const struct pair *);
    } kinds[] = {
        [FORMULA_UNIVERSAL] = {"universal rule", by_universal},
        [FORMULA_PATH] = {"path inversions", by_path},
        [FORMULA_DISORDER] = {"disorder", by_disorder},
        [FORMULA_RANKS] = {"rank violations", by_ranks},
        [FORMULA_TRANSPOSITIONS] = {"transpositions", by_transpositions},
        [FORMULA_CYCLES] = {"cycles", by_cycles},
    };
    struct pair pair;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = pair_check(start, goal, why)) != LOYD_OK)
        return err;
    pair_look(start, goal, &pair);
    for (unsigned kind = 0; kind < FORMULA_COUNT_; kind++) {
        struct formula *f = &formulas[kind];

        *f = kinds[kind].compute(&pair);
        f->name = kinds[kind].name;
        f->is_solvable = (f->count + f->blank) % 2 == f->goal % 2;
    }
    return LOYD_OK;
}

loyd_err
swaps_of(const loyd_board *start, const loyd_board *goal,
         struct swap swaps[LOYD_CELLS_MAX], size_t *n, loyd_why *why)
{
    loyd_board board;
    struct places places;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = pair_check(start, goal, why)) != LOYD_OK)
        return err;
    board = *start;
    find_places(&board, &places);
    *n = 0;
    for (unsigned c = 0; c < board_cells(&board); c++) {
        uint8_t wanted = goal->cell[c], here = board.cell[c];
        uint8_t from = places.cell[wanted];

        if (wanted == here)
            continue;
        swaps[(*n)++] = (struct swap){{(uint8_t)c, from}, {here, wanted}};
        board.cell[from] = here;
        places.cell[here] = from;
    }
    return LOYD_OK;
}
