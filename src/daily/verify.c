/* SPDX-License-Identifier: MIT */
/*
 * Verifies ledgers: the chain, what other commands read of channels, then
 * every row against its schedule, and published commitments against the
 * ledger or with the secret.
 */
#include <string.h>

#include "base/why.h"
#include "core/day_hash.h"
#include "core/listener.h"
#include "daily/list.h"
#include "daily/promises.h"
#include "daily/prove_chain.h"
#include "daily/prove_list.h"
#include "daily/prove_load.h"

struct proof {
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    const uint8_t *head;
    const loyd_listener *listener;
    loyd_progress now;
    bool is_stopped;
    loyd_err err;
    loyd_why *why;
    loyd_ledger_proof result;
    char key_id[LOYD_KEYID_CHARS + 1]; /* of the secret */
    bool is_key_known;                 /* a channel has this secret */
    const loyd_channel *channel; /* the current one */
    bool has_secret;             /* `secret` is that of the channel */
    struct timetable dates;      /* of the channel, for days from lists */
    struct listing lists;
    struct promises promises;    /* of the channel */
};

/* A chain_bad_fn. */
static bool
report(void *context, const char *what)
{
    struct proof *proof = context;

    proof->result.bad++;
    if (!listener_bad(proof->listener,
                      &(loyd_bad){.what = what, .err = LOYD_E_CORRUPT}))
        proof->is_stopped = true;
    return !proof->is_stopped;
}

static bool
report_row(struct proof *proof, const loyd_ledger_row *row, const char *what)
{
    char date[LOYD_DATE_TEXT];
    loyd_why words;

    loyd_date_print(&row->date, date);
    (void)why_set(&words, LOYD_E_CORRUPT, "ledger of %s: row %lu, %s: %s",
                  row->channel, (unsigned long)row->number, date, what);
    return report(proof, words.text);
}

static bool
report_promise(struct proof *proof, const loyd_promise *promise,
               const char *what)
{
    char date[LOYD_DATE_TEXT];
    loyd_why words;

    loyd_date_print(&promise->date, date);
    (void)why_set(&words, LOYD_E_CORRUPT, "commitments of %s: %s%s%s: %s",
                  proof->channel->name, date,
                  promise->tier[0] != '\0' ? ", " : "", promise->tier, what);
    return report(proof, words.text);
}

static bool
step(struct proof *proof)
{
    proof->now.done++;
    if (!listener_progress(proof->listener, &proof->now))
        proof->err = why_set(proof->why, LOYD_E_CANCELLED, "stopped");
    return proof->err == LOYD_OK && !proof->is_stopped;
}

/* A chain_row_fn. */
static bool
each_link(void *context, const char *channel, uint32_t number,
          const char *date, const uint8_t *hash)
{
    struct proof *proof = context;
    loyd_ledger_proof *result = &proof->result;

    result->rows++;
    if (proof->head == NULL || result->has_head ||
        memcmp(hash, proof->head, LOYD_HASH_BYTES) != 0)
        return step(proof);
    if (loyd_date_parse(date, strlen(date), &result->date, NULL) == LOYD_OK) {
        result->has_head = true;
        result->number = number;
        memcpy(result->channel, channel, strlen(channel) + 1);
    }
    return step(proof);
}

static bool
each_version(void *context)
{
    return step(context);
}

/* A chain_end_fn. */
static bool
each_end(void *context, const char *channel, bool is_right)
{
    struct proof *proof = context;
    const struct load_judge judge = {report, each_version, proof};
    loyd_err err =
        load_prove(proof->store, channel, !is_right, &judge, proof->why);

    if (proof->err == LOYD_OK)
        proof->err = err;
    return proof->err == LOYD_OK && !proof->is_stopped;
}

/* Derives the nonce again. */
static bool
check_nonce(struct proof *proof, const loyd_ledger_row *row)
{
    char date[LOYD_DATE_TEXT];
    uint8_t nonce[LOYD_HASH_BYTES];

    loyd_date_print(&row->date, date);
    day_nonce(proof->secret, row->channel, date, row->tier, nonce);
    return memcmp(nonce, row->nonce, sizeof(nonce)) == 0 ||
           report_row(proof, row, "the secret gives another nonce");
}

/* Draws the board again. */
static bool
redraw(struct proof *proof, const loyd_ledger_row *row,
       const loyd_recipe *recipe)
{
    loyd_puzzle puzzle;

    proof->err = day_draw(recipe, proof->secret, proof->solver, &puzzle, NULL,
                          proof->why);
    if (proof->err != LOYD_OK)
        return false;
    proof->result.redrawn++;
    if (!loyd_board_equal(&puzzle.start, &row->entry.puzzle.start) ||
        !loyd_board_equal(&puzzle.goal, &row->entry.puzzle.goal))
        return report_row(proof, row, "the secret draws another board");
    return check_nonce(proof, row);
}

/* Returns the index of a tier in a schedule, or schedule_puzzles() if it has
 * no such tier. */
static unsigned
find_tier(const loyd_schedule *schedule, const char *tier)
{
    unsigned at = 0, n = schedule_puzzles(schedule);

    while (at < n && strcmp(schedule->has_tiers ? schedule->row[at].title : "",
                            tier) != 0)
        at++;
    return at;
}

/* Finds the puzzle that a list has for the row's day. */
static loyd_err
find_listed(struct proof *proof, const loyd_ledger_row *row, loyd_id *id)
{
    struct timetable *dates = &proof->dates;
    loyd_err err = timetable_turn(dates, &row->date, proof->why);

    if (err == LOYD_OK)
        err = listing_turn(&proof->lists, proof->store, proof->channel,
                           proof->has_secret ? proof->secret : NULL,
                           dates->now.version, proof->why);
    return err == LOYD_OK
               ? listing_take(&proof->lists, proof->channel, &dates->now,
                              &row->date, find_tier(&dates->now, row->tier),
                              id, proof->why)
               : err;
}

/* Checks that the puzzle of a row is the next one of its list. That the list
 * has it at all was checked when the row was read. */
static bool
check_order(struct proof *proof, const loyd_ledger_row *row)
{
    loyd_id id;
    loyd_err err = find_listed(proof, row, &id);

    if (err == LOYD_E_CORRUPT || err == LOYD_E_EMPTY)
        return report_row(proof, row, proof->why->text);
    if (err != LOYD_OK) {
        proof->err = err;
        return false;
    }
    proof->result.listed++;
    if (memcmp(id.byte, row->entry.id.byte, LOYD_ID_BYTES) != 0)
        return report_row(proof, row, "its list has another puzzle there");
    return !proof->has_secret || check_nonce(proof, row);
}

/* If there was a commitment to the row's puzzle, it must be the row's. */
static bool
check_promise(struct proof *proof, const loyd_ledger_row *row)
{
    const loyd_promise *promise =
        promises_find(&proof->promises, &row->date, row->tier, row->version);

    if (promise == NULL)
        return true;
    proof->result.promises++;
    return memcmp(promise->hash, row->commitment, LOYD_HASH_BYTES) == 0 ||
           report_promise(proof, promise,
                          "does not match the puzzle in the ledger");
}

/* Checks a row against its recipe and, with the secret, its board. */
static bool
prove_recipe(struct proof *proof, const loyd_ledger_row *row)
{
    const char *text = row->entry.recipe;
    loyd_recipe recipe;
    loyd_id id;
    loyd_err err = loyd_recipe_parse(text, strlen(text), &recipe, proof->why);

    if (err != LOYD_OK) {
        proof->err = err;
        return false;
    }
    err = loyd_store_recipe_id(proof->store, &recipe, &id, proof->why);
    if (!why_is_of_row(err)) {
        proof->err = err;
        return false;
    }
    if ((err != LOYD_OK ||
         memcmp(id.byte, row->entry.id.byte, LOYD_ID_BYTES) != 0) &&
        !report_row(proof, row, "its recipe is not stored with its puzzle"))
        return false;
    return !proof->has_secret || redraw(proof, row, &recipe);
}

/* Checks a consistent row. Returns false to stop. */
static bool
prove_row(struct proof *proof, const loyd_ledger_row *row)
{
    bool is_hidden = proof->channel->is_keyed && !proof->has_secret;
    bool goes_on;

    proof->result.skipped += is_hidden;
    if (row->entry.recipe[0] != '\0')
        goes_on = prove_recipe(proof, row);
    else
        goes_on = is_hidden || check_order(proof, row);
    return goes_on && check_promise(proof, row) && step(proof);
}

/* --- promises --- */

/* Reads the schedule version of a promise, unless `of` is that one. *fault is
 * NULL, or why there is no such puzzle. */
static loyd_err
find_version(struct proof *proof, const loyd_promise *promise,
             loyd_schedule *of, const char **fault)
{
    loyd_err err = LOYD_OK;

    if (of->version != promise->version)
        err = loyd_channel_schedule(proof->store, proof->channel,
                                    promise->version, of, proof->why);
    if (err != LOYD_OK)
        return err;
    if (loyd_date_days(&promise->date) < loyd_date_days(&of->from))
        *fault = "its schedule version begins later";
    else if (find_tier(of, promise->tier) == schedule_puzzles(of))
        *fault = "its schedule version has no such tier";
    return LOYD_OK;
}

/* Makes the commitment again with the secret and the schedule version that it
 * was made with, even if that is no longer in force. */
static loyd_err
draw_promise(struct proof *proof, const loyd_promise *promise,
             const loyd_schedule *of, bool *is_right)
{
    struct timetable dates = {
        .store = proof->store, .channel = proof->channel, .now = *of};
    unsigned at = find_tier(of, promise->tier);
    uint8_t nonce[LOYD_HASH_BYTES], hash[LOYD_HASH_BYTES];
    char date[LOYD_DATE_TEXT];
    loyd_puzzle puzzle;
    struct day_facts facts = {.channel = proof->channel->name,
                              .date = date,
                              .tier = promise->tier,
                              .version = promise->version,
                              .puzzle = &puzzle,
                              .nonce = nonce};
    uint16_t stm;
    loyd_day day;
    loyd_err err =
        timetable_day(&dates, &promise->date, at, &day, proof->why);

    *is_right = false;
    if (err == LOYD_OK && day.is_listed)
        err = day_listed(&dates, &proof->lists, &promise->date, at,
                         proof->secret, &puzzle, &stm, proof->why);
    else if (err == LOYD_OK)
        err = day_draw(&day.recipe, proof->secret, proof->solver, &puzzle,
                       NULL, proof->why);
    if (err != LOYD_OK)
        return err == LOYD_E_EMPTY ? LOYD_OK : err;
    loyd_date_print(&promise->date, date);
    day_nonce(proof->secret, facts.channel, date, facts.tier, nonce);
    day_commitment(&facts, hash);
    *is_right = memcmp(hash, promise->hash, sizeof(hash)) == 0;
    return LOYD_OK;
}

/* Proves a promise that cannot be compared with the ledger: of a future day,
 * or broken. */
static loyd_err
prove_promise(struct proof *proof, const loyd_promise *promise,
              const loyd_schedule *of, const char **fault)
{
    const loyd_channel *channel = proof->channel;
    bool is_right;
    loyd_err err;

    if (!promise->is_broken && channel->rows > 0 &&
        loyd_date_days(&promise->date) <= loyd_date_days(&channel->last))
        return LOYD_OK;
    if (!proof->has_secret) {
        proof->result.promises_skipped++;
        return LOYD_OK;
    }
    if ((err = draw_promise(proof, promise, of, &is_right)) != LOYD_OK)
        return err;
    proof->result.promises++;
    if (!is_right)
        *fault = "the secret gives another commitment";
    return LOYD_OK;
}

static loyd_err
prove_promises(struct proof *proof)
{
    loyd_schedule of = {.version = 0};

    for (size_t i = 0; i < proof->promises.n; i++) {
        const loyd_promise *promise = &proof->promises.at[i];
        const char *fault = NULL;
        loyd_err err = find_version(proof, promise, &of, &fault);

        if (err == LOYD_OK && fault == NULL)
            err = prove_promise(proof, promise, &of, &fault);
        if (err != LOYD_OK)
            return err;
        if (fault != NULL && !report_promise(proof, promise, fault))
            break;
    }
    return LOYD_OK;
}

/* --- channels --- */

static loyd_err
prove_rows(struct proof *proof)
{
    loyd_cursor *cursor = NULL;
    loyd_ledger_row row;
    bool found = true;
    loyd_err err = loyd_ledger_rows(proof->store, proof->channel->name, NULL,
                                    NULL, &cursor, proof->why);

    while (err == LOYD_OK) {
        err = loyd_ledger_row_next(cursor, &row, &found, proof->why);
        if (err != LOYD_OK || !found || !prove_row(proof, &row))
            break;
    }
    loyd_cursor_close(&cursor);
    return err;
}

static loyd_err
prove_channel(struct proof *proof)
{
    const loyd_channel *channel = proof->channel;
    loyd_err err =
        promises_read(&proof->promises, proof->store, channel, proof->why);

    if (err == LOYD_OK && proof->promises.n > 0 && !channel->is_keyed)
        err = why_set(proof->why, LOYD_E_CORRUPT,
                      "commitments of %s: the channel has no secret",
                      channel->name);
    if (err == LOYD_OK)
        err = prove_rows(proof);
    if (err == LOYD_OK && proof->err == LOYD_OK && !proof->is_stopped)
        err = prove_promises(proof);
    promises_free(&proof->promises);
    return err;
}

/* Damage is a finding, not an error. */
static loyd_err
report_damage(struct proof *proof, loyd_err err)
{
    if (err != LOYD_E_CORRUPT)
        return err;
    report(proof, proof->why->text);
    return LOYD_OK;
}

/* Returns false to stop. */
static bool
prove_one(struct proof *proof, const loyd_channel *channel)
{
    loyd_err err;

    proof->channel = channel;
    proof->dates =
        (struct timetable){.store = proof->store, .channel = channel};
    proof->has_secret = channel->is_keyed && proof->secret != NULL &&
                        strcmp(channel->key_id, proof->key_id) == 0;
    err = report_damage(proof, prove_channel(proof));
    listing_free(&proof->lists);
    if (proof->err == LOYD_OK)
        proof->err = err;
    return proof->err == LOYD_OK && !proof->is_stopped;
}

static bool
look_for_key(struct proof *proof, const loyd_channel *channel)
{
    if (channel->is_keyed && strcmp(channel->key_id, proof->key_id) == 0)
        proof->is_key_known = true;
    return true;
}

static loyd_err
each_channel(struct proof *proof,
             bool (*each)(struct proof *proof, const loyd_channel *channel))
{
    loyd_cursor *cursor = NULL;
    loyd_channel channel;
    bool found = true;
    loyd_err err = loyd_channel_list(proof->store, &cursor, proof->why);

    while (err == LOYD_OK) {
        err = loyd_channel_next(cursor, &channel, &found, proof->why);
        if (err != LOYD_OK || !found || !each(proof, &channel))
            break;
    }
    loyd_cursor_close(&cursor);
    return err;
}

static loyd_err
check_secret(struct proof *proof)
{
    loyd_err err;

    if (proof->secret == NULL)
        return LOYD_OK;
    loyd_key_id(proof->secret, proof->key_id);
    err = each_channel(proof, look_for_key);
    /* A channel that cannot be read may have it. */
    if (err == LOYD_E_CORRUPT || (err == LOYD_OK && proof->is_key_known))
        return LOYD_OK;
    return err != LOYD_OK
               ? err
               : why_set(proof->why, LOYD_E_SECRET,
                         "no channel of the catalogue has secret '%s'",
                         proof->key_id);
}

static loyd_err
prove(struct proof *proof)
{
    loyd_err err;

    proof->now.what = "proving ledgers";
    err = chain_prove(proof->store, each_link, report, each_end, proof,
                      proof->why);
    if (err == LOYD_OK && proof->err == LOYD_OK && !proof->is_stopped)
        err = lists_prove(proof->store, &proof->result.lists, report, proof,
                          proof->why);
    if (proof->err != LOYD_OK)
        return proof->err;
    /* After a fault in a chain, later checks would only repeat it. */
    if (err == LOYD_OK && !proof->is_stopped && proof->result.bad == 0)
        err = each_channel(proof, prove_one);
    if ((err = report_damage(proof, err)) != LOYD_OK)
        return err;
    if (proof->head != NULL && !proof->result.has_head && !proof->is_stopped)
        report(proof, "no ledger has a row with the given head");
    return proof->err;
}

loyd_err
loyd_ledger_verify(loyd_store *store, loyd_solver *solver,
                   const uint8_t *secret, const uint8_t *head,
                   const loyd_listener *listener, loyd_ledger_proof *result,
                   loyd_why *why)
{
    WHY_GIVEN(why);
    struct proof proof = {.store = store,
                          .solver = solver,
                          .secret = secret,
                          .head = head,
                          .listener = listener,
                          .why = why};
    loyd_err err;

    if ((err = check_secret(&proof)) != LOYD_OK ||
        (err = read_begin(store, why)) != LOYD_OK)
        return err;
    err = prove(&proof);
    read_end(store);
    if (err != LOYD_OK)
        return err;
    why_begin(why); /* findings have left messages there */
    if (result != NULL)
        *result = proof.result;
    return LOYD_OK;
}
