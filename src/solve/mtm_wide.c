/* SPDX-License-Identifier: MIT */
/* Turns intervals in STM into intervals in MTM. */
#include "solve/mtm_wide.h"

static unsigned
share(unsigned distance, unsigned most)
{
    return (distance + most - 1) / most;
}

static unsigned
apart(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/*
 * Returns a length in MTM that no solution is below: a sideways slide moves at
 * most width - 1 tiles by one column each, a slide up or down height - 1 by
 * one row, and the two kinds alternate.
 */
static unsigned
least_slides(const struct permuted *b)
{
    unsigned across = 0, down = 0, least;

    for (unsigned c = 0; c < (unsigned)b->width * b->height; c++)
        if (c != b->blank) {
            across += apart(c % b->width, b->home[c] % b->width);
            down += apart(c / b->width, b->home[c] / b->width);
        }
    across = share(across, b->width - 1U);
    down = share(down, b->height - 1U);
    least = 2 * (across > down ? across : down); /* one more than needed */
    return least > across + down ? least - 1 : across + down;
}

void
mtm_wide(struct search_job *job, unsigned lower)
{
    const struct permuted *b = &job->board;
    unsigned longer = b->width > b->height ? b->width : b->height;
    unsigned counted = least_slides(b),
             divided = share(job->lower, longer - 1);

    if (job->end == SEARCH_SOLVED && job->lower == 0)
        return;
    lower = lower > counted ? lower : counted;
    lower = lower > divided ? lower : divided;
    job->lower = (uint16_t)lower;
    if (job->end == SEARCH_SOLVED)
        job->end = SEARCH_BUDGET;
}
