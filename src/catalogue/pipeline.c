/* SPDX-License-Identifier: MIT */
/* Runs a long job on two chunks in turn: gather, solve, keep. */
#include "catalogue/pipeline.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "catalogue/part.h"
#include "core/listener.h"
#include "store/rows.h"

#define ROOM_FIRST 256
#define NODES_FEW (UINT64_C(1) << 26) /* a second or so */
#define NODES_MANY (UINT64_C(1) << 28)
#define NODES_OF_WEIGHT (UINT64_C(1) << 19)

/* Keeps one chunk, on a separate thread if there is one. */
struct keeping {
    struct pipeline *p;
    const struct chunk *c;
    pthread_t thread;
    bool is_thread;
    loyd_err err;
    loyd_why why;
};

/* An id and its place, so that sorting moves both. */
struct place {
    loyd_id id;
    uint16_t at;
};

static int
by_id(const void *a, const void *b)
{
    const struct place *one = a, *other = b;

    return memcmp(one->id.byte, other->id.byte, LOYD_ID_BYTES);
}

/* Stores each puzzle of a chunk until one fails, in the order of ids, which is
 * that of the file's B-trees. */
static loyd_err
keep_each(struct pipeline *p, const struct chunk *c, loyd_why *why)
{
    struct place *places = malloc((c->n + 1) * sizeof(*places));
    loyd_err err = LOYD_OK;

    if (places == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < c->n; i++)
        places[i] = (struct place){c->ids[i], (uint16_t)i};
    ARRAY_SORT(places, c->n, by_id);
    for (size_t i = 0; err == LOYD_OK && i < c->n; i++)
        err = p->keep(p->job, c, places[i].at, why);
    free(places);
    return err;
}

static loyd_err
store_chunk(struct pipeline *p, const struct chunk *c, loyd_why *why)
{
    loyd_err err;

    if (c->n == 0)
        return LOYD_OK;
    if ((err = loyd_store_begin(p->store, why)) != LOYD_OK)
        return err;
    /* Solving was expensive and storing is short: not to be interrupted. */
    store_hold(p->store, true);
    err = store_end(p->store, keep_each(p, c, why), why);
    if (err == LOYD_OK)
        p->done += c->n;
    store_hold(p->store, false);
    return err;
}

static void *
keep_begin(void *argument)
{
    struct keeping *k = argument;

    k->err = store_chunk(k->p, k->c, &k->why);
    return NULL;
}

/* Without a thread, keeps the chunk at once. */
static void
keep_start(struct keeping *k, struct pipeline *p, const struct chunk *c)
{
    *k = (struct keeping){.p = p, .c = c};
    k->is_thread = pthread_create(&k->thread, NULL, keep_begin, k) == 0;
    if (!k->is_thread)
        keep_begin(k);
}

static loyd_err
keep_finish(struct keeping *k)
{
    if (k->is_thread)
        pthread_join(k->thread, NULL);
    return k->err;
}

static void
forget(struct chunk *c)
{
    for (size_t i = 0; i < c->n; i++) {
        loyd_moves_free(&c->solutions[i].path);
        loyd_moves_free(&c->quick[i].path);
        loyd_moves_free(&c->mtm[i].path);
        c->quick[i].upper = c->mtm[i].upper = 0;
    }
    c->n = 0;
    c->effort = 0;
    c->passed = 0;
}

/* Chooses the next chunk's size by the work of the last one. */
static size_t
room_after(const struct chunk *c)
{
    uint64_t nodes = c->effort * NODES_OF_WEIGHT;

    for (size_t i = 0; i < c->n; i++)
        nodes += c->solutions[i].nodes + c->quick[i].nodes + c->mtm[i].nodes;
    if (nodes < NODES_FEW && c->room < CHUNK_MAX)
        return 2 * c->room;
    return nodes > NODES_MANY && c->room > 1 ? c->room / 2 : c->room;
}

static loyd_err
tell(struct pipeline *p, const struct chunk *kept, loyd_why *why)
{
    p->now.done += kept->passed;
    if (listener_progress(p->listener, &p->now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED,
                   "stopped; everything done so far is stored");
}

/* Takes the next puzzles, in order of id, until the chunk is full. */
static loyd_err
gather_part(struct pipeline *p, struct chunk *c, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row = NULL;
    size_t taken = 0, room;
    loyd_err err = find_begin(p->store, &p->part, p->also, &cursor, why);

    while (err == LOYD_OK && taken < c->room &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL) {
        p->part.id_first = row->entry->id;
        c->passed++;
        room = 0;
        err = p->take(p->job, c, row->entry, &room);
        taken += room;
    }
    loyd_cursor_close(&cursor);
    c->is_end = err == LOYD_OK && (row == NULL || !id_next(&p->part.id_first));
    return err;
}

/*
 * One turn: gathers `next`, then solves it while `solved` is stored.
 * *is_full: `next` holds solved puzzles to be stored. `before` is the error
 * of the last turn: a job that failed still stores what it has solved.
 */
static loyd_err
turn(struct pipeline *p, struct chunk *solved, struct chunk *next,
     loyd_err before, bool *is_full, loyd_why *why)
{
    struct keeping k;
    loyd_err err = before;

    if (err == LOYD_OK && !solved->is_end)
        err = p->gather != NULL ? p->gather(p->job, next, why)
                                : gather_part(p, next, why);
    keep_start(&k, p, solved);
    *is_full = err == LOYD_OK && !solved->is_end;
    if (*is_full)
        err = p->solve != NULL ? p->solve(p->job, next, why)
                               : chunk_solve(next, &p->rater, why);
    *is_full = *is_full && err == LOYD_OK;
    if (keep_finish(&k) != LOYD_OK) {
        *is_full = false;
        if (err != LOYD_OK)
            return err;
        *why = k.why;
        return k.err;
    }
    return err == LOYD_OK ? tell(p, solved, why) : err;
}

loyd_err
pipeline_run(struct pipeline *p, loyd_why *why)
{
    struct chunk *chunks = calloc(2, sizeof(*chunks));
    struct chunk *solved = chunks, *next = chunks + 1;
    bool is_full = true;
    loyd_err err = LOYD_OK;

    if (chunks == NULL)
        return LOYD_E_NOMEM;
    next->room = ROOM_FIRST;
    err = tell(p, solved, why); /* the first chunk may take long */
    while (is_full) {
        struct chunk *empty = solved;

        err = turn(p, solved, next, err, &is_full, why);
        forget(solved);
        solved = next;
        next = empty;
        next->room = room_after(solved);
    }
    forget(&chunks[0]);
    forget(&chunks[1]);
    free(chunks);
    return err;
}

loyd_err
pipeline_run_part(struct pipeline *p, const loyd_rate_options *options,
                  loyd_why *why)
{
    loyd_err err;

    if (!part_filter(&options->part, options->filter, &p->part))
        return LOYD_OK;
    err = find_count(p->store, &p->part, p->also, &p->now.total, why);
    return err == LOYD_OK ? pipeline_run(p, why) : err;
}
