/* SPDX-License-Identifier: MIT */
/* Marks the puzzles of an existing pack as used, as its export does. */
#include <stdio.h>

#include "base/why.h"
#include "core/listener.h"
#include "pack/series.h"
#include "store/pack_use.h"
#include "store/use.h"

#define TICK 1024 /* puzzles between two progress reports */

struct marking {
    loyd_store *store;
    const struct series *series;
    const loyd_listener *listener;
    loyd_progress now;
    int64_t pk;       /* of the pack's row */
    uint64_t missing; /* puzzles that are not in the catalogue */
    loyd_id first;    /* the first of them */
};

/* Called with each puzzle that the files of the pack contain. */
typedef loyd_err (*mark_fn)(struct marking *m, const loyd_id *id,
                            loyd_why *why);

static loyd_err
look_for(struct marking *m, const loyd_id *id, loyd_why *why)
{
    bool found = false;
    loyd_err err = puzzle_is_stored(m->store, id, &found, why);

    if (err == LOYD_OK && !found && m->missing++ == 0)
        m->first = *id;
    return err;
}

static loyd_err
mark_one(struct marking *m, const loyd_id *id, loyd_why *why)
{
    return pack_use_add(m->store, m->pk, id, why);
}

static loyd_err
each(struct marking *m, mark_fn call, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    m->now.done = 0;
    for (size_t i = 0; err == LOYD_OK && i < m->series->n; i++) {
        const struct ids_row *row = &m->series->rows[i];

        if (!ids_is_written(row))
            continue;
        if (++m->now.done % TICK == 0 &&
            !listener_progress(m->listener, &m->now))
            return LOYD_E_CANCELLED;
        err = call(m, &row->id, why);
    }
    return err;
}

/* Nothing is marked unless the catalogue has all puzzles of the pack. */
static loyd_err
check_all(struct marking *m, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    loyd_err err = each(m, look_for, why);

    if (err != LOYD_OK || m->missing == 0)
        return err;
    loyd_id_print(&m->first, name);
    return why_set(why, LOYD_E_RANGE,
                   "the catalogue has %llu of the pack's %llu puzzles: the "
                   "first one missing is '%s'",
                   (unsigned long long)(m->now.done - m->missing),
                   (unsigned long long)m->now.done, name);
}

static loyd_err
mark_all(struct marking *m, const loyd_date *date, loyd_mark_result *result,
         loyd_why *why)
{
    struct pack_use use = {.pack_id = m->series->manifest.id,
                           .version = m->series->manifest.version,
                           .date = *date};
    uint64_t before, after;
    bool is_new;
    loyd_err err;

    snprintf(use.name, sizeof(use.name), "%s", m->series->manifest.name);
    if ((err = pack_use_begin(m->store, &use, &m->pk, &is_new, why)) !=
            LOYD_OK ||
        (err = pack_use_count(m->store, m->pk, &before, why)) != LOYD_OK ||
        (err = each(m, mark_one, why)) != LOYD_OK ||
        (err = pack_use_count(m->store, m->pk, &after, why)) != LOYD_OK)
        return err;
    result->marked = after - before;
    result->already = m->now.done - result->marked;
    return LOYD_OK;
}

loyd_err
loyd_store_mark_pack(loyd_store *store, const char *dir, const loyd_date *date,
                     const loyd_listener *listener, loyd_mark_result *result,
                     loyd_why *why)
{
    struct series series = {.rows = NULL};
    struct marking m = {.store = store,
                        .series = &series,
                        .listener = listener,
                        .now = {.what = "marking"}};
    loyd_mark_result made = {0};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = series_load(dir, &series, why)) != LOYD_OK)
        return err;
    m.now.total = series.n;
    if ((err = check_all(&m, why)) == LOYD_OK)
        err = mark_all(&m, date, &made, why);
    series_free(&series);
    if (err == LOYD_OK && result != NULL)
        *result = made;
    return err;
}

loyd_err
loyd_pack_id(const char *dir, loyd_id *pack_id, loyd_why *why)
{
    struct series series = {.rows = NULL};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = series_load(dir, &series, why)) == LOYD_OK)
        *pack_id = series.manifest.id;
    series_free(&series);
    return err;
}
