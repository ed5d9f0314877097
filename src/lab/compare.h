/* SPDX-License-Identifier: MIT */
/* Compares searches: what each did on the same boards. */
#ifndef LOYD_LAB_COMPARE_H
#define LOYD_LAB_COMPARE_H

#include "lab/trial.h"

#define METHODS_MAX 16 /* more than there are */

/* What a search did on all boards. */
struct tally {
    struct method method;
    uint64_t solved;
    uint64_t optimal; /* solutions as short as a proven optimum */
    uint64_t length;  /* sum over the solved boards */
    /* Sums; of COUNTER_MEMORY and others that are sizes, the maximum. */
    uint64_t counter[COUNTER_COUNT_];
    double seconds;
};

struct comparison {
    struct tally tally[METHODS_MAX];
    unsigned n;
    uint64_t boards;
};

/* Returns the searches that suit a board, as a list for --algorithms: static
 * text. */
const char *comparison_default(const loyd_board *board);

/* Adds a search, before any board. Returns false if it is there. */
bool comparison_add(struct comparison *c, const struct method *method);

/* Returns whether any search has a limit of depth. */
bool comparison_has_dfs(const struct comparison *c);

/*
 * Lets each search try a solvable board, and adds what they did. Errors: those
 * of trial_run; nothing is added then.
 */
LOYD_NODISCARD loyd_err comparison_try(struct comparison *c,
                                       const loyd_puzzle *puzzle,
                                       const struct trial_options *options,
                                       loyd_why *why);

/* Writes what a search did, as members of a row. */
void comparison_put(const struct comparison *c, const struct tally *tally,
                    loyd_metric metric, struct jw *json);

/* The names of these members; NULL ends. */
extern const char *const comparison_columns[];

/*
 * Writes the table of all searches, after one board or more, with a narrower
 * gap where it is wider than `width`. `bold` and `plain` surround its heading.
 */
void comparison_table(const struct comparison *c, unsigned width,
                      const char *bold, const char *plain, struct text *to);

#endif
