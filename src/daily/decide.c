/* SPDX-License-Identifier: MIT */
/*
 * Owns the deciding of days: their boards are drawn and solved outside of any
 * transaction, for that takes long, and appended some days at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/date.h"
#include "core/listener.h"
#include "daily/channel.h"

/* Days of a transaction: what a stop may cost. */
#define DAYS_AT_ONCE 8

struct decided {
    loyd_day day;
    loyd_puzzle puzzle;
    loyd_solution solution;
};

struct deciding {
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    loyd_channel channel; /* as it was when its days were drawn */
    struct timetable dates;
    int32_t next; /* the first day that is not decided */
    int32_t through;
    struct decided *batch;
    size_t n;
    const loyd_listener *listener;
    loyd_progress now;
    uint32_t added;
};

loyd_err
day_draw(const loyd_recipe *recipe, const uint8_t *secret, loyd_solver *solver,
         loyd_puzzle *puzzle, loyd_solution *solution, loyd_why *why)
{
    loyd_generator *generator = NULL;
    loyd_err err = loyd_generator_new(recipe, recipe->is_keyed ? secret : NULL,
                                      &generator, why);

    if (err == LOYD_OK)
        err = loyd_target_draw(generator, solver, recipe->index, 0, puzzle,
                               solution, why);
    loyd_generator_free(&generator);
    return err;
}

static void
forget_batch(struct deciding *run)
{
    for (size_t i = 0; i < run->n; i++)
        loyd_moves_free(&run->batch[i].solution.path);
    run->n = 0;
}

static loyd_err
draw_day(struct deciding *run, int32_t days, loyd_why *why)
{
    loyd_date date;
    loyd_err err = loyd_date_of_days(days, &date);

    if (err == LOYD_OK)
        err = timetable_turn(&run->dates, &date, why);
    for (unsigned at = 0;
         err == LOYD_OK && at < schedule_puzzles(&run->dates.now); at++) {
        struct decided *d = &run->batch[run->n];

        memset(d, 0, sizeof(*d));
        err = timetable_day(&run->dates, &date, at, &d->day, why);
        if (err == LOYD_OK)
            err = day_draw(&d->day.recipe, run->secret, run->solver,
                           &d->puzzle, &d->solution, why);
        if (err == LOYD_OK)
            run->n++;
    }
    return err;
}

static loyd_err
report_progress(struct deciding *run, loyd_why *why)
{
    if (listener_progress(run->listener, &run->now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED, "stopped");
}

static loyd_err
draw_batch(struct deciding *run, loyd_why *why)
{
    int32_t days = run->next;
    loyd_err err = LOYD_OK;

    forget_batch(run);
    for (int i = 0; err == LOYD_OK && i < DAYS_AT_ONCE && days <= run->through;
         i++) {
        if ((err = report_progress(run, why)) == LOYD_OK)
            err = draw_day(run, days++, why);
        run->now.done++;
    }
    return err;
}

/* The puzzle goes into the catalogue like any other. */
static loyd_err
store_puzzle(struct deciding *run, const struct decided *d, loyd_why *why)
{
    loyd_rating rating = {d->solution.lower, d->solution.upper, 0, "exact"};
    loyd_id id;
    loyd_err err =
        loyd_store_add_puzzle(run->store, &d->puzzle, &id, NULL, why);

    if (err == LOYD_OK)
        err = loyd_store_add_recipe(run->store, &d->day.recipe, &id, why);
    if (err == LOYD_OK)
        err = loyd_store_add_rating(run->store, &id, &rating,
                                    &d->solution.path, why);
    return err;
}

static void
make_row(const struct deciding *run, const struct decided *d,
         struct ledger_row *row)
{
    memset(row, 0, sizeof(*row));
    row->day = d->day.date;
    loyd_date_print(&d->day.date, row->date);
    memcpy(row->tier, d->day.tier, sizeof(row->tier));
    row->version = d->day.version;
    row->record.puzzle = d->puzzle;
    row->record.rating.upper = d->solution.upper;
    row->has_nonce = run->channel.is_keyed;
    if (row->has_nonce)
        day_nonce(run->secret, d->day.channel, row->date, row->tier,
                  row->nonce);
}

/* Another process has decided some of these days: did it decide the same? */
static loyd_err
compare_rows(struct deciding *run, const loyd_channel *channel,
             size_t *n_there, loyd_why *why)
{
    struct ledger_walk *walk = NULL;
    const struct ledger_row *row = NULL;
    struct ledger_row ours;
    loyd_err err = ledger_open(run->store, channel->name,
                               run->channel.rows + 1, &walk, why);

    for (*n_there = 0; err == LOYD_OK && *n_there < run->n; (*n_there)++) {
        if ((err = ledger_next(walk, &row, why)) != LOYD_OK || row == NULL)
            break;
        make_row(run, &run->batch[*n_there], &ours);
        if (strcmp(row->date, ours.date) == 0 &&
            strcmp(row->tier, ours.tier) == 0 &&
            loyd_board_equal(&row->record.puzzle.start,
                             &ours.record.puzzle.start) &&
            loyd_board_equal(&row->record.puzzle.goal,
                             &ours.record.puzzle.goal))
            continue;
        err = why_set(why, LOYD_E_CORRUPT,
                      "ledger of %s: row %lu, %s: another process has decided "
                      "on another board",
                      channel->name, (unsigned long)row->number, row->date);
    }
    ledger_close(&walk);
    return err;
}

/* The built-in channel has a row once it has a ledger. */
static loyd_err
store_channel(loyd_store *store, const loyd_channel *channel, loyd_why *why)
{
    loyd_channel stored = {.is_builtin = false};
    bool found;
    loyd_err err = channel_get(store, channel->name, &stored, &found, why);

    return err == LOYD_OK && !found ? channel_put(store, channel, why) : err;
}

/* Inside a transaction. *is_stale: the schedule has changed meanwhile. */
static loyd_err
append_batch(struct deciding *run, bool *is_stale, loyd_why *why)
{
    loyd_channel channel;
    struct ledger_row row;
    size_t n_there = 0;
    uint32_t rows;
    loyd_err err =
        loyd_channel_get(run->store, run->channel.name, &channel, why);

    if (err != LOYD_OK)
        return err;
    *is_stale = channel.versions != run->channel.versions;
    if (*is_stale)
        return LOYD_OK;
    err = store_channel(run->store, &channel, why);
    if (err == LOYD_OK && channel.rows > run->channel.rows)
        err = compare_rows(run, &channel, &n_there, why);
    rows = channel.rows;
    for (size_t at = n_there; err == LOYD_OK && at < run->n; at++) {
        make_row(run, &run->batch[at], &row);
        if ((err = store_puzzle(run, &run->batch[at], why)) == LOYD_OK)
            err = ledger_append(run->store, &channel, &row, why);
    }
    if (err != LOYD_OK)
        return err;
    run->added += channel.rows - rows;
    run->channel = channel;
    return LOYD_OK;
}

static void
set_next(struct deciding *run)
{
    const loyd_channel *channel = &run->channel;

    run->next = channel->rows > 0 ? loyd_date_days(&channel->last) + 1
                                  : loyd_date_days(&channel->start);
}

static loyd_err
store_batch(struct deciding *run, loyd_why *why)
{
    bool is_stale = false;
    loyd_err err = loyd_store_begin(run->store, why);

    if (err != LOYD_OK)
        return err;
    if ((err = append_batch(run, &is_stale, why)) == LOYD_OK && !is_stale)
        err = loyd_store_commit(run->store, why);
    loyd_store_rollback(run->store);
    if (err == LOYD_OK && is_stale)
        err = loyd_channel_get(run->store, run->channel.name, &run->channel,
                               why);
    run->dates.now.version = 0; /* to be read anew */
    set_next(run);
    return err;
}

static bool
is_there(void *context, const loyd_ledger_row *row)
{
    (void)row;
    *(bool *)context = true;
    return true;
}

/* Nothing is appended to an end that is damaged. */
static loyd_err
check_end(struct deciding *run, loyd_why *why)
{
    bool is_any = false;

    if (run->channel.rows == 0)
        return LOYD_OK;
    return loyd_ledger_each(run->store, run->channel.name, &run->channel.last,
                            NULL, is_there, &is_any, why);
}

static loyd_err
begin(struct deciding *run, const char *channel, const loyd_date *through,
      loyd_why *why)
{
    loyd_err err = loyd_channel_get(run->store, channel, &run->channel, why);

    if (err != LOYD_OK || (err = loyd_channel_secret_check(
                               &run->channel, run->secret, why)) != LOYD_OK)
        return err;
    run->dates =
        (struct timetable){.store = run->store, .channel = &run->channel};
    if ((err = timetable_turn(&run->dates, through, why)) != LOYD_OK)
        return err;
    run->through = loyd_date_days(through);
    set_next(run);
    if (run->next > run->through)
        return LOYD_OK;
    run->now =
        (loyd_progress){.what = "deciding days",
                        .total = (uint64_t)(run->through - run->next) + 1};
    run->batch =
        calloc((size_t)DAYS_AT_ONCE * LOYD_SCHEDULE_ROWS, sizeof(*run->batch));
    return run->batch != NULL ? check_end(run, why) : LOYD_E_NOMEM;
}

static void
end(struct deciding *run)
{
    forget_batch(run);
    free(run->batch);
    free(run);
}

loyd_err
loyd_ledger_extend(loyd_store *store, loyd_solver *solver, const char *channel,
                   const uint8_t *secret, const loyd_date *through,
                   const loyd_listener *listener, loyd_ledger_result *result,
                   loyd_why *why)
{
    struct deciding *run = calloc(1, sizeof(*run));
    loyd_err err;

    WHY_GIVEN(why);
    if (run == NULL)
        return LOYD_E_NOMEM;
    *run = (struct deciding){.store = store,
                             .solver = solver,
                             .secret = secret,
                             .listener = listener};
    err = begin(run, channel, through, why);
    while (err == LOYD_OK && run->next <= run->through)
        if ((err = draw_batch(run, why)) == LOYD_OK)
            err = store_batch(run, why);
    if (err == LOYD_OK && result != NULL) {
        *result = (loyd_ledger_result){.added = run->added,
                                       .rows = run->channel.rows,
                                       .last = run->channel.last};
        memcpy(result->head, run->channel.head, sizeof(result->head));
    }
    end(run);
    return err;
}

/* Every puzzle of a date, which is then forgotten. */
static loyd_err
commit_day(struct deciding *run, int32_t days, bool *goes_on,
           loyd_commitment_fn each, void *context, loyd_why *why)
{
    loyd_err err;

    forget_batch(run);
    err = draw_day(run, days, why);
    for (size_t i = 0; err == LOYD_OK && *goes_on && i < run->n; i++) {
        loyd_commitment c = {.date = run->batch[i].day.date};
        struct ledger_row row;
        struct day_facts facts;

        make_row(run, &run->batch[i], &row);
        facts = ledger_facts(run->channel.name, &row);
        c.version = row.version;
        memcpy(c.tier, row.tier, sizeof(c.tier));
        day_commitment(&facts, c.hash);
        *goes_on = each(context, &c);
    }
    return err;
}

loyd_err
loyd_channel_commitments(loyd_store *store, loyd_solver *solver,
                         const char *channel, const uint8_t *secret,
                         const loyd_date *from, const loyd_date *to,
                         loyd_commitment_fn each, void *context, loyd_why *why)
{
    struct deciding *run = calloc(1, sizeof(*run));
    bool goes_on = true;
    loyd_err err;

    WHY_GIVEN(why);
    if (run == NULL)
        return LOYD_E_NOMEM;
    *run =
        (struct deciding){.store = store, .solver = solver, .secret = secret};
    run->batch = calloc(LOYD_SCHEDULE_ROWS, sizeof(*run->batch));
    if (run->batch == NULL)
        err = LOYD_E_NOMEM;
    else
        err = loyd_channel_get(store, channel, &run->channel, why);
    if (err == LOYD_OK && !run->channel.is_keyed)
        err = why_set(why, LOYD_E_SECRET,
                      "channel %s has no secret, and commitments need one",
                      channel);
    if (err == LOYD_OK)
        err = loyd_channel_secret_check(&run->channel, secret, why);
    run->dates = (struct timetable){.store = store, .channel = &run->channel};
    if (err == LOYD_OK)
        err = timetable_turn(&run->dates, from, why);
    if (err == LOYD_OK)
        err = timetable_turn(&run->dates, to, why);
    for (int32_t days = loyd_date_days(from);
         err == LOYD_OK && goes_on && days <= loyd_date_days(to); days++)
        err = commit_day(run, days, &goes_on, each, context, why);
    end(run);
    return err;
}
