/* SPDX-License-Identifier: MIT */
/*
 * Merges catalogues. Their puzzles are read side by side in the order of ids,
 * so that they are inserted in the order of the catalogue's B-trees. Recipes
 * follow, sorted within each source, then channels with their ledgers, marks
 * of used puzzles, claims and names.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "catalogue/merge_days.h"
#include "core/listener.h"
#include "loyd/catalogue.h"
#include "store/rows.h"
#include "store/pack_use.h"
#include "store/use.h"

#define TICK 4096 /* recipes between two progress reports */

#define SOURCES_MAX 64     /* sources read at once */
#define SOURCES_BATCH 2048 /* puzzles per batch */

struct source {
    const char *path;
    loyd_store *store;
    struct reader *reader;
    struct record *next; /* NULL: allocated when the next puzzle is read */
    bool is_checked;     /* its recipes have been checked */
    bool is_refused;
};

struct sources {
    struct source at[SOURCES_MAX];
    size_t n;
    uint16_t heap[SOURCES_MAX]; /* sources not yet at their end, by id */
    size_t n_heap;
    struct source *fault; /* the source that caused the error, or NULL */
};

struct batch {
    struct record *records[SOURCES_BATCH]; /* may be NULL after the last */
    uint16_t from[SOURCES_BATCH];          /* the source of each */
    size_t n;
};

struct merge_job {
    loyd_store *store;
    struct sources from;
    struct batch *full;
    struct batch *empty;
    int64_t series; /* of the current recipes */
    const loyd_listener *listener;
    loyd_progress now;
    loyd_job_result group; /* of the open transaction */
    loyd_job_result result;
};

/* Orders by id, and equal ids by the order of the sources. */
static bool
is_before(const struct sources *s, uint16_t a, uint16_t b)
{
    int order =
        memcmp(s->at[a].next->id.byte, s->at[b].next->id.byte, LOYD_ID_BYTES);

    return order < 0 || (order == 0 && a < b);
}

/* Moves heap[at] down to its place. */
static void
sift(struct sources *s, size_t at)
{
    uint16_t moved = s->heap[at];

    for (;;) {
        size_t child = 2 * at + 1;

        if (child + 1 < s->n_heap &&
            is_before(s, s->heap[child + 1], s->heap[child]))
            child++;
        if (child >= s->n_heap || is_before(s, moved, s->heap[child]))
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = moved;
}

static loyd_err
read_next(struct sources *s, struct source *from, bool *found, loyd_why *why)
{
    loyd_err err;

    if (from->next == NULL &&
        (from->next = calloc(1, sizeof(*from->next))) == NULL)
        return LOYD_E_NOMEM;
    err = reader_next(from->reader, from->next, found, why);
    if (err != LOYD_OK)
        s->fault = from;
    return err;
}

/* Checks the recipes of the next source that has not been checked yet. */
static loyd_err
check_recipes(struct sources *s, bool *is_any, loyd_why *why)
{
    *is_any = false;
    for (size_t i = 0; i < s->n && !*is_any; i++) {
        struct source *from = &s->at[i];
        loyd_err err;

        if (from->is_refused || from->is_checked)
            continue;
        *is_any = from->is_checked = true;
        if ((err = reader_check_recipes(from->reader, why)) != LOYD_OK) {
            s->fault = from;
            return err;
        }
    }
    return LOYD_OK;
}

/*
 * Reads the next puzzles of all sources in order of id; equal ids come in the
 * order of the sources. b->n is 0 after the last puzzle, when all recipes
 * have been checked as well. The memory of the batch's records is reused.
 */
static loyd_err
sources_read(struct sources *s, struct batch *b, loyd_why *why)
{
    bool is_any, found;
    loyd_err err = check_recipes(s, &is_any, why);

    b->n = 0;
    while (err == LOYD_OK && s->n_heap > 0 && b->n < SOURCES_BATCH) {
        struct source *from = &s->at[s->heap[0]];
        struct record *old = b->records[b->n];

        b->records[b->n] = from->next;
        b->from[b->n++] = s->heap[0];
        from->next = old; /* its memory is reused */
        err = read_next(s, from, &found, why);
        if (err == LOYD_OK && !found)
            s->heap[0] = s->heap[--s->n_heap];
        if (err == LOYD_OK && s->n_heap > 0)
            sift(s, 0);
    }
    while (err == LOYD_OK && s->n_heap == 0 && is_any)
        err = check_recipes(s, &is_any, why);
    return err;
}

/*
 * Begins to read all sources that are not refused; their stores are open.
 * Adds up the sizes of their files and their rows. On errors s->fault is set,
 * and sources_close must still be called.
 */
static loyd_err
sources_open(struct sources *s, uint64_t *bytes, uint64_t *rows, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    s->n_heap = 0;
    for (size_t i = 0; err == LOYD_OK && i < s->n; i++) {
        struct source *from = &s->at[i];
        uint64_t n_rows = 0;
        bool found = false;

        if (from->is_refused)
            continue;
        from->is_checked = false;
        s->fault = from;
        if ((err = reader_open(from->store, &from->reader, why)) == LOYD_OK &&
            (err = store_row_count(from->store, &n_rows, why)) == LOYD_OK)
            err = read_next(s, from, &found, why);
        if (err != LOYD_OK)
            return err;
        *bytes += store_bytes(from->store);
        *rows += n_rows;
        if (found)
            s->heap[s->n_heap++] = (uint16_t)i;
    }
    s->fault = NULL;
    for (size_t at = s->n_heap; at-- > 0;)
        sift(s, at);
    return err;
}

/* Sets s->fault to a source with a recipe of this puzzle. */
static void
sources_find(struct sources *s, const loyd_id *id)
{
    for (size_t i = 0; i < s->n; i++) {
        struct source *from = &s->at[i];
        loyd_why lost; /* the earlier error is the one to report */
        bool yes = false;

        if (!from->is_refused &&
            reader_names(from->reader, id, &yes, &lost) == LOYD_OK && yes)
            s->fault = from;
    }
}

static loyd_err
tell(struct merge_job *job, uint64_t n, loyd_why *why)
{
    job->now.done += n;
    if (listener_progress(job->listener, &job->now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED,
                   "stopped; nothing from these shards was stored");
}

/* Fills a batch, on a separate thread if there is one. */
struct filling {
    struct merge_job *job;
    loyd_err err;
    loyd_why why;
};

static void *
fill_begin(void *argument)
{
    struct filling *f = argument;

    f->err = sources_read(&f->job->from, f->job->empty, &f->why);
    return NULL;
}

static loyd_err
store_batch(struct merge_job *job, struct source **fault, loyd_why *why)
{
    for (size_t i = 0; i < job->full->n; i++) {
        enum put what;
        loyd_err err =
            record_put_checked(job->store, job->full->records[i], &what, why);

        if (err != LOYD_OK) {
            if (what == PUT_CONTRADICTS)
                *fault = &job->from.at[job->full->from[i]];
            return err;
        }
        job->group.new_puzzles += what == PUT_NEW;
        job->group.skipped += what == PUT_THERE;
    }
    return tell(job, job->full->n, why);
}

/* Merges all puzzles: stores one batch while the next one is read. */
static loyd_err
merge_puzzles(struct merge_job *job, loyd_why *why)
{
    loyd_err err = sources_read(&job->from, job->empty, why);

    while (err == LOYD_OK && job->empty->n > 0) {
        struct filling next = {.job = job};
        struct batch *stored = job->full;
        struct source *fault = NULL;
        pthread_t thread;
        bool is_thread;

        job->full = job->empty;
        job->empty = stored;
        is_thread = pthread_create(&thread, NULL, fill_begin, &next) == 0;
        err = store_batch(job, &fault, why);
        if (is_thread)
            pthread_join(thread, NULL);
        else if (err == LOYD_OK)
            fill_begin(&next);
        if (err != LOYD_OK)
            job->from.fault = fault;
        else if ((err = next.err) != LOYD_OK)
            *why = next.why;
    }
    return err;
}

static loyd_err
store_recipe(void *context, bool is_new_series, const loyd_recipe *recipe,
             const loyd_id *id, loyd_why *why)
{
    struct merge_job *job = context;
    loyd_err err = LOYD_OK;

    if (is_new_series)
        err = series_put(job->store, recipe, &job->series, why);
    if (err == LOYD_OK)
        err = recipe_put(job->store, job->series, recipe->index, id, why);
    if (err == LOYD_OK && ++job->group.done % TICK == 0)
        err = tell(job, TICK, why);
    return err;
}

static loyd_err
merge_recipes(struct merge_job *job, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->from.n; i++) {
        struct source *from = &job->from.at[i];

        if (from->is_refused)
            continue;
        err = reader_recipes(from->reader, store_recipe, job, why);
        /* The recipe has another puzzle, or its puzzle is missing. */
        if (err == LOYD_E_CORRUPT || err == LOYD_E_DB)
            job->from.fault = from;
    }
    return err;
}

/* Merges channels with their ledgers, then marks of uses, claims, names,
 * traits, games and samples. */
static loyd_err
merge_ledgers(struct merge_job *job, loyd_why *why)
{
    bool is_fault;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->from.n; i++) {
        struct source *from = &job->from.at[i];

        if (from->is_refused)
            continue;
        err = merge_days(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = pack_use_merge(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = hand_use_merge(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = claim_merge(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = name_merge(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = trait_merge(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = game_merge(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = difficulty_merge(job->store, from->store, &is_fault, why);
        if (err == LOYD_OK)
            err = sample_merge(job->store, from->store, &is_fault, why);
        if (err != LOYD_OK && is_fault)
            job->from.fault = from;
    }
    return err;
}

static loyd_err
merge_all(struct merge_job *job, bool is_bulk, loyd_why *why)
{
    loyd_store *from[SOURCES_MAX];
    size_t n = 0;
    loyd_id stray = {{0}};
    loyd_err err;

    for (size_t i = 0; i < job->from.n; i++)
        if (!job->from.at[i].is_refused)
            from[n++] = job->from.at[i].store;
    err = is_bulk ? bulk_begin(job->store, from, n, why)
                  : loyd_store_begin(job->store, why);
    if (err != LOYD_OK)
        return err;
    if ((err = merge_puzzles(job, why)) != LOYD_OK ||
        (err = merge_recipes(job, why)) != LOYD_OK ||
        (err = merge_ledgers(job, why)) != LOYD_OK)
        goto fail;
    err = is_bulk ? bulk_commit(job->store, &stray, why)
                  : loyd_store_commit(job->store, why);
    if (err == LOYD_E_CORRUPT)
        sources_find(&job->from, &stray);
fail:
    if (is_bulk)
        bulk_rollback(job->store);
    else
        loyd_store_rollback(job->store);
    return err;
}

static bool
are_refused(const struct sources *from)
{
    size_t i = 0;

    while (i < from->n && from->at[i].is_refused)
        i++;
    return i == from->n;
}

/* Merges all sources that are not refused in one transaction, or none. */
static loyd_err
attempt(struct merge_job *job, loyd_why *why)
{
    uint64_t bytes = 0;
    loyd_err err;

    job->from.fault = NULL;
    job->group = (loyd_job_result){0};
    if (are_refused(&job->from)) /* a new catalogue is not committed */
        return LOYD_OK;
    job->now = (loyd_progress){.what = "merging"};
    err = sources_open(&job->from, &bytes, &job->now.total, why);
    if (err == LOYD_OK)
        err = tell(job, 0, why);
    if (err == LOYD_OK)
        err = merge_all(job, bytes >= store_bytes(job->store), why);
    for (size_t i = 0; i < job->from.n; i++)
        reader_close(&job->from.at[i].reader);
    return err;
}

/* Refuses a shard as a whole. Some errors are not the shard's fault. */
static loyd_err
refuse(struct merge_job *job, struct source *from, loyd_err err,
       const loyd_why *why)
{
    loyd_bad bad = {
        .file = from->path, .what = why_words(why, err), .err = err};

    if (err == LOYD_E_NOMEM || err == LOYD_E_CANCELLED)
        return err;
    from->is_refused = true;
    loyd_store_close(&from->store);
    job->result.bad++;
    return listener_bad(job->listener, &bad) ? LOYD_OK : LOYD_E_CANCELLED;
}

static void
free_record(struct record **r)
{
    if (*r != NULL)
        record_free(*r);
    free(*r);
    *r = NULL;
}

static loyd_err
merge_group(struct merge_job *job, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->from.n; i++) {
        struct source *from = &job->from.at[i];
        loyd_why cause = {{0}};

        err = store_open_beside(job->store, from->path, LOYD_STORE_READ,
                                &from->store, &cause);
        if (err != LOYD_OK)
            err = refuse(job, from, err, &cause);
    }
    while (err == LOYD_OK) {
        loyd_why cause = {{0}};

        err = attempt(job, &cause);
        if (err == LOYD_OK)
            break;
        if (job->from.fault == NULL)
            *why = cause;
        else
            err = refuse(job, job->from.fault, err, &cause);
    }
    for (size_t i = 0; i < job->from.n; i++) {
        free_record(&job->from.at[i].next);
        loyd_store_close(&job->from.at[i].store);
    }
    if (err == LOYD_OK) {
        job->result.done += job->group.done;
        job->result.new_puzzles += job->group.new_puzzles;
        job->result.skipped += job->group.skipped;
    }
    return err;
}

static void
free_batch(struct batch *b)
{
    for (size_t i = 0; b != NULL && i < SOURCES_BATCH; i++)
        free_record(&b->records[i]);
    free(b);
}

loyd_err
loyd_catalogue_merge(loyd_store *store, const char *const *paths, size_t n,
                     const loyd_listener *listener, loyd_job_result *result,
                     loyd_why *why)
{
    struct merge_job *job = calloc(1, sizeof(*job));
    loyd_err err = LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (job == NULL)
        return err;
    *job = (struct merge_job){.store = store,
                              .full = calloc(1, sizeof(struct batch)),
                              .empty = calloc(1, sizeof(struct batch)),
                              .listener = listener};
    if (job->full == NULL || job->empty == NULL)
        goto fail;
    err = LOYD_OK;
    for (size_t first = 0; err == LOYD_OK && first < n; first += SOURCES_MAX) {
        job->from.n = n - first < SOURCES_MAX ? n - first : SOURCES_MAX;
        for (size_t i = 0; i < job->from.n; i++)
            job->from.at[i] = (struct source){.path = paths[first + i]};
        err = merge_group(job, why);
    }
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
fail:
    free_batch(job->full);
    free_batch(job->empty);
    free(job);
    return err;
}
