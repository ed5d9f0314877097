/* SPDX-License-Identifier: MIT */
/* Stopping SQLite, and waiting for other processes. */
#ifndef LOYD_STORE_WATCH_H
#define LOYD_STORE_WATCH_H

#include <pthread.h>

#include "loyd/store.h"

struct sqlite3; /* SQLite stays behind the store */

/* Who is asked whether to go on. All zero: nobody, and it always goes on. */
struct watch {
    loyd_go_on_fn go_on;
    void *context;
    bool is_held; /* not asked: what is under way is to be finished */
};

/*
 * From now on statements of `db` ask `w`, which outlives it, every few
 * thousand instructions, and when they wait for another process.
 */
void watch_begin(struct sqlite3 *db, const struct watch *w);

/* Of an open catalogue, for other files of a job on it. */
const struct watch *store_watch(const loyd_store *store);

/*
 * Some single instructions of SQLite take long and ask nobody: those that
 * count a table or check a file. For them a thread asks.
 */
struct sentry {
    struct sqlite3 *db;
    const struct watch *watch;
    int pipe[2]; /* closed to end it */
    pthread_t thread;
    bool is_running;
};

/* Where there can be no thread it does nothing. */
void sentry_begin(struct sentry *s, struct sqlite3 *db, const struct watch *w);
void sentry_end(struct sentry *s);

#endif
