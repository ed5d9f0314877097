/* SPDX-License-Identifier: MIT */
/* Runs one function on several threads. */
#include "solve/table/team.h"

#include <string.h>

#include "solve/table/memory.h"

#define ZERO_BYTES ((size_t)1 << 22) /* between two looks: about 1 ms */

struct member {
    struct team *team;
    unsigned number;
    pthread_t thread;
    /* Members wait here until all of them exist or none may run. */
    pthread_mutex_t *gate;
    const bool *may_go;
};

void
monitor_begin(struct monitor *m, loyd_stop_fn stop, loyd_bound_fn bound,
              void *context)
{
    atomic_store(&m->is_stopped, false);
    m->has_enough = false;
    m->stop = stop;
    m->bound = bound;
    m->call_context = context;
}

void
monitor_end(struct monitor *m)
{
    m->stop = NULL;
    m->bound = NULL;
}

bool
monitor_look(struct monitor *m)
{
    if (atomic_load_explicit(&m->is_stopped, memory_order_relaxed))
        return false;
    if (m->stop == NULL)
        return true;
    pthread_mutex_lock(&m->lock);
    if (!atomic_load(&m->is_stopped) && m->stop(m->call_context)) {
        m->has_enough = true;
        atomic_store(&m->is_stopped, true);
    }
    pthread_mutex_unlock(&m->lock);
    return !atomic_load(&m->is_stopped);
}

loyd_err
monitor_lack(const struct monitor *m)
{
    return atomic_load(&m->is_stopped) ? LOYD_E_CANCELLED : LOYD_E_NOMEM;
}

/* Returns false after a stop. */
static bool
clear(struct monitor *m, void *block, uint64_t bytes)
{
    uint8_t *to = block;

    for (size_t at = 0, n; at < bytes; at += n) {
        n = bytes - at < ZERO_BYTES ? (size_t)bytes - at : ZERO_BYTES;
        memset(to + at, 0, n);
        if (!monitor_look(m))
            return false;
    }
    return true;
}

void *
monitor_zero(struct monitor *m, uint64_t bytes)
{
    void *block = memory_new(bytes);

    if (block == NULL || clear(m, block, bytes))
        return block;
    memory_free(block);
    return NULL;
}

void *
workspace_zero(struct workspace *s, struct monitor *m, uint64_t bytes)
{
    if (s->bytes < bytes) {
        workspace_free(s);
        if ((s->block = memory_new(bytes)) == NULL)
            return NULL;
        s->bytes = bytes;
    }
    return clear(m, s->block, bytes) ? s->block : NULL;
}

void
workspace_free(struct workspace *s)
{
    memory_free(s->block);
    *s = (struct workspace){.block = NULL};
}

bool
monitor_tell(struct monitor *m, const char *what, uint64_t done,
             uint64_t total)
{
    loyd_progress p = {.what = what, .done = done, .total = total};

    if (!monitor_look(m))
        return false;
    if (m->progress == NULL)
        return true;
    pthread_mutex_lock(&m->lock);
    if (!atomic_load(&m->is_stopped) && !m->progress(m->context, &p))
        atomic_store(&m->is_stopped, true);
    pthread_mutex_unlock(&m->lock);
    return !atomic_load(&m->is_stopped);
}

void
monitor_bound(struct monitor *m, size_t puzzle, unsigned lower, uint64_t nodes)
{
    const loyd_bound bound = {puzzle, (uint16_t)lower, nodes, NULL};

    if (m->bound == NULL)
        return;
    pthread_mutex_lock(&m->lock);
    if (!m->bound(m->call_context, &bound))
        atomic_store(&m->is_stopped, true);
    pthread_mutex_unlock(&m->lock);
}

void
monitor_solved(struct monitor *m, struct search_job *job)
{
    if (m->bound == NULL || m->solved == NULL)
        return;
    pthread_mutex_lock(&m->lock);
    if (!m->solved(m->solved_context, job))
        atomic_store(&m->is_stopped, true);
    pthread_mutex_unlock(&m->lock);
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
    bool may_go;

    pthread_mutex_lock(m->gate);
    may_go = *m->may_go;
    pthread_mutex_unlock(m->gate);
    if (may_go)
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
    bool may_go;

    if (n <= 1) {
        t.n = 1;
        work(&t, 0, context);
        return LOYD_OK;
    }
    if (n > TEAM_MAX || pthread_barrier_init(&t.barrier, NULL, n) != 0)
        return LOYD_E_SYSTEM;
    pthread_mutex_lock(&gate);
    for (; started < n; started++) {
        members[started] = (struct member){&t, started, 0, &gate, &may_go};
        if (pthread_create(&members[started].thread, NULL, member_main,
                           &members[started]) != 0)
            break;
    }
    may_go = started == n;
    pthread_mutex_unlock(&gate);
    if (may_go)
        work(&t, 0, context);
    for (unsigned i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
    pthread_barrier_destroy(&t.barrier);
    return may_go ? LOYD_OK : LOYD_E_SYSTEM;
}
