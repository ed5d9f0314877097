/* SPDX-License-Identifier: MIT */
/*
 * Proofs that any number of processes share: a folder with the list of boards,
 * boards.tsv, and a folder proof/ID for each with a file for each bound that a
 * part of the board has completed. Files are written whole under other names
 * and renamed. Two processes may write the same one: they found the same.
 */
#ifndef LOYD_CLI_PROOF_H
#define LOYD_CLI_PROOF_H

#include "cli/command.h"
#include "cli/proof_text.h"

struct part_state {
    int none;         /* no solution through it has at most so many moves */
    uint16_t length;  /* of its path; 0: none was found */
    uint16_t claimed; /* its next bound, if a process has claimed it; or 0 */
    uint64_t nodes;   /* of its last bound */
    loyd_moves path; /* canonical among those through it if `length` is 2
                        more than `none` */
};

enum proof_status {
    PROOF_OPEN = 0,
    PROOF_DONE, /* the optimum and the canonical path are known */
    PROOF_WRONG /* contradictions: the lower end, or damaged files */
};

struct proof_board {
    struct board_row row;
    uint16_t first; /* the least length that is open at first */
    uint16_t best;  /* the least length of a known solution */
    enum proof_status status;
    uint64_t nodes; /* of the last bounds of all parts */
    struct part_state *parts; /* [n_parts], part 1 first */
};

struct proof {
    const char *dir;
    int fd; /* of `dir` */
    uint32_t n_parts;
    struct proof_board *boards;
    size_t n;
    size_t room;
    struct damaged *damaged; /* files that have been named */
    size_t n_damaged;
    size_t room_damaged;
};

/*
 * Opens the folder and reads its list; files are read by proof_look. Returns
 * an exit code, after a message. proof_close accepts what could not be opened.
 */
int proof_open(struct proof *proof, const char *dir);
void proof_close(struct proof *proof);

/* Makes the folder of the files, if there is none yet: only for processes that
   search. Returns an exit code, after a message. */
int proof_begin(const struct proof *proof);

/*
 * Reads the files of a board that are new. Damaged ones are named once and
 * otherwise ignored. Returns an exit code, after a message: EXIT_BAD if the
 * folder cannot be read.
 */
int proof_look(struct proof *proof, struct proof_board *board);

/* Returns the least length that is not ruled out, or `best`. */
uint16_t proof_lower(const struct proof *proof,
                     const struct proof_board *board);

/* Says what is wrong with a board whose status is PROOF_WRONG. */
void proof_show_wrong(const struct proof *proof,
                      const struct proof_board *board);

/* Returns the part whose path has the length `best`, the first of them, or
   NULL: that is still the stored one. */
const struct part_state *proof_best(const struct proof *proof,
                                    const struct proof_board *board);

/* Returns the next bound of a part, 1..n_parts; 0: none is needed. */
uint16_t proof_bound(const struct proof_board *board, uint32_t part);

/* Is a bound of a part needed as long as the part has found nothing below? */
bool proof_needs(const struct proof_board *board, uint32_t part,
                 uint16_t bound);

/* Bounds that cost fewer nodes than this are searched together with the next
   one, and their files are not synced: after a crash they are damaged, and
   searched again in less time than syncing takes. */
#define NODES_CHEAP 1000000

/* Stores what a search has found. Returns an exit code, after a message. */
int proof_keep(struct proof *proof, struct proof_board *board,
               const struct finding *finding);

/* Hints for other processes are files with this after the name of a finding
   (proof_claim.h). */
#define CLAIM_SUFFIX ".claim"

#define PROOF_PATH 80 /* room for proof/ID/NAME in the folder */

/* Writes the path of a file of a board, or for NULL of its folder. */
void proof_path(const struct proof_board *board, const char *name,
                char path[PROOF_PATH]);

/* Checks that the operands are an action and a folder. Returns an exit code,
   after a message. */
int proof_operand(const struct run *run);

/* The actions of `loyd cluster`. */
int cluster_prove(struct run *run);
int cluster_join(struct run *run);

#endif
