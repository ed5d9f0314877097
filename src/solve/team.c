/* SPDX-License-Identifier: MIT */
/* A few threads that run one function together. */
#include "solve/team.h"

struct member {
    struct team *team;
    unsigned number;
    pthread_t thread;
    /* Members wait here until all of them exist, or none shall run. */
    pthread_mutex_t *gate;
    const bool *go;
};

bool
monitor_tell(struct monitor *m, const char *what, uint64_t done,
             uint64_t total)
{
    loyd_progress p = {what, done, total};

    if (atomic_load_explicit(&m->stopped, memory_order_relaxed))
        return false;
    if (m->progress == NULL)
        return true;
    pthread_mutex_lock(&m->lock);
    if (!atomic_load(&m->stopped) && !m->progress(m->context, &p))
        atomic_store(&m->stopped, true);
    pthread_mutex_unlock(&m->lock);
    return !atomic_load(&m->stopped);
}

void
team_meet(struct team *t)
{
    if (t->n > 1)
        pthread_barrier_wait(&t->barrier);
}

static void *
member_main(void *argument)
{
    struct member *m = argument;
    bool go;

    pthread_mutex_lock(m->gate);
    go = *m->go;
    pthread_mutex_unlock(m->gate);
    if (go)
        m->team->work(m->team, m->number, m->team->context);
    return NULL;
}

loyd_err
team_run(unsigned n, team_fn work, void *context)
{
    struct team t = {.n = n, .work = work, .context = context};
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    struct member members[TEAM_MAX];
    unsigned started = 1;
    bool go;

    if (n <= 1) {
        t.n = 1;
        work(&t, 0, context);
        return LOYD_OK;
    }
    if (n > TEAM_MAX || pthread_barrier_init(&t.barrier, NULL, n) != 0)
        return LOYD_E_SYSTEM;
    pthread_mutex_lock(&gate);
    for (; started < n; started++) {
        members[started] = (struct member){&t, started, 0, &gate, &go};
        if (pthread_create(&members[started].thread, NULL, member_main,
                           &members[started]) != 0)
            break;
    }
    go = started == n;
    pthread_mutex_unlock(&gate);
    if (go)
        work(&t, 0, context);
    for (unsigned i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
    pthread_barrier_destroy(&t.barrier);
    return go ? LOYD_OK : LOYD_E_SYSTEM;
}
