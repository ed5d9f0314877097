/* SPDX-License-Identifier: MIT */
/*
 * Claims tell other processes which bounds are being searched. They are hints:
 * if two processes search the same bound, only time is lost. A claim is a file
 * next to the findings, which its process locks and lengthens every few
 * seconds. It counts as dead if its lock is free and its process was on this
 * host, where locks can be trusted, or if its length has not changed while
 * this process has watched it for half a minute. Clocks of two hosts are never
 * compared. A claim may belong to another user: if it cannot be read, it is
 * watched, and if it cannot be removed, its bound is searched without a claim.
 */
#ifndef LOYD_CLI_PROOF_CLAIM_H
#define LOYD_CLI_PROOF_CLAIM_H

#include <sys/types.h>

#include "cli/proof.h"

/* What this process has claimed; fd -1: nothing. */
struct claim {
    int dir; /* of the proof */
    int fd;
    off_t size; /* of the file */
    char path[PROOF_PATH];
};

/* A claim of another process, and since when it has looked the same. */
struct watched {
    const struct proof_board *board;
    uint32_t part;
    uint16_t bound;
    off_t size;
    ino_t file;
    double since; /* seconds of clock_seconds */
};

struct watch {
    struct watched *at;
    size_t n;
    size_t room;
};

/*
 * Claims a bound of a part. *is_taken: another process has. `is_dead`: the
 * claim of a dead process is removed first; if that fails, a message says so,
 * and this process searches without a claim. Returns an exit code, after a
 * message.
 */
int claim_take(struct claim *claim, const struct proof *proof,
               const struct proof_board *board, uint32_t part, uint16_t bound,
               bool is_dead, bool *is_taken);

/* Shows other processes that this one lives. */
void claim_beat(struct claim *claim);

/* Ends a claim. */
void claim_drop(struct claim *claim);

/* Is the process of a claim dead, or the claim gone? */
bool claim_is_dead(struct watch *watch, const struct proof *proof,
                   const struct proof_board *board, uint32_t part,
                   uint16_t bound);

#endif
