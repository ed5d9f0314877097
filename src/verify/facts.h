/* SPDX-License-Identifier: MIT */
/*
 * What is true of a puzzle and its lengths. Parity, classes, ids and paths are
 * computed here a second time by other methods, so that a fault in the
 * generator, the store, the solver or their checks is not repeated.
 */
#ifndef LOYD_VERIFY_FACTS_H
#define LOYD_VERIFY_FACTS_H

#include "base/why.h"
#include "loyd/moves.h"
#include "verify/plain.h"

/* A rating in a metric. */
struct length_facts {
    loyd_metric metric;
    unsigned lower, upper;
    loyd_moves path; /* to the upper end; borrowed; empty: none */
};

/* Of paths, and of texts that are no path. */
#define PATH_LENGTH_FAULT "the path's length does not match the rating"

/* Makes the board of a puzzle. Returns false if start and goal have other
 * sizes or labels. */
bool facts_board(const loyd_puzzle *puzzle, struct plain_board *board);

/* Returns why start and goal are no puzzle, or NULL. */
const char *parity_fault(const struct plain_board *board);

/* Computes the id of a puzzle. */
void facts_id(const loyd_puzzle *puzzle, loyd_id *id);

/* Returns whether the taxicab distance between the blanks is odd, and with it
 * every length in STM. */
bool is_odd_board(const struct plain_board *board);

/* Writes the class of a goal, and returns it. */
#define CLASS_BYTES 48
const char *facts_class(const loyd_board *goal, char text[CLASS_BYTES]);

/* Counts the slides of a path. */
unsigned path_slides(const loyd_moves *path);

/* Replays the path of a rating. Returns what is wrong with it, or NULL. */
const char *rating_fault(const loyd_puzzle *puzzle,
                         const struct plain_board *board,
                         const struct length_facts *of);

/*
 * Returns what is wrong with a rating whose optimum is lower..upper, and whose
 * canonical path, if that is not empty, is `path`; NULL: nothing. The text may
 * be that of `words`.
 */
const char *optimum_fault(const struct length_facts *of, unsigned lower,
                          unsigned upper, const loyd_moves *path,
                          loyd_why *words);

#endif
