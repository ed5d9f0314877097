/* SPDX-License-Identifier: MIT */
/*
 * The text of the files of proofs that several machines share: the list of
 * boards, and what the search of a part of a board has found.
 */
#ifndef LOYD_CLUSTER_FINDING_H
#define LOYD_CLUSTER_FINDING_H

#include "cluster/job.h"

/*
 * A board to prove, a line of boards.tsv:
 *
 *     ID<TAB>LOWER<TAB>UPPER<TAB>START<TAB>GOAL<TAB>PATH
 */
struct board_row {
    loyd_id id;
    uint16_t lower; /* no solution is shorter; 1..upper-1 */
    uint16_t upper; /* the length of the path */
    loyd_puzzle puzzle;
    loyd_moves path;
};

/*
 * Parses the line of a board: the id is that of the boards, which can be
 * solved, and the path is a solution. The caller frees row->path; on errors it
 * is empty. Errors: LOYD_E_SYNTAX and others.
 */
loyd_err board_row_parse(struct slice line, struct board_row *row,
                         loyd_why *why);

/*
 * What the search of one part for solutions of at most `bound` moves has
 * found. Its text ends with a checksum.
 */
struct finding {
    loyd_id id;
    uint32_t part; /* 1..parts */
    uint32_t parts;
    uint16_t bound;
    uint64_t nodes;
    bool is_solved;
    loyd_moves path; /* if it is */
};

#define FINDING_MOST 100000 /* bytes of text */

void finding_print(const struct finding *finding, struct text *text);

/*
 * Parses a text; the caller frees finding->path, which is empty on errors. A
 * parsed finding prints as the same text. Errors: LOYD_E_CORRUPT.
 */
loyd_err finding_parse(struct slice text, struct finding *finding,
                       loyd_why *why);

#define FINDING_NAME 40

/* Writes the name of its file: BOUND.PART-PARTS. */
void finding_name(const struct finding *finding, char name[FINDING_NAME]);

/* Parses such a name; false for any other. */
bool finding_name_parse(const char *name, struct finding *finding);

#endif
