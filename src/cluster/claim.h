/* SPDX-License-Identifier: MIT */
/*
 * Claims tell other processes which tasks are being done. They are hints: if
 * two processes do the same task, only time is lost. A claim is a file in the
 * folder claims/ of a job, named after the number of the task, which says who
 * has made it and is touched every few seconds. It is dead if it has not been
 * touched for CLAIM_PATIENCE seconds. Ages are differences of two times that
 * the folder itself has given to files, so no clock of a machine matters.
 */
#ifndef LOYD_CLUSTER_CLAIM_H
#define LOYD_CLUSTER_CLAIM_H

#include "base/slice.h"
#include "loyd.h"

#define CLAIM_BEAT 5      /* seconds between two touches */
#define CLAIM_PATIENCE 30 /* several times that */

#define CLAIM_WORD 72
#define CLAIM_TOKEN 33 /* 32 digits and a NUL */

/* Who has claimed a task. The texts of a file that says nothing are "?". */
struct claim_owner {
    char host[CLAIM_WORD];
    char boot[CLAIM_WORD]; /* the id of the host's start */
    char user[CLAIM_WORD];
    char process[CLAIM_WORD];
    char token[CLAIM_WORD];
    int64_t since;   /* seconds of the folder's clock */
    double age;      /* seconds since the last touch; below 0: not known */
    bool is_regular; /* false: a folder, a link or the like in its place */
};

/* The claims of one process. */
struct claims {
    int fd; /* of the folder claims/; the caller closes it */
    char token[CLAIM_TOKEN];
    unsigned beat; /* seconds between two touches */
};

/* Sets the token and the beat. Errors: LOYD_E_SYSTEM. */
loyd_err claims_open(struct claims *claims, int fd, loyd_why *why);

struct claim; /* of a task that this process does; it has a thread */

enum claim_state {
    CLAIM_MINE = 0,
    CLAIM_TAKEN = 1,  /* by another process */
    CLAIM_WITHOUT = 2 /* it cannot be made; `why` says why */
};

/*
 * Claims a task. With `dead`, its claim is replaced if it is still the one
 * with that token. *claim is NULL unless the state is CLAIM_MINE.
 */
enum claim_state claim_take(const struct claims *claims, uint64_t task,
                            const struct claim_owner *dead,
                            struct claim **claim, loyd_why *why);

/* Ends a claim; its file is removed if this process still owns it. NULL is
   fine. */
void claim_drop(struct claim **claim);

/* Reads the claim of a task; false if there is none. */
bool claim_look(const struct claims *claims, uint64_t task,
                struct claim_owner *owner);

static inline bool
claim_is_dead(const struct claim_owner *owner)
{
    return !owner->is_regular || owner->age >= CLAIM_PATIENCE;
}

/* Removes a claim, or another file of the folder, if its process is dead. */
void claim_tidy(const struct claims *claims, const char *name);

/* Begins the names of files that are made for their time. */
#define CLAIM_CLOCK ".now-"

/* Reads the text of a claim; its age is not known. */
void claim_parse(struct slice text, struct claim_owner *owner);

/* Returns the task of a file's name, or 0 if it is that of no claim. */
uint64_t claim_task(const char *name);

#endif
