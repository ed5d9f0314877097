/* SPDX-License-Identifier: MIT */
/*
 * Decides days. Boards are taken from lists, or drawn and solved outside any
 * transaction, because that takes long; days are appended several at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/crypto.h"
#include "core/date.h"
#include "core/listener.h"
#include "daily/channel.h"
#include "store/rows.h"

/* The search of days beyond LOYD_EXACT_CELLS cells, whose upper end is their
 * estimate. */
static const loyd_solve_options quick = {.effort = LOYD_EFFORT_QUICK};

/* Days per transaction, and the most that an interruption loses. */
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
    loyd_channel channel; /* its state when the batch was drawn */
    struct timetable dates;
    int32_t next; /* the first undecided day */
    int32_t through;
    bool is_ended; /* `through` is the end of the lists, and not wanted */
    struct decided *batch;
    size_t n;
    const loyd_listener *listener;
    loyd_progress now;
    uint32_t added;
};

static loyd_err
draw(const loyd_recipe *recipe, const uint8_t *secret, loyd_solver *solver,
     loyd_puzzle *puzzle, loyd_solution *solution, loyd_why *why)
{
    loyd_generator *generator = NULL;
    loyd_err err = loyd_generator_new(recipe, recipe->is_keyed ? secret : NULL,
                                      &generator, why);

    if (err == LOYD_OK)
        err = loyd_generator_draw(generator, solver, recipe->index, 0, puzzle,
                                  solution, why);
    loyd_generator_free(&generator);
    return err;
}

/* Finds the puzzle of a list, and its proven length. */
static loyd_err
take_listed(const struct timetable *t, const loyd_day *day, unsigned at,
            const uint8_t *secret, loyd_puzzle *puzzle, uint16_t *stm,
            loyd_why *why)
{
    struct record record = {.puzzle = {.goal = {0}}};
    loyd_id id;
    loyd_err err = day_listed(t, day, at, secret, &id, why);

    if (err == LOYD_OK)
        err = list_record(t->store, &id, &record, why);
    if (err == LOYD_OK) {
        *puzzle = record.puzzle;
        *stm = record.known[LOYD_STM].rating.upper;
    }
    record_free(&record);
    return err;
}

loyd_err
day_puzzle(const struct timetable *t, const loyd_day *day, unsigned at,
           const uint8_t *secret, loyd_solver *solver, loyd_puzzle *puzzle,
           loyd_solution *solution, loyd_why *why)
{
    const loyd_recipe *recipe = &day->recipe;
    bool is_solved = day->has_recipe && recipe->target == LOYD_TARGET_STM;
    loyd_solution made = {.upper = 0};
    uint64_t k;
    loyd_err err;

    if (solution != NULL)
        *solution = made;
    if (day->is_listed) {
        err = take_listed(t, day, at, secret, puzzle, &made.upper, why);
        if (solution != NULL)
            solution->upper = made.upper;
        return err;
    }
    if (day->has_recipe) {
        err = draw(recipe, secret, solver, puzzle, solution, why);
    } else if ((err = day_of_rule(t, &day->date, at, &k, why)) == LOYD_OK) {
        err = rule_board(recipe, t->channel->name, secret, k, solver, puzzle,
                         why);
    }
    if (err != LOYD_OK || solution == NULL || is_solved)
        return err;
    /* A target of mlc is met without a search. */
    return loyd_solve(solver, puzzle, 1,
                      recipe->target == LOYD_TARGET_MLC ? &quick : NULL,
                      solution, why);
}

loyd_err
loyd_channel_puzzle(loyd_store *store, const loyd_channel *channel,
                    const loyd_date *date, unsigned at, const uint8_t *secret,
                    loyd_solver *solver, loyd_puzzle *puzzle,
                    loyd_solution *solution, loyd_why *why)
{
    struct timetable t = {.store = store, .channel = channel};
    loyd_day day;
    loyd_err err;

    WHY_GIVEN(why);
    *solution = (loyd_solution){.upper = 0};
    if ((err = loyd_channel_secret_check(channel, secret, why)) == LOYD_OK &&
        (err = timetable_turn(&t, date, why)) == LOYD_OK)
        err = timetable_day(&t, date, at, &day, why);
    return err == LOYD_OK ? day_puzzle(&t, &day, at, secret, solver, puzzle,
                                       solution, why)
                          : err;
}

static void
forget_batch(struct deciding *job)
{
    for (size_t i = 0; i < job->n; i++)
        loyd_moves_free(&job->batch[i].solution.path);
    job->n = 0;
}

static loyd_err
draw_day(struct deciding *job, int32_t days, loyd_why *why)
{
    loyd_date date;
    loyd_err err = date_of_days(days, &date);

    if (err == LOYD_OK)
        err = timetable_turn(&job->dates, &date, why);
    for (unsigned at = 0;
         err == LOYD_OK && at < schedule_puzzles(&job->dates.now); at++) {
        struct decided *d = &job->batch[job->n++];

        memset(d, 0, sizeof(*d));
        err = timetable_day(&job->dates, &date, at, &d->day, why);
        if (err == LOYD_OK)
            err = day_puzzle(&job->dates, &d->day, at, job->secret,
                             job->solver, &d->puzzle, &d->solution, why);
    }
    return err;
}

static loyd_err
report_progress(struct deciding *job, loyd_why *why)
{
    if (listener_progress(job->listener, &job->now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED, "stopped");
}

static loyd_err
draw_batch(struct deciding *job, loyd_why *why)
{
    int32_t days = job->next;
    loyd_err err = LOYD_OK;

    forget_batch(job);
    for (int i = 0; err == LOYD_OK && i < DAYS_AT_ONCE && days <= job->through;
         i++) {
        if ((err = report_progress(job, why)) == LOYD_OK)
            err = draw_day(job, days++, why);
        job->now.done++;
    }
    return err;
}

/* Stores a puzzle with its recipe and rating; one of a list is there. */
static loyd_err
store_puzzle(struct deciding *job, const struct decided *d, loyd_why *why)
{
    bool is_exact = day_has_stm(&d->puzzle), is_new;
    struct record made = {.puzzle = d->puzzle,
                          .known[LOYD_STM].path = d->solution.path};
    loyd_rating *rating = &made.known[LOYD_STM].rating;
    int64_t series;
    loyd_err err;

    if (d->day.is_listed)
        return LOYD_OK;
    *rating = (loyd_rating){.lower = d->solution.lower,
                            .upper = d->solution.upper,
                            .lower_search = {.method = "exact"},
                            .upper_search = {.method = "exact"}};
    if (!is_exact)
        loyd_search_of(&quick, d->puzzle.goal.width, d->puzzle.goal.height,
                       &rating->lower_search, &rating->upper_search);
    loyd_puzzle_id(&made.puzzle, &made.id);
    err = record_put(job->store, &made, &is_new, why);
    if (err == LOYD_OK && d->day.has_recipe &&
        (err = series_put(job->store, &d->day.recipe, &series, why)) ==
            LOYD_OK)
        err = recipe_put(job->store, series, d->day.recipe.index, &made.id,
                         why);
    if (err == LOYD_OK && !is_exact)
        err = store_add_estimate(job->store, &made.id, LOYD_EFFORT_VERSION,
                                 d->solution.upper, why);
    return err;
}

/* `secret` is used only if the channel has one. */
static void
make_row(const loyd_channel *channel, const uint8_t *secret,
         const struct decided *d, struct ledger_row *row)
{
    memset(row, 0, sizeof(*row));
    row->day = d->day.date;
    loyd_date_print(&d->day.date, row->date);
    memcpy(row->tier, d->day.tier, sizeof(row->tier));
    row->version = d->day.version;
    row->record.puzzle = d->puzzle;
    row->record.known[LOYD_STM].rating.upper = d->solution.upper;
    row->has_nonce = channel->is_keyed;
    if (row->has_nonce)
        day_nonce(secret, d->day.channel, row->date, row->tier, row->nonce);
}

/* The built-in channel is stored with its first ledger row, and its schedule
 * is copied for those who read the catalogue with SQL. */
static loyd_err
store_channel(loyd_store *store, const loyd_channel *channel, loyd_why *why)
{
    loyd_channel stored = {.is_builtin = false};
    loyd_schedule schedule;
    bool found;
    loyd_err err = channel_get(store, channel->name, &stored, &found, why);

    if (err == LOYD_OK && !found)
        err = channel_put(store, channel, why);
    for (uint32_t v = stored.versions + 1;
         err == LOYD_OK && channel->is_builtin && v <= channel->versions;
         v++) {
        err = loyd_channel_schedule(store, channel, v, &schedule, why);
        if (err == LOYD_OK)
            err = schedule_put(store, channel->name, &schedule, why);
    }
    return err;
}

/* Needs a transaction. Sets *is_stale, and appends nothing, if the schedule
 * or the ledger has changed since the batch was drawn. */
static loyd_err
append_batch(struct deciding *job, bool *is_stale, loyd_why *why)
{
    loyd_channel channel;
    struct ledger_row row;
    loyd_err err =
        loyd_channel_get(job->store, job->channel.name, &channel, why);

    if (err != LOYD_OK)
        return err;
    *is_stale = channel.versions != job->channel.versions ||
                channel.rows != job->channel.rows;
    if (*is_stale)
        return LOYD_OK;
    err = store_channel(job->store, &channel, why);
    for (size_t at = 0; err == LOYD_OK && at < job->n; at++) {
        make_row(&job->channel, job->secret, &job->batch[at], &row);
        if ((err = store_puzzle(job, &job->batch[at], why)) == LOYD_OK)
            err = ledger_append(job->store, &channel, &row, why);
    }
    if (err != LOYD_OK)
        return err;
    job->added += channel.rows - job->channel.rows;
    job->channel = channel;
    return LOYD_OK;
}

/* Checks the last day: a damaged ledger is not continued. */
static loyd_err
check_end(struct deciding *job, loyd_why *why)
{
    return job->channel.rows == 0
               ? LOYD_OK
               : ledger_check(job->store, job->channel.name,
                              &job->channel.last, NULL, why);
}

static void
set_next(struct deciding *job)
{
    const loyd_channel *channel = &job->channel;

    job->next = channel->rows > 0 ? date_days(&channel->last) + 1
                                  : date_days(&channel->start);
}

static loyd_err
store_batch(struct deciding *job, loyd_why *why)
{
    bool is_stale = false;
    loyd_err err = loyd_store_begin(job->store, why);

    if (err != LOYD_OK)
        return err;
    err = store_end(job->store, append_batch(job, &is_stale, why), why);
    if (err == LOYD_OK && is_stale &&
        (err = loyd_channel_get(job->store, job->channel.name, &job->channel,
                                why)) == LOYD_OK)
        err = check_end(job, why);
    job->dates.now.version = 0; /* the schedule is read again */
    set_next(job);
    return err;
}

/* The days that lists have puzzles for are decided also if more are
 * wanted. */
static loyd_err
end_with_lists(struct deciding *job, loyd_why *why)
{
    bool has_end;
    loyd_date end;
    loyd_err err =
        loyd_channel_end(job->store, &job->channel, &has_end, &end, why);

    job->is_ended =
        err == LOYD_OK && has_end && date_days(&end) < job->through;
    if (job->is_ended)
        job->through = date_days(&end);
    return err;
}

static loyd_err
report_end(const struct deciding *job, loyd_why *why)
{
    char text[LOYD_DATE_TEXT] = "?";
    loyd_date end;

    if (date_of_days(job->through, &end) == LOYD_OK)
        loyd_date_print(&end, text);
    return why_set(why, LOYD_E_EMPTY,
                   "channel %s: no puzzle left: its lists end on %s",
                   job->channel.name, text);
}

static loyd_err
begin(struct deciding *job, const char *channel, const loyd_date *through,
      loyd_why *why)
{
    loyd_err err = loyd_channel_get(job->store, channel, &job->channel, why);

    if (err != LOYD_OK || (err = loyd_channel_secret_check(
                               &job->channel, job->secret, why)) != LOYD_OK)
        return err;
    job->dates =
        (struct timetable){.store = job->store, .channel = &job->channel};
    if ((err = timetable_turn(&job->dates, through, why)) != LOYD_OK)
        return err;
    job->through = date_days(through);
    set_next(job);
    if ((err = end_with_lists(job, why)) != LOYD_OK)
        return err;
    if (job->next > job->through)
        return LOYD_OK;
    job->now =
        (loyd_progress){.what = "deciding days",
                        .total = (uint64_t)(job->through - job->next) + 1};
    job->batch =
        calloc((size_t)DAYS_AT_ONCE * LOYD_SCHEDULE_ROWS, sizeof(*job->batch));
    if (job->batch == NULL)
        return LOYD_E_NOMEM;
    err = report_progress(job, why); /* the first days may take long */
    return err == LOYD_OK ? check_end(job, why) : err;
}

loyd_err
loyd_ledger_extend(loyd_store *store, loyd_solver *solver, const char *channel,
                   const uint8_t *secret, const loyd_date *through,
                   const loyd_listener *listener, loyd_ledger_result *result,
                   loyd_why *why)
{
    struct deciding *job = calloc(1, sizeof(*job));
    loyd_err err;

    WHY_GIVEN(why);
    if (job == NULL)
        return LOYD_E_NOMEM;
    *job = (struct deciding){.store = store,
                             .solver = solver,
                             .secret = secret,
                             .listener = listener};
    err = begin(job, channel, through, why);
    while (err == LOYD_OK && job->next <= job->through)
        if ((err = draw_batch(job, why)) == LOYD_OK)
            err = store_batch(job, why);
    if (err == LOYD_OK && job->is_ended)
        err = report_end(job, why);
    if (err == LOYD_OK && result != NULL) {
        *result = (loyd_ledger_result){.added = job->added,
                                       .rows = job->channel.rows,
                                       .last = job->channel.last};
        memcpy(result->head, job->channel.head, sizeof(result->head));
    }
    forget_batch(job);
    free(job->batch);
    free(job);
    return err;
}
