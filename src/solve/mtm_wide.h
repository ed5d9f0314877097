/* SPDX-License-Identifier: MIT */
/* Intervals in MTM from those in STM, for boards too large to be searched. */
#ifndef LOYD_SOLVE_MTM_WIDE_H
#define LOYD_SOLVE_MTM_WIDE_H

#include "solve/search.h"

/*
 * Turns a job that ended in STM into one in MTM. The upper end is the number
 * of runs of job->path, which is unchanged: short cuts of two slides between
 * the boards that it passes were tried, and gained nothing. job->lower is the
 * best of `lower`, the lower end in STM divided by the tiles that a slide can
 * move, and a count of rows and columns. Afterwards the end is SEARCH_BUDGET,
 * as nothing is proven; a board at its goal stays SEARCH_SOLVED. O(n).
 */
void mtm_wide(struct search_job *job, unsigned lower);

#endif
