/* SPDX-License-Identifier: MIT */
/* Checks that the lengths of one puzzle agree with each other. */
#include "rate/laws.h"

#include "rate/lengths.h"

static unsigned
apart(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* The least number of slides of at most `most` tiles each. */
static unsigned
slides_of(unsigned moves, unsigned most)
{
    return (moves + most - 1) / most;
}

/*
 * Every tile moves at least from its cell to its home. A slide is on one axis,
 * and consecutive slides of a shortest solution are on different ones.
 */
static void
find_least(const struct plain_board *board, unsigned least[2])
{
    unsigned w = board->width, across = 0, down = 0, rows, columns, most;

    for (unsigned c = 0; c < w * board->height; c++) {
        if (c == board->blank)
            continue;
        across += apart(c % w, board->home[c] % w);
        down += apart(c / w, board->home[c] / w);
    }
    rows = slides_of(across, w - 1);
    columns = slides_of(down, board->height - 1);
    most = rows > columns ? rows : columns;
    least[0] = across + down;
    least[1] = rows + columns;
    if (least[1] + 1 < 2 * most)
        least[1] = 2 * most - 1;
}

/* The maximum length in moves of a shortest solution of n slides. */
static uint64_t
moves_of(const struct plain_board *board, unsigned slides)
{
    unsigned w = board->width, h = board->height;
    unsigned longer = w > h ? w : h, shorter = w > h ? h : w;

    return (uint64_t)((slides + 1) / 2) * (longer - 1) +
           (uint64_t)(slides / 2) * (shorter - 1);
}

/* Every path bounds the optimum of both metrics. */
static bool
is_agreed(const struct plain_board *board, const struct stated *stm,
          const struct stated *mtm)
{
    if (stm->upper != 0 &&
        mtm->lower > (stm->moves > 0 ? stm->slides : stm->upper))
        return false;
    if (mtm->upper == 0)
        return true;
    return stm->lower <= moves_of(board, mtm->upper) &&
           (mtm->moves == 0 || stm->lower <= mtm->moves);
}

/* Returns whether a length is below what every solution of the board has. */
static bool
is_too_short(const struct stated *of, unsigned least)
{
    /* A path was replayed, so that its length is possible. */
    return of->moves == 0 && of->upper != 0 && of->upper < least;
}

static bool
is_too_long(const struct stated *of, const loyd_distribution *lengths)
{
    return lengths != NULL && of->lower > lengths->radius;
}

/* Returns whether find_least has something to compare. */
static bool
needs_least(const struct stated *of)
{
    return of->upper != 0 && of->moves == 0;
}

const char *
laws_check(const struct plain_board *board, const struct stated *stm,
           const struct stated *mtm, unsigned estimate)
{
    const struct stated *each[2] = {stm, mtm};
    unsigned least[2] = {0, 0};

    if (!is_agreed(board, stm, mtm))
        return "the ratings in STM and MTM contradict each other";
    if (needs_least(stm) || needs_least(mtm) || estimate != 0)
        find_least(board, least);
    for (unsigned i = 0; i < 2; i++) {
        if (is_too_short(each[i], least[i]))
            return i == 0 ? "a length is below the Manhattan distance"
                          : "a length in MTM is below what the distances of "
                            "the tiles need";
        if (each[i]->lower != 0 &&
            is_too_long(each[i],
                        distribution_find(i == 0 ? LOYD_STM : LOYD_MTM,
                                          board->width, board->height,
                                          board->home[board->blank])))
            return i == 0 ? "a length is above the greatest of its class"
                          : "a length in MTM is above the greatest of its "
                            "class";
    }
    if (estimate == 0)
        return NULL;
    if (estimate < least[0])
        return "the estimate is below the Manhattan distance";
    return estimate < stm->lower || estimate < mtm->lower
               ? "the estimate is below the rating's lower bound"
               : NULL;
}
