/* SPDX-License-Identifier: MIT */
/*
 * Verifies ledgers: the chain, what other commands read of channels, then
 * every row against its schedule, and published commitments against the
 * ledger or with the secret.
 */
#include "verify/ledger.h"

#include <string.h>

#include "core/day_hash.h"
#include "daily/list.h"
#include "daily/promises.h"

struct proof {
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    const uint8_t *head;
    struct report report;
    loyd_why *why;                     /* also the report's */
    loyd_ledger_proof result;          /* without `bad` */
    char key_id[LOYD_KEYID_CHARS + 1]; /* of the secret */
    bool is_key_known;                 /* a channel has this secret */
    const loyd_channel *channel;       /* the current one */
    loyd_recipe recipe;                /* of the current row, if it has one */
    bool has_secret;                   /* `secret` is that of the channel */
    struct timetable dates; /* of the channel, for days from lists */
    struct listing lists;
    struct promises promises; /* of the channel */
};

static void
report_row(struct proof *proof, const loyd_ledger_row *row, const char *what)
{
    char date[LOYD_DATE_TEXT];

    loyd_date_print(&row->date, date);
    report_bad(&proof->report, NULL, "ledger of %s: row %lu, %s: %s",
               row->channel, (unsigned long)row->number, date, what);
}

static void
report_promise(struct proof *proof, const loyd_commitment *promise,
               const char *what)
{
    char date[LOYD_DATE_TEXT];

    loyd_date_print(&promise->date, date);
    report_bad(&proof->report, NULL, "commitments of %s: %s%s%s: %s",
               proof->channel->name, date,
               promise->tier[0] != '\0' ? ", " : "", promise->tier, what);
}

static bool
step(struct proof *proof)
{
    return report_step(&proof->report, 1);
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

/* A chain_end_fn. */
static bool
each_end(void *context, const char *channel, bool is_right)
{
    struct proof *proof = context;

    load_prove(proof->store, channel, !is_right, &proof->report);
    return report_goes_on(&proof->report);
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

/* Ends the verification with an error whose text is in proof->why. */
static const char *
end(struct proof *proof, loyd_err err)
{
    report_end(&proof->report, err, proof->why);
    return NULL;
}

/* --- checks in the list (facts.h) --- */

const char *
check_recipe(struct checker *by, struct facts *facts)
{
    struct proof *proof = by->state;
    const loyd_ledger_row *row = facts->day;
    const char *text = row->entry.recipe;
    loyd_id id;
    loyd_err err;

    if (text[0] == '\0')
        return NULL;
    err = loyd_recipe_parse(text, strlen(text), &proof->recipe, proof->why);
    if (err != LOYD_OK)
        return end(proof, err);
    err = loyd_store_recipe_id(proof->store, &proof->recipe, &id, proof->why);
    if (!why_is_of_row(err))
        return end(proof, err);
    return err != LOYD_OK || memcmp(&id, &row->entry.id, sizeof(id)) != 0
               ? "its recipe is not stored with its puzzle"
               : NULL;
}

/* Draws the board again. */
const char *
check_drawn_again(struct checker *by, struct facts *facts)
{
    struct proof *proof = by->state;
    const loyd_ledger_row *row = facts->day;
    loyd_puzzle puzzle;
    loyd_err err;

    if (row->entry.recipe[0] == '\0' || !proof->has_secret)
        return NULL;
    err = day_draw(&proof->recipe, proof->secret, proof->solver, &puzzle, NULL,
                   proof->why);
    if (err != LOYD_OK)
        return end(proof, err);
    proof->result.redrawn++;
    return loyd_board_equal(&puzzle.start, &row->entry.puzzle.start) &&
                   loyd_board_equal(&puzzle.goal, &row->entry.puzzle.goal)
               ? NULL
               : "the secret draws another board";
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

/* The puzzle is the next one of its list. That the list has it at all was
 * checked when the row was read. */
const char *
check_order(struct checker *by, struct facts *facts)
{
    struct proof *proof = by->state;
    const loyd_ledger_row *row = facts->day;
    loyd_id id;
    loyd_err err;

    if (row->entry.recipe[0] != '\0' ||
        (proof->channel->is_keyed && !proof->has_secret))
        return NULL;
    err = find_listed(proof, row, &id);
    if (err == LOYD_E_CORRUPT || err == LOYD_E_EMPTY)
        return proof->why->text;
    if (err != LOYD_OK)
        return end(proof, err);
    proof->result.listed++;
    return memcmp(&id, &row->entry.id, sizeof(id)) == 0
               ? NULL
               : "its list has another puzzle there";
}

/* Derives the nonce again. */
const char *
check_nonce(struct checker *by, struct facts *facts)
{
    struct proof *proof = by->state;
    const loyd_ledger_row *row = facts->day;
    char date[LOYD_DATE_TEXT];
    uint8_t nonce[LOYD_HASH_BYTES];

    if (!proof->has_secret)
        return NULL;
    loyd_date_print(&row->date, date);
    day_nonce(proof->secret, row->channel, date, row->tier, nonce);
    return memcmp(nonce, row->nonce, sizeof(nonce)) == 0
               ? NULL
               : "the secret gives another nonce";
}

/* If there was a commitment to the row's puzzle, it must be the row's. */
static void
check_promise(struct proof *proof, const loyd_ledger_row *row)
{
    const loyd_commitment *promise =
        promises_find(&proof->promises, &row->date, row->tier, row->version);

    if (promise == NULL)
        return;
    proof->result.commitments++;
    if (memcmp(promise->hash, row->commitment, LOYD_HASH_BYTES) != 0)
        report_promise(proof, promise,
                       "does not match the puzzle in the ledger");
}

/* Checks a consistent row. Returns false to stop. */
static bool
prove_row(struct proof *proof, const loyd_ledger_row *row)
{
    struct checker by = {
        .kind = ROW_DAY, .report = &proof->report, .state = proof};
    struct facts facts = {.day = row};
    const char *fault = facts_check(&by, &facts);

    proof->result.skipped += proof->channel->is_keyed && !proof->has_secret;
    if (fault != NULL)
        report_row(proof, row, fault);
    if (report_goes_on(&proof->report))
        check_promise(proof, row);
    return report_goes_on(&proof->report) && step(proof);
}

/* --- promises --- */

/* Reads the schedule version of a promise, unless `of` is that one. *fault is
 * NULL, or why there is no such puzzle. */
static loyd_err
find_version(struct proof *proof, const loyd_commitment *promise,
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
draw_promise(struct proof *proof, const loyd_commitment *promise,
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
    loyd_err err = timetable_day(&dates, &promise->date, at, &day, proof->why);

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
prove_promise(struct proof *proof, const loyd_commitment *promise,
              const loyd_schedule *of, const char **fault)
{
    const loyd_channel *channel = proof->channel;
    bool is_right;
    loyd_err err;

    if (!promise->is_broken && channel->rows > 0 &&
        loyd_date_days(&promise->date) <= loyd_date_days(&channel->last))
        return LOYD_OK;
    if (!proof->has_secret) {
        proof->result.commitments_skipped++;
        return LOYD_OK;
    }
    if ((err = draw_promise(proof, promise, of, &is_right)) != LOYD_OK)
        return err;
    proof->result.commitments++;
    if (!is_right)
        *fault = "the secret gives another commitment";
    return LOYD_OK;
}

static loyd_err
prove_promises(struct proof *proof)
{
    loyd_schedule of = {.version = 0};

    for (size_t i = 0; i < proof->promises.n; i++) {
        const loyd_commitment *promise = &proof->promises.at[i];
        const char *fault = NULL;
        loyd_err err = find_version(proof, promise, &of, &fault);

        if (err == LOYD_OK && fault == NULL)
            err = prove_promise(proof, promise, &of, &fault);
        if (err != LOYD_OK)
            return err;
        if (fault != NULL)
            report_promise(proof, promise, fault);
        if (proof->report.is_stopped)
            break;
    }
    return LOYD_OK;
}

/* --- channels --- */

static loyd_err
prove_rows(struct proof *proof)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_ledger_rows(proof->store, proof->channel->name, NULL,
                                    NULL, &cursor, proof->why);

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, proof->why);
        if (err != LOYD_OK || row == NULL ||
            !prove_row(proof, row->ledger_row))
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
    if (err == LOYD_OK && report_goes_on(&proof->report))
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
    report_bad(&proof->report, NULL, "%s", proof->why->text);
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
    if (proof->report.err == LOYD_OK)
        proof->report.err = err;
    return report_goes_on(&proof->report);
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
    const loyd_row *row;
    loyd_err err = loyd_channel_list(proof->store, &cursor, proof->why);

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, proof->why);
        if (err != LOYD_OK || row == NULL || !each(proof, row->channel))
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

    proof->report.now.what = "proving ledgers";
    err = chain_prove(proof->store, &proof->report, each_link, each_end, proof,
                      proof->why);
    if (err == LOYD_OK && report_goes_on(&proof->report))
        err = lists_prove(proof->store, &proof->report, &proof->result.lists,
                          proof->why);
    if (proof->report.err != LOYD_OK)
        return proof->report.err;
    /* After a fault in a chain, later checks would only repeat it. */
    if (err == LOYD_OK && !proof->report.is_stopped && proof->report.bad == 0)
        err = each_channel(proof, prove_one);
    if ((err = report_damage(proof, err)) != LOYD_OK)
        return err;
    if (proof->head != NULL && !proof->result.has_head &&
        !proof->report.is_stopped)
        report_bad(&proof->report, NULL,
                   "no ledger has a row with the given head");
    return proof->report.err;
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
                          .report = {.listener = listener, .why = why},
                          .why = why};
    loyd_err err;

    if ((err = check_secret(&proof)) != LOYD_OK ||
        (err = read_begin(store, why)) != LOYD_OK)
        return err;
    err = prove(&proof);
    read_end(store);
    if (err != LOYD_OK)
        return err;
    proof.result.bad = proof.report.bad;
    why_begin(why); /* findings have left messages there */
    if (result != NULL)
        *result = proof.result;
    return LOYD_OK;
}
