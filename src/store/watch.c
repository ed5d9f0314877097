/* SPDX-License-Identifier: MIT */
/* Calls go_on during long statements and while waiting for a lock. */
#include "store/watch.h"

#include <errno.h>
#include <poll.h>
#include <sqlite3.h>
#include <unistd.h>

#define INSTRUCTIONS 4096 /* about 0.1 ms */
#define BUSY_STEP_MS 5
#define SENTRY_MS 50

/* For sqlite3_progress_handler: nonzero stops. */
static int
on_progress(void *context)
{
    const struct watch *w = context;

    return !w->is_held && !watch_goes_on(w);
}

bool
watch_wait(const struct watch *w, int n, int most_ms)
{
    if (n >= most_ms / BUSY_STEP_MS || !watch_goes_on(w))
        return false;
    sqlite3_sleep(BUSY_STEP_MS);
    return true;
}

/*
 * For sqlite3_busy_handler: 0 gives up. SQLite's own handler waits up to 100
 * ms between two tries: a process that writes one transaction after another
 * then keeps others out, because the lock is free for a few milliseconds only.
 */
static int
on_busy(void *context, int n)
{
    return watch_wait(context, n, BUSY_MS);
}

void
watch_begin(sqlite3 *db, const struct watch *w)
{
    /* The casts drop const; the callbacks only read. */
    sqlite3_busy_handler(db, on_busy, (void *)w);
    if (w->go_on != NULL)
        sqlite3_progress_handler(db, INSTRUCTIONS, on_progress, (void *)w);
}

static void *
stand(void *argument)
{
    const struct sentry *s = argument;
    struct pollfd end = {.fd = s->pipe[0], .events = POLLIN};
    int n;

    while ((n = poll(&end, 1, SENTRY_MS)) == 0 || (n < 0 && errno == EINTR))
        if (!watch_goes_on(s->watch))
            sqlite3_interrupt(s->db);
    return NULL;
}

void
sentry_begin(struct sentry *s, sqlite3 *db, const struct watch *w)
{
    *s = (struct sentry){.db = db, .watch = w};
    if (w->go_on == NULL || pipe(s->pipe) != 0)
        return;
    s->is_running = pthread_create(&s->thread, NULL, stand, s) == 0;
    if (s->is_running)
        return;
    close(s->pipe[0]);
    close(s->pipe[1]);
}

void
sentry_end(struct sentry *s)
{
    if (!s->is_running)
        return;
    close(s->pipe[1]);
    pthread_join(s->thread, NULL);
    close(s->pipe[0]);
    s->is_running = false;
}
