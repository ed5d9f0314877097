/* SPDX-License-Identifier: MIT */
/* Calls go_on during long statements and while waiting for a lock. */
#include "store/watch.h"

#include <errno.h>
#include <poll.h>
#include <sqlite3.h>
#include <unistd.h>

#define INSTRUCTIONS 4096 /* about 0.1 ms */
#define BUSY_MS 5000
#define SENTRY_MS 50

static bool
goes_on(const struct watch *w)
{
    return w->go_on == NULL || w->go_on(w->context);
}

/* For sqlite3_progress_handler: nonzero stops. */
static int
on_progress(void *context)
{
    const struct watch *w = context;

    return !w->is_held && !goes_on(w);
}

/* For sqlite3_busy_handler: 0 gives up. Waits like SQLite's own handler, but
 * calls go_on. */
static int
on_busy(void *context, int n)
{
    static const int delays[] = {1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50};
    const int n_delays = (int)(sizeof(delays) / sizeof(delays[0]));
    int waited = 0, delay = n < n_delays ? delays[n] : 100;

    for (int i = 0; i < n && i < n_delays; i++)
        waited += delays[i];
    if (n > n_delays)
        waited += 100 * (n - n_delays);
    if (waited >= BUSY_MS || !goes_on(context))
        return 0;
    sqlite3_sleep(delay);
    return 1;
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
        if (!goes_on(s->watch))
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
