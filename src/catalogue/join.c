/* SPDX-License-Identifier: MIT */
/* Adds what searches elsewhere have proven to a catalogue. */
#include <string.h>

#include "base/why.h"
#include "catalogue/wrong.h"
#include "core/listener.h"
#include "core/moves.h"
#include "loyd/catalogue.h"
#include "store/rows.h"

struct join_job {
    loyd_store *store;
    loyd_search lower_search; /* of a bound */
    struct wrong_list wrong;
    loyd_job_result result;
};

/* Leaves a proof out. */
static loyd_err
leave(struct join_job *job, const loyd_proof *proof, const char *fault)
{
    char name[LOYD_ID_CHARS + 1];
    loyd_why words;

    loyd_id_print(&proof->id, name);
    why_set(&words, LOYD_E_RANGE, "puzzle %s: %s", name, fault);
    return wrong_add(&job->wrong, words.text);
}

/* Copies what is stored of a puzzle's length in STM; all zero: nothing. The
   caller frees there->path. */
static loyd_err
look_up(struct join_job *job, const loyd_id *id, loyd_known *there,
        loyd_why *why)
{
    const loyd_filter filter = {.has_ids = true, .ids = id, .n_ids = 1};
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_store_find(job->store, &filter, &cursor, why);

    if (err == LOYD_OK)
        err = loyd_cursor_next(cursor, &row, why);
    if (err == LOYD_OK && row != NULL) {
        there->rating = row->entry->known[LOYD_STM].rating;
        err = moves_copy(&there->path, &row->entry->known[LOYD_STM].path);
    }
    loyd_cursor_close(&cursor);
    return err;
}

/* The rating to add: each end that is no better than the stored one is the
   stored one, with its search. */
static loyd_rating
joined(const struct join_job *job, const loyd_proof *proof,
       const loyd_rating *there)
{
    const loyd_search exact = {.method = "exact"};
    loyd_rating rating = *there;

    if (proof->lower == proof->upper)
        return (loyd_rating){proof->lower, proof->upper, exact, exact,
                             LOYD_STM};
    if (proof->upper < there->upper) {
        rating.upper = proof->upper;
        rating.upper_search = job->lower_search;
    }
    if (proof->lower > there->lower) {
        rating.lower = proof->lower;
        rating.lower_search = job->lower_search;
    }
    return rating;
}

/* Adds one proof; a transaction is open. */
static loyd_err
put(struct join_job *job, const loyd_proof *proof, const loyd_known *there,
    loyd_why *why)
{
    bool is_proof = proof->lower == proof->upper;
    const loyd_moves *path = is_proof || proof->upper < there->rating.upper
                                 ? proof->path
                                 : &there->path;
    loyd_rating rating = joined(job, proof, &there->rating);
    loyd_err err;

    if (there->rating.upper == 0)
        return leave(job, proof, "not in the catalogue with a rating");
    if (proof->from > there->rating.lower)
        return leave(job, proof,
                     "its proof begins above the stored lower end");
    err = store_add_rating(job->store, &proof->id, &rating, path, why);
    if (err == LOYD_E_CORRUPT)
        return leave(job, proof, why->text);
    if (err == LOYD_OK && is_proof)
        job->result.done++;
    else if (err == LOYD_OK)
        job->result.skipped++;
    return err;
}

static loyd_err
add_one(struct join_job *job, const loyd_proof *proof, loyd_why *why)
{
    loyd_known there = {.path = {NULL, 0, 0}};
    loyd_err err = loyd_store_begin(job->store, why);

    if (err != LOYD_OK)
        return err;
    err = look_up(job, &proof->id, &there, why);
    if (err == LOYD_OK)
        err = put(job, proof, &there, why);
    if (err == LOYD_OK)
        err = loyd_store_commit(job->store, why);
    if (err != LOYD_OK)
        loyd_store_rollback(job->store);
    loyd_moves_free(&there.path);
    return err;
}

loyd_err
loyd_catalogue_add_proofs(loyd_store *store, const loyd_proof *proofs,
                          size_t n, const loyd_listener *listener,
                          loyd_job_result *result, loyd_why *why)
{
    const loyd_solve_options options = {.nodes = 0};
    struct join_job job = {.store = store};
    loyd_progress now = {.what = "adding proofs", .total = n};
    loyd_search upper;
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    loyd_search_of(&options, LOYD_SIDE_MAX, LOYD_SIDE_MAX, &job.lower_search,
                   &upper);
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        now.done = i;
        if (!listener_progress(listener, &now))
            err = why_set(why, LOYD_E_CANCELLED, "stopped");
        else
            err = add_one(&job, &proofs[i], why);
    }
    wrong_tell(&job.wrong, listener);
    job.result.bad = job.wrong.n;
    if (err == LOYD_OK && result != NULL)
        *result = job.result;
    wrong_free(&job.wrong);
    return err;
}
