/* SPDX-License-Identifier: MIT */
/* Stops SQLite on request, and limits waiting for other processes. */
#ifndef LOYD_STORE_WATCH_H
#define LOYD_STORE_WATCH_H

#include <pthread.h>

#include "loyd/store.h"

struct sqlite3; /* avoids sqlite3.h, which only the store includes */

/* The callback that may stop a job. All zero: none. */
struct watch {
    loyd_go_on_fn go_on;
    void *context;
    bool is_held; /* go_on is not called, so that a job can finish */
};

/* Asks whether the job goes on. */
static inline bool
watch_goes_on(const struct watch *w)
{
    return w->go_on == NULL || w->go_on(w->context);
}

/*
 * Makes all statements of `db` call `w`, which must outlive it, every few
 * thousand instructions and while they wait for another process.
 */
void watch_begin(struct sqlite3 *db, const struct watch *w);

#define BUSY_MS 5000 /* the longest wait for another process */

/* Waits a few milliseconds before the next try, after n tries. Returns false
   if they have taken most_ms, or the watch stops the job. */
bool watch_wait(const struct watch *w, int n, int most_ms);

/* Returns the watch of an open catalogue, for other files of its job. */
const struct watch *store_watch(const loyd_store *store);

/*
 * Calls the watch from a thread. Some single instructions of SQLite, such as
 * those that count a table or check a file, take long without calling it.
 */
struct sentry {
    struct sqlite3 *db;
    const struct watch *watch;
    int pipe[2]; /* closed to end it */
    pthread_t thread;
    bool is_running;
};

/* Start and end the thread. If no thread can be created, both do nothing. */
void sentry_begin(struct sentry *s, struct sqlite3 *db, const struct watch *w);
void sentry_end(struct sentry *s);

#endif
