/* SPDX-License-Identifier: MIT */
/* SQL functions for checks.sql and merge.sql. */
#ifndef LOYD_VERIFY_FUNCTIONS_H
#define LOYD_VERIFY_FUNCTIONS_H

#include "store/rows.h"
#include "verify/facts.h"
#include "verify/report.h"

/* The text that an argument had last, and its board: a row's boards are
 * arguments of several functions, and a goal is that of many rows. */
struct last_board {
    uint8_t text[LOYD_BOARD_TEXT];
    size_t len; /* 0: none */
    loyd_board board;
};

/* What they need, and what they count. */
struct functions {
    struct report *report;
    struct checker by; /* with what it searched */
    uint64_t drawn;    /* recipes that draw their puzzles */
    uint64_t skipped;  /* recipes that need a secret */
    bool lacks_paths;  /* set by the caller: ratings have the path '' */
    struct last_board start, goal;
    bool is_pair;           /* the next three are of these boards */
    const char *fault;      /* of the boards: sizes or labels, NULL: none */
    const char *unsolvable; /* why they are no puzzle, NULL: they are one */
    struct facts facts;     /* and of the current row */
    uint8_t paths[LOYD_METRICS][PATH_MAX_MOVES];
    /* The series of the last recipe. */
    bool has_series;
    int64_t series;
    bool is_usable; /* its recipes can be drawn again */
    loyd_recipe recipe;
    loyd_generator *generator;
    loyd_solver *solver; /* made for the first recipe with a target */
};

/*
 * Makes the functions known to a connection and begins to count.
 *
 *   report       receives errors that are no faults of rows; must outlive it.
 *   is_searching boards are searched, as far as plain.h says, and drawn again.
 */
loyd_err functions_begin(loyd_store *store, struct report *report,
                         bool is_searching, struct functions **functions,
                         loyd_why *why);

/* Frees what searches need; the connection frees the rest. */
void functions_end(struct functions *f);

#endif
