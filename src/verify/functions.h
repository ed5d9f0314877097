/* SPDX-License-Identifier: MIT */
/*
 * The SQL functions of checks.sql, merge.sql and their like. Each is a
 * definition of docs/formats.md, computed by code that wrote no row: verify's
 * own readers of texts, a replay, a search without tables. Whatever the
 * arguments are, the result is a value, a fault or NULL, and no error except
 * that memory runs out.
 */
#ifndef LOYD_VERIFY_FUNCTIONS_H
#define LOYD_VERIFY_FUNCTIONS_H

#include <sqlite3.h>

#include "loyd/catalogue.h"
#include "store/rows.h"
#include "verify/facts.h"
#include "verify/raw_text.h"
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
    struct plain_lengths *lengths; /* for searches; NULL: no searches */
    /* What was searched and what was not; done: recipes that draw their
       puzzles; skipped: those that need a secret. */
    loyd_job_result n;
    /* Set by the caller: */
    bool lacks_paths;      /* ratings have the path '' */
    const uint8_t *secret; /* of recipes that are drawn; NULL: none */
    uint64_t attempts;     /* of a draw at most; 0: any number */
    struct last_board start, goal;
    bool is_pair;             /* the rest is of these boards */
    const char *fault;        /* of sizes or labels, NULL: none */
    const char *unsolvable;   /* why they are no puzzle, NULL: they are one */
    loyd_puzzle puzzle;       /* of these boards, */
    struct plain_board board; /* without a fault */
    uint8_t path[PATH_MAX_MOVES]; /* of the current call */
    /* The series of the last recipe. */
    char series[LOYD_RECIPE_TEXT];
    size_t series_len; /* 0: none */
    bool is_usable;    /* its recipes can be drawn again */
    loyd_recipe recipe;
    loyd_generator *generator; /* made for the first one that is drawn */
    loyd_solver *solver;       /* made for the first recipe with a target */
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

/* Draws the puzzle of a recipe up to its last ~; *is_usable is false if it
 * cannot be drawn here. Errors: those of the recipe, LOYD_E_NOMEM. */
loyd_err functions_draw(struct functions *f, const struct raw_value *series,
                        uint64_t index, loyd_puzzle *puzzle, bool *is_usable,
                        loyd_why *why);

/* Frees what searches need; the connection frees the rest. */
void functions_end(struct functions *f);

/* --- the functions themselves --- */

#define ARGUMENTS_MAX 20

/* A call, with its arguments. */
struct call {
    sqlite3_context *to;
    struct functions *f;
    int n;
    struct raw_value in[ARGUMENTS_MAX];
};

struct sql_function {
    const char *name; /* NULL: the end of a list */
    int n;            /* arguments; -1: any number */
    void (*call)(struct call *c);
    void (*end)(sqlite3_context *c); /* of an aggregate */
};

extern const struct sql_function value_functions[]; /* values.c */
extern const struct sql_function trait_functions[]; /* traits.c */
extern const struct sql_function draw_functions[];  /* draws.c */
void game(struct call *c);                          /* games.c */

/* Give the result; a text of NULL becomes NULL. */
void give(const struct call *c, const char *text);
void give_number(const struct call *c, int64_t number);
void give_bytes(const struct call *c, const void *bytes, size_t len);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void
give_words(const struct call *c, const char *format, ...);

/* Reads the boards that are the arguments from `at` on, start and goal, into
 * f->puzzle and f->board. Returns what is wrong with them, NULL: nothing;
 * f->unsolvable is not among it. */
const char *read_pair(struct call *c, int at);

/* Reads an argument that is a board; NULL: it is none. */
const loyd_board *read_goal(struct call *c, int at);

/* Reads a path, into f->path. */
bool read_path(struct call *c, int at, loyd_moves *path);

/* The Manhattan distance, and the tiles that must leave their lines. */
unsigned manhattan_of(const struct plain_board *board);
unsigned conflicts_of(const struct plain_board *board);

#endif
