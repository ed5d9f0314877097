/* SPDX-License-Identifier: MIT */
/* Reads game records from the command line, files and stdin. */
#ifndef LOYD_CLI_RECORDS_H
#define LOYD_CLI_RECORDS_H

#include "base/jw.h"
#include "cli/command.h"
#include "cli/input.h"

struct records {
    struct run *run;
    int next;     /* of the operands */
    bool is_open; /* a file, or stdin */
    struct input input;
    int code;     /* the highest of what could not be read */
};

/* One record with its board, or a bad line. */
struct record_item {
    int code; /* EXIT_DONE, or it was reported */
    char where[512];
    char player[LOYD_PLAYER_MAX + 1]; /* "": not named */
    loyd_game game;
    loyd_game_facts facts; /* of a good one */
};

/* Begins with operand `first`. */
void records_begin(struct run *run, int first, struct records *records);

/*
 * Reads, draws and checks the next record. The caller frees item->game. One
 * that is not good has been reported, with code EXIT_NO if its moves are
 * wrong. Returns false at the end, and if interrupted.
 */
bool records_next(struct records *records, struct record_item *item);

/* Writes its player, puzzle_id, size and status. */
void record_item_put(struct jw *row, const struct record_item *item);

/* Returns an exit code, after a message if the run was interrupted. */
int records_end(struct records *records);

#endif
