/* SPDX-License-Identifier: MIT */
/* A few threads that run one function together, and a word to stop them. */
#ifndef LOYD_SOLVE_TEAM_H
#define LOYD_SOLVE_TEAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "loyd/solve.h"

#define TEAM_MAX 256

/* Tells progress from any thread, one at a time; remembers a "stop". */
struct monitor {
    loyd_progress_fn progress;
    void *context;
    pthread_mutex_t lock;
    atomic_bool is_stopped;
};

/* Returns false where the caller of the library has asked to stop. */
bool monitor_tell(struct monitor *m, const char *what, uint64_t done,
                  uint64_t total);

struct team;
typedef void (*team_fn)(struct team *t, unsigned member, void *context);

struct team {
    unsigned n;
    team_fn work;
    void *context;
    pthread_barrier_t barrier;
};

/*
 * Runs work(team, 0..n-1, context), member 0 on the calling thread, and
 * returns when all are done. Where threads cannot be had it is
 * LOYD_E_SYSTEM, and nothing has run.
 */
LOYD_NODISCARD loyd_err team_run(unsigned n, team_fn work, void *context);

/* Waits until every member of the team is here. */
void team_meet(struct team *t);

#endif
