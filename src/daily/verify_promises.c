/* SPDX-License-Identifier: MIT */
/* Owns the proof of published commitments. */
#include "daily/verify_promises.h"

#include <string.h>

#include "core/day.h"
#include "core/why.h"

static bool
report(struct promise_proof *proof, const loyd_promise *promise,
       const char *what)
{
    char date[LOYD_DATE_TEXT];
    loyd_why words = {{0}};

    loyd_date_print(&promise->date, date);
    (void)why_set(&words, LOYD_E_CORRUPT, "commitments of %s: %s%s%s: %s",
                  proof->channel->name, date,
                  promise->tier[0] != '\0' ? ", " : "", promise->tier, what);
    return proof->bad(proof->context, words.text);
}

loyd_err
promise_proof_begin(struct promise_proof *proof, loyd_why *why)
{
    loyd_err err = loyd_channel_promises(proof->store, proof->channel,
                                         promises_add, &proof->promises, why);

    if (err == LOYD_OK && proof->promises.is_lost)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && proof->promises.n > 0 && !proof->channel->is_keyed)
        err = why_set(why, LOYD_E_CORRUPT,
                      "commitments of %s: it has no secret",
                      proof->channel->name);
    promises_sort(&proof->promises);
    return err;
}

bool
promise_proof_row(struct promise_proof *proof, const loyd_ledger_row *row)
{
    loyd_promise like = {.date = row->date, .version = row->version};
    const loyd_promise *promise;

    memcpy(like.tier, row->tier, sizeof(like.tier));
    if ((promise = promises_find(&proof->promises, &like)) == NULL)
        return true;
    proof->proven++;
    if (memcmp(promise->hash, row->commitment, sizeof(promise->hash)) == 0)
        return true;
    return report(proof, promise, "not that of the puzzle in the ledger");
}

/* The place of a tier in a schedule; n where it has none of that name. */
static unsigned
find_tier(const loyd_schedule *schedule, const char *tier)
{
    unsigned at = 0, n = schedule_puzzles(schedule);

    while (at < n && strcmp(schedule->has_tiers ? schedule->row[at].title : "",
                            tier) != 0)
        at++;
    return at;
}

/* By the schedule that promised, whether it is still in force or not. */
static loyd_err
draw(struct promise_proof *proof, const loyd_promise *promise,
     uint8_t hash[LOYD_HASH_BYTES], bool *found, loyd_why *why)
{
    struct timetable dates = {.store = proof->store, .channel = proof->channel};
    uint8_t nonce[LOYD_HASH_BYTES];
    char date[LOYD_DATE_TEXT];
    struct day_facts facts = {.channel = proof->channel->name,
                              .date = date,
                              .tier = promise->tier,
                              .version = promise->version,
                              .nonce = nonce};
    loyd_puzzle puzzle;
    loyd_day day;
    unsigned at;
    loyd_err err = loyd_channel_schedule(proof->store, proof->channel,
                                         promise->version, &dates.now, why);

    if (err != LOYD_OK)
        return err;
    at = find_tier(&dates.now, promise->tier);
    *found = at < schedule_puzzles(&dates.now);
    if (!*found)
        return LOYD_OK;
    if ((err = timetable_day(&dates, &promise->date, at, &day, why)) !=
            LOYD_OK ||
        (err = day_draw(&day, proof->secret, proof->solver, &puzzle, NULL,
                        why)) != LOYD_OK)
        return err;
    loyd_date_print(&promise->date, date);
    day_nonce(proof->secret, facts.channel, date, facts.tier, nonce);
    facts.puzzle = &puzzle;
    day_commitment(&facts, hash);
    return LOYD_OK;
}

loyd_err
promise_proof_rest(struct promise_proof *proof, loyd_why *why)
{
    const loyd_channel *channel = proof->channel;

    for (size_t i = 0; i < proof->promises.n; i++) {
        const loyd_promise *promise = &proof->promises.at[i];
        uint8_t hash[LOYD_HASH_BYTES];
        bool found = false;
        loyd_err err;

        if (!promise->is_broken && channel->rows > 0 &&
            loyd_date_days(&promise->date) <= loyd_date_days(&channel->last))
            continue; /* the ledger has it */
        if (proof->secret == NULL) {
            proof->skipped++;
            continue;
        }
        if ((err = draw(proof, promise, hash, &found, why)) != LOYD_OK)
            return err;
        proof->proven++;
        if (found && memcmp(hash, promise->hash, sizeof(hash)) == 0)
            continue;
        if (!report(proof, promise, "not that of the secret's puzzle"))
            break;
    }
    return LOYD_OK;
}

void
promise_proof_end(struct promise_proof *proof)
{
    promises_free(&proof->promises);
}
