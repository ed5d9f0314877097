/* SPDX-License-Identifier: MIT */
/*
 * Long jobs in tasks, which processes on any number of machines share through
 * a folder. Whatever dies or is damaged meanwhile, the result is that of one
 * machine, or what is missing is named.
 */
#ifndef LOYD_CLUSTER_CLUSTER_H
#define LOYD_CLUSTER_CLUSTER_H

#include "base/text.h"
#include "loyd.h"

#define TASKS_MAX 1000000 /* of a job */

/* The work of a job, as its folder says it. The numbers of one kind are 0 in
   the other. */
struct plan {
    const char *kind;    /* "generate" or "rate" */
    const char *command; /* as a shell reads it, for people */
    const char *db;      /* the catalogue of the command; "": none */
    const char *recipe;  /* of generate, as are the next five: */
    uint64_t first;      /* index */
    uint64_t count;
    uint64_t attempts;
    uint64_t effort; /* loyd_effort */
    uint64_t metric; /* loyd_metric */
    uint64_t parts;  /* of rate: of each board */
    uint64_t memory; /* bytes of a search; 0: not given */
    uint64_t boards;
    uint64_t boards_check; /* checksum of the list */
    uint64_t tasks;
    void *owned; /* memory of the texts of a job that was read */
};

struct job;

/*
 * Writes the folder of a new job; `dir` must be new or empty. `boards` is the
 * list of those of rate, from cluster_board; NULL: none. Errors: LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_NOMEM, LOYD_E_SYNTAX (a text of more than one line).
 */
loyd_err cluster_make(const char *dir, struct plan *plan,
                      const struct text *boards, loyd_why *why);

/* Adds a board to prove to a list, whose plan counts them. */
void cluster_board(struct text *list, struct plan *plan,
                   const loyd_entry *entry);

/*
 * Opens a job. The listener receives damaged files (`file` is their path in
 * the folder), and takeovers as warnings. Errors: LOYD_E_NOT_FOUND,
 * LOYD_E_FOREIGN (also a job of another release), LOYD_E_CORRUPT, LOYD_E_IO,
 * LOYD_E_NOMEM. job_close accepts NULL.
 */
loyd_err job_open(const char *dir, const loyd_listener *listener,
                  struct job **job, loyd_why *why);
void job_close(struct job **job);
const struct plan *job_plan(const struct job *job);

/*
 * Claims and does tasks until all are done. `scratch` is a folder of this
 * machine for unfinished work. The listener receives boards of rate whose
 * rating is wrong. Errors: LOYD_E_CANCELLED and those of the work.
 */
loyd_err job_run(struct job *job, loyd_solver *solver, const char *scratch,
                 loyd_why *why);

/* Called with each claim; `age` is that of its last sign of life. */
struct claim_owner;
typedef void (*claim_fn)(void *context, uint64_t task,
                         const struct claim_owner *owner);

/* Counts the tasks that are done, and calls `each` for the others' claims. */
loyd_err job_status(struct job *job, uint64_t *done, claim_fn each,
                    void *context, loyd_why *why);

/* What a join has found. */
struct join_result {
    loyd_job_result counts; /* of the boards */
    uint64_t missing;       /* tasks without a good result */
    uint64_t bad;           /* rows that verification refused */
    uint8_t digest[LOYD_HASH_BYTES];
};

/*
 * Adds the results to a catalogue, verifies it and computes its digest, unless
 * results of generate are missing or damaged: the damaged ones are removed.
 * `scratch` is a folder for unfinished work; NULL: that of the job. Free space
 * is looked for first (LOYD_E_FULL).
 */
loyd_err job_join(struct job *job, loyd_store *store, const char *db,
                  const char *scratch, unsigned threads,
                  struct join_result *result, loyd_why *why);

/* Calls `each` with the interval of each board that is still open, after a
   join. */
typedef void (*open_fn)(void *context, const loyd_id *id, uint16_t lower,
                        uint16_t upper);
void job_open_boards(const struct job *job, open_fn each, void *context);

/* What a script is made for. */
struct script {
    const char *engine; /* a name of script_engines */
    const char *dir;    /* the folder of the job, as all machines see it */
    const char *db;     /* for the join */
    uint64_t tasks;     /* processes; 0: as many as there are tasks, at most
                           SCRIPT_TASKS */
    uint64_t threads;   /* of each */
    bool takes_scratch; /* slurm: it asks for disk space too, which nodes that
                           do not state theirs refuse */
};

#define SCRIPT_TASKS 1001 /* Slurm's default MaxArraySize: 0 to 1000 */

/* Ends with NULL. */
extern const char *const script_engines[];

/* Appends the text of moves. */
void path_put(struct text *text, const loyd_moves *path);

/* Appends a word as a shell reads it. */
void word_put(struct text *text, const char *word);

/* Writes the script that runs a job on an engine. Errors: LOYD_E_NOMEM,
   LOYD_E_SYNTAX (a folder that the engine cannot name). */
loyd_err script_put(struct text *text, const struct job *job,
                    const struct script *script, loyd_why *why);

#endif
