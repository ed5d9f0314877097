/* SPDX-License-Identifier: MIT */
/* Prints what `solve` found about a board: as text, JSON or CSV. */
#ifndef LOYD_CLI_SOLVED_H
#define LOYD_CLI_SOLVED_H

#include "cli/boards.h"
#include "cli/facts.h"
#include "lab/trial.h"

/* The answer to one board. */
struct answer {
    int code;          /* EXIT_DONE: solved; EXIT_NO: unsolvable */
    struct item *item; /* item->error is set for the other codes */
    const loyd_solution *solution;
    const loyd_search *lower; /* the searches that found its ends */
    const loyd_search *upper;
    const struct trial *trial;       /* with --algorithm, of a solvable one */
    const struct board_facts *facts; /* NULL without --facts and --all */
    uint64_t solution_no;            /* with --all, from 1 */
};

/*
 * Checks that start and goal of a board that was read match, and that it is
 * solvable. Returns EXIT_DONE, EXIT_NO, or another code after a message.
 */
int item_judge(struct item *item);

/*
 * Begins the rows of answers; is_all: of all shortest solutions;
 * has_searches: with --algorithm, whose text is rows too. Returns an exit
 * code, after a message.
 */
int answer_rows(const struct run *run, bool is_all, bool has_searches);

/* Adds a solution of loyd's own solver, and the names of its searches. */
void answer_by(struct answer *answer, const loyd_solution *solution,
               const loyd_solve_options *options, loyd_search *lower,
               loyd_search *upper);

/* Prints one answer; returns its exit code, also if memory runs out. */
int answer_print(const struct run *run, const struct answer *answer);

#endif
