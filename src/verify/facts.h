/* SPDX-License-Identifier: MIT */
/*
 * What a row states about a puzzle, in any source, and the one list of checks
 * of it. Parity, classes, ids and paths are computed here a second time by
 * other methods, so that a fault in the generator, the store, the solver or
 * their checks is not repeated.
 */
#ifndef LOYD_VERIFY_FACTS_H
#define LOYD_VERIFY_FACTS_H

#include "base/slice.h"
#include "base/why.h"
#include "loyd/channel.h"
#include "loyd/moves.h"
#include "store/raw.h"
#include "verify/plain.h"

/* What is stated of the length in a metric. */
struct length_facts {
    const char *form;     /* what is wrong with the form of what follows;
                             NULL: nothing */
    struct stated stated; /* moves and slides: once the path was replayed */
    loyd_moves path;      /* to the upper end; borrowed; empty: none */
};

/* Texts are borrowed from the row; one at NULL is not stated. */
struct facts {
    bool has_id;
    loyd_id id;
    loyd_puzzle puzzle;
    struct plain_board board; /* of the puzzle, once its labels were checked */
    unsigned estimate;        /* 0: none */
    struct length_facts in[LOYD_METRICS];
    const struct raw_value *values; /* of a table of the catalogue: its row */
    /* Of the row of a ledger: */
    const loyd_ledger_row *day;
};

enum row_kind {
    ROW_PUZZLE = 1 << 0, /* of a catalogue: its lengths */
    ROW_DAY = 1 << 1     /* of a ledger, as other commands read it */
};

/* Who checks: the kind of the rows, and what their checks need. */
struct checker {
    enum row_kind kind;
    const struct report *report;   /* of the source of the rows */
    struct plain_lengths *lengths; /* for searches in MTM; NULL: no searches */
    struct searches {
        uint64_t searched;  /* optima found by a plain search */
        uint64_t replayed;  /* up to LOYD_EXACT_CELLS cells: not searched */
        uint64_t intervals; /* of larger boards, not searched, */
        uint64_t proofs;    /* as these */
    } n;
    void *state;    /* of the source, for its own checks */
    loyd_why words; /* of the last fault */
};

/*
 * Makes the checks of this kind of row, in the order of their list. Returns
 * the first fault, which is valid until the next call, or NULL. A check that
 * cannot be made ends the report, and there are no more.
 */
const char *facts_check(struct checker *by, struct facts *facts);

/* Formats a fault that is no static text. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
const char *
checker_words(struct checker *by, const char *format, ...);

/* --- facts.c --- */

/* Of paths, and of texts that are no path. */
#define PATH_LENGTH_FAULT "the path's length does not match the rating"

/* Makes the board of a puzzle. Returns false if start and goal have other
 * sizes or labels. */
bool facts_board(const loyd_puzzle *puzzle, struct plain_board *board);

/* Computes the id of a puzzle. */
void facts_id(const loyd_puzzle *puzzle, loyd_id *id);

/* Returns whether the taxicab distance between the blanks is odd, and with it
 * every length in STM. */
bool is_odd_board(const struct plain_board *board);

/* Writes the class of a goal, and returns it. */
#define CLASS_BYTES 48
const char *facts_class(const loyd_board *goal, char text[CLASS_BYTES]);

/* Checks in the list, each of which returns what is wrong, or NULL. */
const char *check_labels(struct checker *by, struct facts *facts);
const char *check_parity(struct checker *by, struct facts *facts);
const char *check_id(struct checker *by, struct facts *facts);
const char *check_estimate(struct checker *by, struct facts *facts);
const char *check_laws(struct checker *by, struct facts *facts);
const char *check_form(struct checker *by, struct facts *facts,
                       loyd_metric metric);
const char *check_path(struct checker *by, struct facts *facts,
                       loyd_metric metric);
const char *check_optimum(struct checker *by, struct facts *facts,
                          loyd_metric metric);

/*
 * Returns what is wrong with a rating whose optimum is lower..upper, and whose
 * canonical path, if that is not empty, is `path`; NULL: nothing. The text may
 * be that of `words`.
 */
const char *optimum_fault(const struct length_facts *of, unsigned lower,
                          unsigned upper, const loyd_moves *path,
                          loyd_why *words);

#endif
