/* SPDX-License-Identifier: MIT */
/*
 * Verifies ledgers: the chain, what other commands read of channels, then
 * every row against its schedule, and with the secret what it makes.
 */
#include "verify/ledger.h"

#include <string.h>

#include "base/bytes.h"
#include "base/slice.h"
#include "base/text.h"
#include "core/board.h"
#include "core/day_hash.h"
#include "daily/channel.h"
#include "store/query.h"
#include "store/rows.h"
#include "verify/functions.h"
#include "verify/sections.h"

struct ledger_job {
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    const uint8_t *head;
    struct report report;
    loyd_why *why;                     /* also the report's */
    struct text broken;                /* ledgers with a fault, each a line */
    loyd_ledger_proof result;          /* without `bad` */
    uint8_t key_hash[LOYD_HASH_BYTES]; /* of the secret */
    const loyd_channel *channel;       /* the current one */
    bool has_secret;                   /* `secret` is that of the channel */
    struct timetable dates;            /* of the channel */
};

static bool
step(struct ledger_job *job)
{
    return report_step(&job->report, 1);
}

/* --- ledgers and lists as they are stored: checks.sql --- */

static bool
is_broken(const struct ledger_job *job, const char *channel)
{
    struct slice rest = {job->broken.at, job->broken.len}, line;

    while (slice_line(&rest, &line))
        if (slice_is(line, channel))
            return true;
    return false;
}

/* Reports the first fault of a ledger. */
static bool
report_link(struct ledger_job *job, const char *channel, const char *fault)
{
    if (channel == NULL || !is_broken(job, channel))
        report_bad(&job->report, NULL, "%s", fault);
    if (channel != NULL)
        text_format(&job->broken, "%s\n", channel);
    if (job->broken.is_lost)
        job->report.err = LOYD_E_NOMEM;
    return report_goes_on(&job->report);
}

/* A checked_fn: a row of a ledger. */
static bool
each_link(void *context, const struct section *section, sqlite3_stmt *row,
          const char *fault)
{
    enum { CHANNEL = 2, NUMBER, DATE, HASH };
    struct ledger_job *job = context;
    loyd_ledger_proof *result = &job->result;
    const char *channel = (const char *)sqlite3_column_text(row, CHANNEL);
    const char *date = (const char *)sqlite3_column_text(row, DATE);

    (void)section;
    if (fault != NULL)
        return report_link(job, channel, fault);
    /* Without a fault it has a channel, a date and a hash. */
    if (is_broken(job, channel))
        return true;
    result->rows++;
    if (job->head != NULL && !result->has_head &&
        memcmp(sqlite3_column_blob(row, HASH), job->head, LOYD_HASH_BYTES) ==
            0 &&
        loyd_date_parse(date, strlen(date), &result->date, NULL) == LOYD_OK) {
        result->has_head = true;
        result->number = (uint32_t)sqlite3_column_int64(row, NUMBER);
        sqlite3_snprintf((int)sizeof(result->channel), result->channel, "%s",
                         channel);
    }
    return step(job);
}

/* A checked_fn: the end of a channel's ledger. */
static bool
each_end(void *context, const struct section *section, sqlite3_stmt *row,
         const char *fault)
{
    (void)section;
    return fault == NULL ||
           report_link(context, (const char *)sqlite3_column_text(row, 2),
                       fault);
}

/* A checked_fn: a channel, which other commands must accept. */
static bool
each_loaded(void *context, const struct section *section, sqlite3_stmt *row,
            const char *fault)
{
    struct ledger_job *job = context;
    const char *name = (const char *)sqlite3_column_text(row, 2);

    (void)section;
    if (fault != NULL)
        report_bad(&job->report, NULL, "%s", fault);
    else
        verify_loads(job->store, name, is_broken(job, name), &job->report);
    return report_goes_on(&job->report);
}

/* A checked_fn. */
static bool
each_list(void *context, const struct section *section, sqlite3_stmt *row,
          const char *fault)
{
    struct ledger_job *job = context;

    (void)section;
    (void)row;
    job->result.lists++;
    if (fault != NULL)
        report_bad(&job->report, NULL, "%s", fault);
    return report_goes_on(&job->report);
}

static loyd_err
check_stored(struct ledger_job *job)
{
    static const struct {
        const char *group;
        checked_fn each;
    } groups[] = {{"days", each_link},
                  {"ends", each_end},
                  {"channels", each_loaded},
                  {"lists", each_list}};
    struct functions *f;
    loyd_err err =
        functions_begin(job->store, &job->report, false, &f, job->why);

    if (err != LOYD_OK)
        return err;
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]) &&
                       err == LOYD_OK && report_goes_on(&job->report);
         i++) {
        const struct checks checks = {.group = groups[i].group,
                                      .schema = "main."};

        err = checks_run(job->store, &checks, groups[i].each, job, job->why);
    }
    functions_end(f);
    return err;
}

/* Returns the index of a tier in a schedule, or schedule_puzzles() if it has
 * no such tier. */
static unsigned
find_tier(const loyd_schedule *schedule, const char *tier)
{
    unsigned at = 0, n = schedule_puzzles(schedule);

    while (at < n && strcmp(schedule->row[at].tier, tier) != 0)
        at++;
    return at;
}

/* Ends the verification with an error whose text is in job->why. */
static const char *
end_report(struct ledger_job *job, loyd_err err)
{
    report_end(&job->report, err, job->why);
    return NULL;
}

/* --- a row whose chain is right: what is wrong with it, or NULL --- */

static const char *
check_recipe(struct ledger_job *job, const loyd_ledger_row *row)
{
    const char *text = row->entry.recipe;
    loyd_recipe recipe;
    loyd_id id;
    loyd_err err;

    if (text[0] == '\0')
        return NULL;
    err = loyd_recipe_parse(text, strlen(text), &recipe, job->why);
    if (err != LOYD_OK)
        return end_report(job, err);
    err = recipe_id(job->store, &recipe, &id, job->why);
    if (!why_is_of_row(err))
        return end_report(job, err);
    return err != LOYD_OK || memcmp(&id, &row->entry.id, sizeof(id)) != 0
               ? "its recipe is not stored with its puzzle"
               : NULL;
}

/* Makes the puzzle again: of a recipe without a secret the catalogue's
 * verification has done so. */
static const char *
check_puzzle(struct ledger_job *job, const loyd_ledger_row *row)
{
    const uint8_t *secret = job->has_secret ? job->secret : NULL;
    struct timetable *dates = &job->dates;
    loyd_puzzle puzzle;
    unsigned at;
    loyd_day day;
    loyd_err err;

    if (job->channel->is_keyed ? !job->has_secret
                               : row->entry.recipe[0] != '\0')
        return NULL;
    if ((err = timetable_turn(dates, &row->date, job->why)) == LOYD_OK) {
        at = find_tier(&dates->now, row->tier);
        err = timetable_day(dates, &row->date, at, &day, job->why);
    }
    if (err == LOYD_OK)
        err = day_puzzle(dates, &day, at, secret, job->solver, &puzzle, NULL,
                         job->why);
    if (err == LOYD_E_CORRUPT || err == LOYD_E_EMPTY)
        return job->why->text;
    if (err != LOYD_OK)
        return end_report(job, err);
    job->result.listed += day.is_listed;
    job->result.redrawn += !day.is_listed;
    job->result.recipes += day.has_recipe;
    if (board_equal(&puzzle.start, &row->entry.puzzle.start) &&
        board_equal(&puzzle.goal, &row->entry.puzzle.goal))
        return NULL;
    return day.is_listed ? "its list has another puzzle there"
                         : "another board is drawn";
}

/* Derives the nonce again. */
static const char *
check_nonce(struct ledger_job *job, const loyd_ledger_row *row)
{
    char date[LOYD_DATE_TEXT];
    uint8_t nonce[LOYD_HASH_BYTES];

    if (!job->has_secret)
        return NULL;
    loyd_date_print(&row->date, date);
    day_nonce(job->secret, row->channel, date, row->tier, nonce);
    return memcmp(nonce, row->nonce, sizeof(nonce)) == 0
               ? NULL
               : "the secret gives another nonce";
}

/* Checks a consistent row. Returns false to stop. */
static bool
verify_row(struct ledger_job *job, const loyd_ledger_row *row)
{
    static const char *(*const checks[])(struct ledger_job * job,
                                         const loyd_ledger_row *row) = {
        check_recipe, check_puzzle, check_nonce};
    const char *fault = NULL;
    char date[LOYD_DATE_TEXT];

    for (size_t i = 0; fault == NULL && report_goes_on(&job->report) &&
                       i < sizeof(checks) / sizeof(checks[0]);
         i++)
        fault = checks[i](job, row);
    job->result.skipped += job->channel->is_keyed && !job->has_secret &&
                           row->entry.recipe[0] == '\0';
    if (fault != NULL) {
        loyd_date_print(&row->date, date);
        report_bad(&job->report, NULL, "ledger of %s: row %lu, %s: %s",
                   row->channel, (unsigned long)row->number, date, fault);
    }
    return report_goes_on(&job->report) && step(job);
}

/* --- channels --- */

static loyd_err
verify_rows(struct ledger_job *job)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_ledger_rows(job->store, job->channel->name, NULL, NULL,
                                    &cursor, job->why);

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, job->why);
        if (err != LOYD_OK || row == NULL || !verify_row(job, row->ledger_row))
            break;
    }
    loyd_cursor_close(&cursor);
    return err;
}

/* Damage is a finding, not an error. */
static loyd_err
report_damage(struct ledger_job *job, loyd_err err)
{
    if (err != LOYD_E_CORRUPT)
        return err;
    report_bad(&job->report, NULL, "%s", job->why->text);
    return LOYD_OK;
}

/* Returns false to stop. */
static bool
verify_one(struct ledger_job *job, const loyd_channel *channel)
{
    loyd_err err;

    job->channel = channel;
    job->dates = (struct timetable){.store = job->store, .channel = channel};
    job->has_secret =
        channel->is_keyed && job->secret != NULL &&
        memcmp(channel->key_hash, job->key_hash, sizeof(job->key_hash)) == 0;
    err = report_damage(job, verify_rows(job));
    if (job->report.err == LOYD_OK)
        job->report.err = err;
    return report_goes_on(&job->report);
}

static loyd_err
verify_channels(struct ledger_job *job)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_channel_list(job->store, &cursor, job->why);

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, job->why);
        if (err != LOYD_OK || row == NULL || !verify_one(job, row->channel))
            break;
    }
    loyd_cursor_close(&cursor);
    return err;
}

/* A channel whose hash is damaged may have the secret. */
static loyd_err
check_secret(struct ledger_job *job)
{
    char key_id[LOYD_KEYID_CHARS + 1];
    bool is_known;
    struct query q;
    loyd_err err;

    if (job->secret == NULL)
        return LOYD_OK;
    secret_hash(job->secret, job->key_hash);
    query_begin(&q, job->store, STMT_COUNT_,
                "SELECT 1 FROM channel WHERE key_hash = ?1"
                " OR length(CAST(key_hash AS BLOB)) <> 32",
                job->why);
    query_blob(&q, 1, job->key_hash, sizeof(job->key_hash));
    if ((err = query_has(&q, &is_known)) != LOYD_OK || is_known)
        return err;
    bytes_base32(job->key_hash, LOYD_KEYID_CHARS, key_id);
    return why_set(job->why, LOYD_E_SECRET,
                   "no channel of the catalogue has secret '%s'", key_id);
}

static loyd_err
verify_ledgers(struct ledger_job *job)
{
    loyd_err err;

    job->report.now.what = "proving ledgers";
    err = check_stored(job);
    if (job->report.err != LOYD_OK)
        return job->report.err;
    /* After a fault in a chain, later checks would only repeat it. */
    if (err == LOYD_OK && !job->report.is_stopped && job->report.bad == 0)
        err = verify_channels(job);
    if ((err = report_damage(job, err)) != LOYD_OK)
        return err;
    if (job->head != NULL && !job->result.has_head && !job->report.is_stopped)
        report_bad(&job->report, NULL,
                   "no ledger has a row with the given head");
    return job->report.err;
}

loyd_err
loyd_ledger_verify(loyd_store *store, loyd_solver *solver,
                   const uint8_t *secret, const uint8_t *head,
                   const loyd_listener *listener, loyd_ledger_proof *result,
                   loyd_why *why)
{
    WHY_GIVEN(why);
    struct ledger_job job = {.store = store,
                             .solver = solver,
                             .secret = secret,
                             .head = head,
                             .report = {.listener = listener, .why = why},
                             .why = why};
    loyd_err err;

    if ((err = check_secret(&job)) != LOYD_OK ||
        (err = read_begin(store, why)) != LOYD_OK)
        return err;
    err = verify_ledgers(&job);
    read_end(store);
    text_free(&job.broken);
    if (err != LOYD_OK)
        return err;
    job.result.bad = job.report.bad;
    why_begin(why); /* findings have left messages there */
    if (result != NULL)
        *result = job.result;
    return LOYD_OK;
}
