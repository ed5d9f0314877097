/* SPDX-License-Identifier: MIT */
/* Runs one function on several threads; reports progress and can stop them. */
#ifndef LOYD_SOLVE_TABLE_TEAM_H
#define LOYD_SOLVE_TABLE_TEAM_H

#include <pthread.h>
#include <stdatomic.h>

#include "loyd/solve.h"

#define TEAM_MAX 256

struct search_job;

/* Reports progress from any thread, one at a time, and records a stop. */
struct monitor {
    loyd_progress_fn progress;
    void *context;
    loyd_stop_fn stop;   /* of the current call; may be NULL */
    loyd_bound_fn bound; /* the same */
    void *call_context;
    bool (*solved)(void *context, struct search_job *job);
    void *solved_context;
    pthread_mutex_t lock;
    atomic_bool is_stopped;
    bool has_enough; /* stopped by `stop`: the result so far is wanted */
};

/* Sets the callbacks of a call, which has not been stopped yet. */
void monitor_begin(struct monitor *m, loyd_stop_fn stop, loyd_bound_fn bound,
                   void *context);

/* Forgets them. */
void monitor_end(struct monitor *m);

/*
 * Returns false if the caller of the library asked to stop. To be called every
 * few milliseconds.
 */
bool monitor_look(struct monitor *m);

/* Returns LOYD_E_CANCELLED after a stop, otherwise LOYD_E_NOMEM: why memory
 * or work that both can prevent is missing. */
loyd_err monitor_lack(const struct monitor *m);

/* memory_new, all zero; it can take long. Returns NULL also after a stop. */
void *monitor_zero(struct monitor *m, uint64_t bytes);

/* Memory that several tables are built in, one after the other, since fresh
 * pages cost more than to clear them. All zero is empty. */
struct workspace {
    void *block;
    uint64_t bytes;
};

/* Returns the same memory, enlarged if necessary, as monitor_zero does. */
void *workspace_zero(struct workspace *s, struct monitor *m, uint64_t bytes);
void workspace_free(struct workspace *s);

/* Reports progress, with a look. Returns false as monitor_look does. */
bool monitor_tell(struct monitor *m, const char *what, uint64_t done,
                  uint64_t total);

/* Reports how far the proof of a puzzle is, from any thread. */
void monitor_bound(struct monitor *m, size_t puzzle, unsigned lower,
                   uint64_t nodes);

/* Reports a puzzle whose result is final. */
void monitor_solved(struct monitor *m, struct search_job *job);

struct team;
typedef void (*team_fn)(struct team *t, unsigned member, void *context);

struct team {
    unsigned n;
    team_fn work;
    void *context;
    pthread_barrier_t barrier;
};

/*
 * Runs work(team, 0..n-1, context), with member 0 on the calling thread, and
 * returns when all are finished. If the threads cannot be created, runs
 * nothing and returns LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err team_run(unsigned n, team_fn work, void *context);

/* Waits until every member of the team has called it. */
void team_meet(struct team *t);

#endif
