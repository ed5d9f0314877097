/* SPDX-License-Identifier: MIT */
/* The parts of long jobs. */
#ifndef LOYD_CATALOGUE_PART_H
#define LOYD_CATALOGUE_PART_H

#include "loyd/catalogue.h"

/* Errors: LOYD_E_RANGE (a number that is not one of 1..of). */
loyd_err part_check(const loyd_part *part, loyd_why *why);

/*
 * Computes the part's range of ids. Ids are hashes, so that equal ranges hold
 * nearly equal numbers of puzzles.
 */
void part_ids(const loyd_part *part, loyd_id *first, loyd_id *last);

/* Writes the filter of a part of a job: the conditions of `given` (NULL:
 * none), in order of id. Returns false if no id is left. */
bool part_filter(const loyd_part *part, const loyd_filter *given,
                 loyd_filter *filter);

/* The puzzles with an interval in a metric, for find_begin. */
static inline const char *
words_of_bounded(loyd_metric metric)
{
    return metric == LOYD_MTM ? "mtm_status = 'bounded'"
                              : "stm IS NULL AND status = 'bounded'";
}

#endif
