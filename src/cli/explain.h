/* SPDX-License-Identifier: MIT */
/* Explains why a board is solvable or not: the formulas of `check`. */
#ifndef LOYD_CLI_EXPLAIN_H
#define LOYD_CLI_EXPLAIN_H

#include "cli/command.h"
#include "cli/json.h"
#include "core/parity.h"

struct explanation {
    struct formula formula[FORMULA_COUNT_];
    struct swap swap[LOYD_CELLS_MAX];
    size_t n_swaps;
};

/* Computes everything; errors are those of loyd_solvable. */
loyd_err explanation_make(const loyd_puzzle *puzzle,
                          struct explanation *explanation, loyd_why *why);

/* Returns whether all formulas that apply have this answer. */
bool explanation_agrees(const struct explanation *explanation,
                        bool is_solvable);

/* Draws the puzzle and prints the formulas and the swaps. */
void explanation_print(const struct run *run, const loyd_puzzle *puzzle,
                       const struct explanation *explanation);

/* Writes the same as members of an object. */
void explanation_json(const loyd_puzzle *puzzle, struct jw *json,
                      const struct explanation *explanation);

#endif
