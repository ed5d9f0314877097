/* SPDX-License-Identifier: MIT */
/* Owns the proof of ledgers: the chain, then every row and its schedule. */
#include <string.h>

#include "core/day.h"
#include "core/why.h"
#include "daily/chain.h"
#include "daily/channel.h"
#include "daily/verify_promises.h"

struct job {
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    const uint8_t *head;
    loyd_ledger_bad_fn bad;
    void *bad_context;
    loyd_progress_fn progress;
    void *context;
    loyd_progress now;
    bool is_stopped;
    loyd_err err;
    loyd_why *why;
    loyd_ledger_proof result;
    bool has_secret;   /* of the channel at hand */
    bool is_keyed;     /* the channel at hand */
    bool is_key_known; /* some channel has the secret */
    char key_id[LOYD_KEYID_CHARS + 1];
    struct promise_proof promises; /* of the channel at hand */
};

static bool
report(void *context, const char *what)
{
    struct job *job = context;

    job->result.bad++;
    if (job->bad != NULL && !job->bad(job->bad_context, what))
        job->is_stopped = true;
    return !job->is_stopped;
}

static bool
step(struct job *job)
{
    job->now.done++;
    if (job->progress != NULL && !job->progress(job->context, &job->now))
        job->err = why_set(job->why, LOYD_E_CANCELLED, "stopped");
    return job->err == LOYD_OK && !job->is_stopped;
}

/* A chain_row_fn. */
static bool
each_link(void *context, const char *channel, uint32_t number,
          const char *date, const uint8_t *hash)
{
    struct job *job = context;
    loyd_ledger_proof *result = &job->result;

    result->rows++;
    if (job->head == NULL || result->has_head ||
        memcmp(hash, job->head, LOYD_HASH_BYTES) != 0)
        return step(job);
    if (loyd_date_parse(date, strlen(date), &result->date, NULL) == LOYD_OK) {
        result->has_head = true;
        result->number = number;
        memcpy(result->channel, channel, strlen(channel) + 1);
    }
    return step(job);
}

/* Said of a row. */
static bool
report_row(struct job *job, const loyd_ledger_row *row, const char *what)
{
    char date[LOYD_DATE_TEXT];
    loyd_why words = {{0}};

    loyd_date_print(&row->date, date);
    (void)why_set(&words, LOYD_E_CORRUPT, "ledger of %s: row %lu, %s: %s",
                  row->channel, (unsigned long)row->number, date, what);
    return report(job, words.text);
}

/* The board is drawn again and the nonce made again. */
static bool
redraw(struct job *job, const loyd_ledger_row *row, const loyd_recipe *recipe)
{
    char date[LOYD_DATE_TEXT];
    uint8_t nonce[LOYD_HASH_BYTES];
    loyd_generator *generator = NULL;
    loyd_puzzle puzzle;
    loyd_err err =
        loyd_generator_new(recipe, job->secret, &generator, job->why);

    if (err == LOYD_OK)
        err = loyd_target_draw(generator, job->solver, recipe->index, 0,
                               &puzzle, NULL, job->why);
    loyd_generator_free(&generator);
    if (err != LOYD_OK) {
        job->err = err;
        return false;
    }
    job->result.redrawn++;
    if (!loyd_board_equal(&puzzle.start, &row->entry.puzzle.start) ||
        !loyd_board_equal(&puzzle.goal, &row->entry.puzzle.goal))
        return report_row(job, row, "the secret draws another board");
    loyd_date_print(&row->date, date);
    day_nonce(job->secret, row->channel, date, row->tier, nonce);
    if (memcmp(nonce, row->nonce, sizeof(nonce)) != 0)
        return report_row(job, row, "its nonce is not the secret's");
    return true;
}

/* A loyd_ledger_fn. The row is right by itself; is it the recipe's? */
static bool
each_row(void *context, const loyd_ledger_row *row)
{
    struct job *job = context;
    const char *text = row->entry.recipe;
    loyd_recipe recipe;
    loyd_id id;
    loyd_err err = loyd_recipe_parse(text, strlen(text), &recipe, job->why);

    if (err == LOYD_OK)
        err = loyd_store_recipe_id(job->store, &recipe, &id, job->why);
    if (err == LOYD_E_NOT_FOUND ||
        (err == LOYD_OK &&
         memcmp(id.byte, row->entry.id.byte, LOYD_ID_BYTES) != 0)) {
        if (!report_row(job, row, "its recipe is not stored with its puzzle"))
            return false;
        err = LOYD_OK;
    }
    if (err != LOYD_OK) {
        job->err = err;
        return false;
    }
    if (job->is_keyed && !job->has_secret)
        job->result.skipped++;
    if (job->has_secret && !redraw(job, row, &recipe))
        return false;
    return promise_proof_row(&job->promises, row) && step(job);
}

static bool
each_channel(void *context, const loyd_channel *channel)
{
    struct job *job = context;
    loyd_why part = {{0}};
    loyd_err err;

    job->is_keyed = channel->is_keyed;
    job->has_secret = channel->is_keyed && job->secret != NULL &&
                      strcmp(channel->key_id, job->key_id) == 0;
    job->promises =
        (struct promise_proof){.store = job->store,
                               .solver = job->solver,
                               .channel = channel,
                               .secret = job->has_secret ? job->secret : NULL,
                               .bad = report,
                               .context = job};
    err = promise_proof_begin(&job->promises, &part);
    if (err == LOYD_OK)
        err = loyd_ledger_each(job->store, channel->name, NULL, NULL, each_row,
                               job, &part);
    if (err == LOYD_OK && job->err == LOYD_OK && !job->is_stopped)
        err = promise_proof_rest(&job->promises, &part);
    job->result.promises += job->promises.proven;
    job->result.promises_skipped += job->promises.skipped;
    promise_proof_end(&job->promises);
    if (err == LOYD_E_CORRUPT)
        report(job, part.text);
    else if (err != LOYD_OK && job->err == LOYD_OK)
        job->err = why_set(job->why, err, "%s", part.text);
    return job->err == LOYD_OK && !job->is_stopped;
}

/* A loyd_channel_fn, before anything is proven. */
static bool
look_for_key(void *context, const loyd_channel *channel)
{
    struct job *job = context;

    if (channel->is_keyed && strcmp(channel->key_id, job->key_id) == 0)
        job->is_key_known = true;
    return true;
}

static loyd_err
check_secret(struct job *job, loyd_why *why)
{
    loyd_err err;

    if (job->secret == NULL)
        return LOYD_OK;
    loyd_key_id(job->secret, job->key_id);
    err = loyd_channel_each(job->store, look_for_key, job, why);
    /* Of channels that cannot be read it is not known. */
    if (err == LOYD_E_CORRUPT || (err == LOYD_OK && job->is_key_known))
        return LOYD_OK;
    return err != LOYD_OK
               ? err
               : why_set(why, LOYD_E_SECRET,
                         "secret %s is that of no channel of the catalogue",
                         job->key_id);
}

static loyd_err
prove(struct job *job, loyd_why *why)
{
    loyd_why part = {{0}};
    loyd_err err;

    job->now.what = "proving ledgers";
    err = chain_prove(job->store, each_link, report, job, &part);
    if (job->err != LOYD_OK)
        return job->err;
    /* Of a broken chain the first fault says enough. */
    if (err == LOYD_OK && !job->is_stopped && job->result.bad == 0)
        err = loyd_channel_each(job->store, each_channel, job, &part);
    if (err == LOYD_E_CORRUPT) {
        report(job, part.text);
        err = LOYD_OK;
    }
    if (err != LOYD_OK)
        return why_set(why, err, "%s", part.text);
    if (job->head != NULL && !job->result.has_head && !job->is_stopped)
        report(job, "no ledger has a row with the head that was expected");
    return job->err;
}

loyd_err
loyd_ledger_verify(loyd_store *store, loyd_solver *solver,
                   const uint8_t *secret, const uint8_t *head,
                   loyd_ledger_bad_fn bad, void *bad_context,
                   loyd_progress_fn progress, void *context,
                   loyd_ledger_proof *result, loyd_why *why)
{
    struct job job = {.store = store,
                      .solver = solver,
                      .secret = secret,
                      .head = head,
                      .bad = bad,
                      .bad_context = bad_context,
                      .progress = progress,
                      .context = context,
                      .why = why};
    loyd_err err = check_secret(&job, why);

    if (err != LOYD_OK || (err = raw_begin(store, why)) != LOYD_OK)
        return err;
    err = prove(&job, why);
    raw_end(store);
    if (err == LOYD_OK && result != NULL)
        *result = job.result;
    return err;
}
