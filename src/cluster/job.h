/* SPDX-License-Identifier: MIT */
/*
 * A job: a folder of tasks that any number of processes do, on all machines
 * that share it.
 *
 *     job          the work; never changed
 *     boards.tsv   of proofs: the boards
 *     claims/N     task N is being done (claim.h)
 *     results/     what tasks have found: files written whole or not at all,
 *                  whose names and contents are checked
 *
 * A task may be done twice, even at once: its results are the same.
 */
#ifndef LOYD_CLUSTER_JOB_H
#define LOYD_CLUSTER_JOB_H

#include "base/file.h"
#include "cluster/plan.h"

struct task {
    bool is_done;
    bool is_claimed; /* by another process, when last looked at */
};

struct kind;
struct board;

struct job {
    const char *dir;
    int fd; /* of the folder; -1: none */
    const struct kind *kind;
    struct plan plan;
    uint64_t stamp;     /* a checksum of the plan: names folders elsewhere */
    struct task *tasks; /* [plan.tasks], task 1 first */
    loyd_listener listener;
    loyd_generator *generator; /* of generate */
    struct board *boards;      /* of rate: [plan.boards] */
    loyd_split
        *split; /* of rate: the division of a board, for its next task */
    const struct board *divided;
    char **named;              /* files that have been named */
    size_t n_named;
    size_t room_named;
};

/* What a task is done with. */
struct worker {
    struct job *job;
    loyd_solver *solver;
    const char *scratch; /* a folder */
    uint64_t n_done;     /* tasks, by all processes */
    uint64_t seed;       /* differs from process to process */
};

/* What a join makes. */
struct joining {
    struct job *job;
    loyd_store *store;
    const char *db; /* its path */
    const char *scratch;
    uint64_t missing; /* tasks without a good result */
    loyd_job_result result;
    loyd_bad_fn refused; /* of merges */
    loyd_err failed;     /* what made it end one, or LOYD_OK */
    loyd_why why;        /* of that */
};

#define FOLDER_NAME 32 /* results/ID and its end */

/* A kind of jobs. Functions that return loyd_err have filled `why`. */
struct kind {
    const char *command; /* the loyd command whose work it does */
    const char *unit;    /* of progress */

    /* Prepares a job that was read: generator, boards. */
    loyd_err (*plan)(struct job *job, loyd_why *why);

    /* Looks for results: sets is_done of the task, or for 0 of all. */
    loyd_err (*check)(struct job *job, uint64_t task, loyd_why *why);

    /* Returns how late an open task comes; the least is done first. From
       KIND_AHEAD on, tasks of dead processes come before it. */
    uint64_t (*rank)(const struct worker *worker, uint64_t task);

    /* Does a task, or a piece of it, stores what was found, and sets is_done
       if that was all. */
    loyd_err (*work)(struct worker *worker, uint64_t task, loyd_why *why);

    /* Writes the name of the folder of a task's results; returns the first
       task that has another. */
    uint64_t (*folder)(const struct job *job, uint64_t task,
                       char name[FOLDER_NAME]);

    /* Returns the task of a result of the folder of task `in`, or 0. */
    uint64_t (*task_of)(const struct job *job, uint64_t in, const char *name);

    /* Adds all results to the catalogue. */
    loyd_err (*join)(struct joining *joining, loyd_why *why);

    /* Frees what plan and work have made. */
    void (*close)(struct job *job);
};

#define KIND_AHEAD (UINT64_C(1) << 63)

extern const struct kind kind_generate;
extern const struct kind kind_prove;

/* Opens a folder of the job. */
loyd_err job_folder(const struct job *job, const char *name, int *fd,
                    loyd_why *why);

/* Reports what is wrong with a file of the job, and what is done about it,
   once. */
loyd_err job_named(struct job *job, const char *path, loyd_err kind,
                   const char *fault, const char *result, loyd_why *why);

/* Reports progress; false: the listener wants to stop. */
bool job_goes_on(const struct job *job, const loyd_progress *now);

/* Reports a problem with a file of the job, or with all of it (NULL). Returns
   LOYD_E_CANCELLED if the listener wants to stop. */
loyd_err job_tell(const struct job *job, const char *file, loyd_err err,
                  const char *what);

/* Reads a regular file of the job's folder. *is_there is false if there is
   none. Errors: LOYD_E_CORRUPT, with words, if it is not a regular file;
   LOYD_E_IO, LOYD_E_NOMEM. */
loyd_err job_read(int dir, const char *name, size_t most, struct text *text,
                  bool *is_there, loyd_why *why);

/* Writes a file of a folder whole or not at all. */
bool job_put(int dir, const char *name, const struct text *text,
             bool is_synced);

/* Begins a folder for unfinished work in the folder `scratch`; its path, which
   the caller frees, ends with a slash and has room for a short name. The
   caller ends it, also after an error. */
loyd_err job_scratch(const struct job *job, const char *scratch,
                     struct temp *folder, char **path, loyd_why *why);

/* Returns the goal of a board of rate. */
const loyd_board *job_goal(const struct job *job, uint64_t board);

/* Removes claims and unfinished results of dead processes on tasks that are
   done. What cannot be removed stays, and does no harm. */
void job_tidy(const struct job *job);

#endif
