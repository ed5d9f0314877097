/* SPDX-License-Identifier: MIT */
/* Prints scrambles: the moves that lead from a goal to a drawn board. */
#ifndef LOYD_CLI_SCRAMBLE_H
#define LOYD_CLI_SCRAMBLE_H

#include "cli/command.h"

#define SCRAMBLES_MAX 1024

/* Drawn boards that are solved together. */
struct scrambles {
    bool has_goals; /* lines end with a tab and the goal */
    int code;       /* EXIT_NO: some were unsolvable */
    size_t n;
    size_t most; /* the boards of one batch */
    loyd_puzzle puzzle[SCRAMBLES_MAX];
    loyd_puzzle solvable[SCRAMBLES_MAX];
    loyd_solution solution[SCRAMBLES_MAX];
};

void scrambles_begin(struct scrambles *scrambles, const loyd_layout *layout);

/* Adds a board, and prints those of a full batch. Needs run->solver. Returns
   an exit code, after a message. */
int scrambles_add(const struct run *run, struct scrambles *scrambles,
                  const loyd_puzzle *puzzle);

/* Prints what has been added, one line each. Returns an exit code, after a
   message: EXIT_NO if a board so far was unsolvable. */
int scrambles_print(const struct run *run, struct scrambles *scrambles);

#endif
