/* SPDX-License-Identifier: MIT */
/* What each effort means: the node budgets of every size. */
#ifndef LOYD_SOLVE_EFFORT_H
#define LOYD_SOLVE_EFFORT_H

#include "loyd/solve.h"

/* Node budgets of one board; 0: no limit. */
struct budget {
    uint64_t lower; /* of the search from below */
    uint64_t upper; /* of the search for a short solution */
};

/* Returns the members for experts, all zero if there are none. */
static inline const loyd_solve_expert *
expert_of(const loyd_solve_options *options)
{
    static const loyd_solve_expert none = {0};

    return options->expert != NULL ? options->expert : &none;
}

/* Returns the effort for boards of a size, or LOYD_EFFORT_NONE. */
loyd_effort effort_of(const loyd_solve_options *options, unsigned width,
                      unsigned height);

/* Returns the budgets of a call with these options on boards of a size. */
struct budget effort_budget(const loyd_solve_options *options, unsigned width,
                            unsigned height);

/* Returns "", "quick", "good" or "best": static text. */
const char *effort_name(loyd_effort effort);

/* Parses "quick", "good" or "best". Errors: LOYD_E_SYNTAX. */
loyd_err effort_parse(const char *text, size_t len, loyd_effort *effort,
                      loyd_why *why);

/*
 * Returns the node budget of an effort for the upper end of the interval of a
 * board of this size, up to transposition; 0 for LOYD_EFFORT_NONE. The lower
 * end has a separate budget; docs/solver.md lists both.
 */
uint64_t effort_nodes(loyd_effort effort, unsigned width, unsigned height);

#endif
