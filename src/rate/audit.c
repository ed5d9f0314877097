/* SPDX-License-Identifier: MIT */
/*
 * Owns the counts of an audit and what they are tested for. It takes boards,
 * from wherever they come; a board's tiles are named by their goal cells.
 */
#include "rate/audit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/cells.h"
#include "loyd/parity.h"

#define EXPECTED_MIN 5 /* of each count in a chi-square */

unsigned
factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

loyd_err
loyd_audit_new(uint8_t width, uint8_t height, loyd_audit **audit)
{
    unsigned n = (unsigned)width * height;
    loyd_audit *made;

    if (width < LOYD_SIDE_MIN || width > LOYD_SIDE_MAX ||
        height < LOYD_SIDE_MIN || height > LOYD_SIDE_MAX)
        return LOYD_E_SIZE;
    made = calloc(1, sizeof(*made) + (size_t)n * n * sizeof(made->tiles[0]));
    if (made == NULL)
        return LOYD_E_NOMEM;
    made->width = width;
    made->height = height;
    made->n = n;
    if (n <= STATES_CELLS_MAX) {
        made->states = calloc(factorial(n), sizeof(made->states[0]));
        if (made->states == NULL) {
            loyd_audit_free(&made);
            return LOYD_E_NOMEM;
        }
    }
    *audit = made;
    return LOYD_OK;
}

void
loyd_audit_free(loyd_audit **audit)
{
    if (audit == NULL || *audit == NULL)
        return;
    free((*audit)->states);
    free(*audit);
    *audit = NULL;
}

uint64_t
loyd_audit_least(uint8_t width, uint8_t height)
{
    unsigned n = (unsigned)width * height;

    if (n <= STATES_CELLS_MAX)
        return EXPECTED_MIN * ((uint64_t)factorial(n) / 2 - 1);
    return EXPECTED_MIN * (uint64_t)n;
}

static void
lag_add(struct lag *l, uint64_t boards, double value)
{
    if (boards == 0)
        l->first = value;
    else
        l->products += l->last * value;
    l->sum += value;
    l->squares += value * value;
    l->last = value;
}

/* home[c] is the goal cell of what stands in cell c. */
static void
name_by_goal(const loyd_puzzle *puzzle, unsigned n,
             uint8_t home[LOYD_CELLS_MAX])
{
    uint8_t cell[LOYD_CELLS_MAX + 1];

    for (unsigned c = 0; c < n; c++)
        cell[puzzle->goal.cell[c]] = (uint8_t)c;
    for (unsigned c = 0; c < n; c++)
        home[c] = cell[puzzle->start.cell[c]];
}

/* The place of home[] among all orders of n cells. */
static unsigned
state_rank(const uint8_t *home, unsigned n)
{
    unsigned rank = 0;

    for (unsigned c = 0; c < n; c++) {
        unsigned smaller = 0;

        for (unsigned d = c + 1; d < n; d++)
            smaller += home[d] < home[c];
        rank = rank * (n - c) + smaller;
    }
    return rank;
}

unsigned
count_inversions(const uint8_t *home, unsigned n)
{
    unsigned inversions = 0;

    for (unsigned c = 0; c < n; c++)
        for (unsigned d = c + 1; d < n; d++)
            inversions += home[d] < home[c];
    return inversions;
}

loyd_err
loyd_audit_add(loyd_audit *audit, const loyd_puzzle *puzzle, uint16_t stm)
{
    uint8_t home[LOYD_CELLS_MAX];
    unsigned n = audit->n, blank;
    bool is_solvable = false;
    loyd_err err =
        loyd_solvable(&puzzle->start, &puzzle->goal, &is_solvable, NULL);

    if (err != LOYD_OK)
        return err;
    if (puzzle->start.width != audit->width ||
        puzzle->start.height != audit->height)
        return LOYD_E_SHAPE;
    name_by_goal(puzzle, n, home);
    blank = loyd_board_blank(&puzzle->start);
    for (unsigned c = 0; c < n; c++)
        audit->tiles[home[c] * n + c]++;
    if (audit->states != NULL)
        audit->states[state_rank(home, n)]++;
    audit->blanks[blank]++;
    audit->goal_blanks[loyd_board_blank(&puzzle->goal)]++;
    lag_add(&audit->blank, audit->boards, blank);
    /* Less what is expected: small numbers lose no digits in their squares. */
    lag_add(&audit->inversions, audit->boards,
            count_inversions(home, n) - n * (n - 1) / 4.0);
    if (!is_solvable || loyd_board_equal(&puzzle->start, &puzzle->goal))
        audit->impossible++;
    if (stm != LOYD_STM_UNKNOWN) {
        audit->solved++;
        audit->stm_sum += stm;
        audit->stm_squares += (double)stm * stm;
    }
    audit->boards++;
    return LOYD_OK;
}

/*
 * How many of the boards are expected to have one given thing in one given
 * cell, where `at_goal` of their goals have it there: of the n! / 2 states
 * one in n has it, and the goals are no starts.
 */
static double
expected_there(const loyd_audit *audit, uint64_t at_goal)
{
    double goal_share = 2; /* 2 / n!, nothing where that is too small */

    for (unsigned i = 2; i <= audit->n; i++)
        goal_share /= i;
    return ((double)audit->boards / audit->n - (double)at_goal * goal_share) /
           (1 - goal_share);
}

double
expected_tiles(const loyd_audit *audit, unsigned home, unsigned cell)
{
    return expected_there(audit, home == cell ? audit->boards : 0);
}

double
expected_blanks(const loyd_audit *audit, unsigned cell)
{
    return expected_there(audit, audit->goal_blanks[cell]);
}

double
loyd_audit_deviation(const loyd_audit *audit, unsigned home, unsigned cell)
{
    double expected = expected_tiles(audit, home, cell);
    double share = expected / (double)audit->boards;

    if (audit->boards == 0)
        return 0;
    return ((double)audit->tiles[home * audit->n + cell] - expected) /
           sqrt(expected * (1 - share));
}
