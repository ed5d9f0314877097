/* SPDX-License-Identifier: MIT */
/* Puzzles by name: those of the catalogue first, then those that are built
   in. */
#ifndef LOYD_CLI_NAMED_H
#define LOYD_CLI_NAMED_H

#include "cli/command.h"

/* A puzzle of the catalogue, if it is found. */
struct stored {
    bool is_found;
    loyd_id id;
    loyd_puzzle puzzle;
};

/* Finds the puzzle of a name in the catalogue, if one is open. Returns an exit
 * code, after a message. */
int named_stored(const struct run *run, const char *name,
                 struct stored *found);

/* May a text in the place of a board be a name? What begins with a digit is
 * meant as a board, and gets the messages of boards. */
bool named_may_be(const char *text);

/* The format of the message if it is neither. */
#define NAMED_UNKNOWN "'%s' is neither a board nor a known name"

/*
 * Finds the boards of a name, in the catalogue or built in. Opens the
 * catalogue of --db or $LOYD_DB, if one is named and none is open. Returns an
 * exit code, after a message.
 */
int named_puzzle(struct run *run, const char *name, loyd_puzzle *puzzle,
                 bool *found);

/* Parses the BOARD of --goal, or finds the goal of a name. Returns an exit
   code, after a message. */
int named_goal(struct run *run, const char *text, loyd_board *goal);

/* Prints the names that are built in, with their puzzles, one per line. */
int named_list(const struct run *run);

#endif
