/* SPDX-License-Identifier: MIT */
/* Builds a table by breadth-first search, one level after the other. */
#include "solve/table/levels.h"

#include "solve/table/memory.h"

struct run {
    struct levels *levels;
    const struct level_kind *kind;
};

/* Finds out whether there is another level, while the other members wait. */
static void
end_level(struct levels *l)
{
    l->is_done = !atomic_exchange(&l->has_new, false);
    atomic_store(&l->next, 0);
    if (!monitor_tell(l->monitor, "building tables", l->level, 0) ||
        ++l->level > UINT8_MAX)
        atomic_store(&l->has_failed, true);
    l->is_done |= atomic_load(&l->has_failed);
}

/* All members see the same has_failed until finish(): it changes only between
 * two meetings. */
static void
run_member(struct team *t, unsigned member, void *context)
{
    const struct run *r = context;
    struct levels *l = r->levels;
    void *scratch = memory_new(r->kind->scratch_bytes);

    if (scratch == NULL)
        atomic_store(&l->has_failed, true);
    team_meet(t);
    if (!atomic_load(&l->has_failed)) {
        while (!l->is_done) {
            r->kind->search(l, scratch);
            team_meet(t);
            if (member == 0)
                end_level(l);
            team_meet(t);
        }
        if (r->kind->finish != NULL && !atomic_load(&l->has_failed))
            r->kind->finish(l);
    }
    memory_free(scratch);
}

loyd_err
levels_run(struct levels *l, const struct level_kind *kind, unsigned threads)
{
    struct run run = {l, kind};
    loyd_err err;

    l->level = 1;
    err = team_run(threads, run_member, &run);
    return err == LOYD_OK && atomic_load(&l->has_failed)
               ? monitor_lack(l->monitor)
               : err;
}
