/* SPDX-License-Identifier: MIT */
/* The boards of a job of `rate --prove`, and what the files of their parts
 * say. */
#ifndef LOYD_CLUSTER_BOARD_H
#define LOYD_CLUSTER_BOARD_H

#include "cluster/finding.h"

/* Bounds that cost fewer nodes than this are searched together with the next
   one, and their files are not synced: after a crash they are damaged, and
   searched again in less time than syncing takes. */
#define NODES_CHEAP 1000000

struct part_state {
    int none;        /* no solution through it has at most this many */
    uint16_t length; /* of its path; 0: none was found */
    uint64_t nodes;  /* of its last bound */
    loyd_moves path; /* canonical among those through it if `length` is 2
                        more than `none` */
};

enum status {
    STATUS_OPEN = 0,
    STATUS_DONE, /* the optimum and the canonical path are known */
    STATUS_WRONG /* contradictions: the lower end, or damaged files */
};

struct board {
    struct board_row row;
    uint16_t first; /* the least length that is open at first */
    uint16_t best;  /* the least length of a known solution */
    enum status status;
    uint64_t nodes;           /* of the last bounds of all parts */
    struct part_state *parts; /* [plan.parts], part 1 first */
};

/* Read and free boards.tsv; functions of a kind. */
loyd_err boards_read(struct job *job, loyd_why *why);
void boards_free(struct job *job);

/*
 * Reads the files of a board that are new, and sets is_done of its tasks.
 * Damaged ones are named once and otherwise ignored.
 */
loyd_err board_look(struct job *job, struct board *board, loyd_why *why);

/* Writes the name of the folder of its files. */
void board_folder(const struct board *board, char name[FOLDER_NAME]);

/* Stores what a search has found. */
loyd_err board_keep(struct job *job, struct board *board,
                    const struct finding *finding, loyd_why *why);

/* Returns the part whose path has the length `best`, the first of them, or
   NULL: that is still the stored one. */
const struct part_state *board_best(const struct job *job,
                                    const struct board *board);

/* Returns the least length that is not ruled out, or `best`. */
uint16_t board_lower(const struct job *job, const struct board *board);

/* Is a bound of a part needed as long as the part has found nothing below? */
bool board_needs(const struct board *board, uint32_t part, uint16_t bound);

/* Returns the next bound of a part, 1..parts; 0: none is needed. */
uint16_t board_bound(const struct board *board, uint32_t part);

#endif
