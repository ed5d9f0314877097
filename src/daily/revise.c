/* SPDX-License-Identifier: MIT */
/* Creates and revises channels: each version in one transaction. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/date.h"
#include "daily/channel.h"

/* A version that is being made. */
struct making {
    loyd_store *store;
    loyd_channel channel;
    const uint8_t *secret;
    struct plan plan;
    struct id_list taken; /* puzzles that its lists do not get */
};

/* Makes a plan of what plan_read has read, with the current bands. */
static loyd_err
make_plan(loyd_store *store, const struct id_list *taken, struct plan *plan,
          loyd_why *why)
{
    loyd_bands bands;
    loyd_err err = loyd_store_bands(store, &bands, why);

    if (err == LOYD_OK)
        err = schedule_resolve(store, &plan->schedule, &bands, why);
    return err == LOYD_OK ? plan_select(store, taken, plan, why) : err;
}

loyd_err
loyd_schedule_check(loyd_store *store, const char *json, size_t len,
                    loyd_schedule *schedule, loyd_why *why)
{
    const struct id_list none = {.n = 0};
    struct plan plan = {.root = NULL};
    loyd_err err;

    WHY_GIVEN(why);
    err = plan_read(json, len, &plan, why);
    if (err == LOYD_OK)
        err = make_plan(store, &none, &plan, why);
    if (err == LOYD_OK)
        *schedule = plan.schedule;
    plan_free(&plan);
    return err;
}

static loyd_err
put_version(struct making *m, loyd_why *why)
{
    loyd_err err = make_plan(m->store, &m->taken, &m->plan, why);

    if (err == LOYD_OK)
        err = schedule_put(m->store, m->channel.name, &m->plan.schedule, why);
    return err == LOYD_OK ? plan_store_lists(m->store, &m->channel, m->secret,
                                             &m->plan, why)
                          : err;
}

/* Reads the file, and makes the version in a transaction. */
static loyd_err
make(struct making *m, const char *json, size_t len,
     loyd_err (*act)(struct making *m, const char *name, const loyd_date *from,
                     loyd_why *why),
     const char *name, const loyd_date *from, loyd_schedule *made,
     loyd_why *why)
{
    loyd_err err = plan_read(json, len, &m->plan, why);

    if (err == LOYD_OK && from != NULL)
        err = date_check(from, why);
    if (err == LOYD_OK && (err = loyd_store_begin(m->store, why)) == LOYD_OK)
        err = store_end(m->store, act(m, name, from, why), why);
    if (err == LOYD_OK && made != NULL)
        *made = m->plan.schedule;
    plan_free(&m->plan);
    free(m->taken.ids);
    return err;
}

static loyd_err
create(struct making *m, const char *name, const loyd_date *start,
       loyd_why *why)
{
    loyd_channel *channel = &m->channel;
    loyd_err err = loyd_channel_get(m->store, name, channel, why);

    if (err == LOYD_OK)
        return why_set(why, LOYD_E_SYNTAX, "channel %s already exists", name);
    if (err != LOYD_E_NOT_FOUND)
        return err;
    *channel = (loyd_channel){.start = *start, .is_keyed = m->secret != NULL};
    memcpy(channel->name, name, strlen(name) + 1);
    if (m->secret != NULL)
        secret_hash(m->secret, channel->key_hash);
    m->plan.schedule.version = 1;
    m->plan.schedule.from = *start;
    err = channel_put(m->store, channel, why);
    return err == LOYD_OK ? put_version(m, why) : err;
}

loyd_err
loyd_channel_create(loyd_store *store, const char *name,
                    const loyd_date *start, const char *json, size_t len,
                    const uint8_t *secret, loyd_schedule *made, loyd_why *why)
{
    struct making m = {.store = store, .secret = secret};

    WHY_GIVEN(why);
    return make(&m, json, len, create, name, start, made, why);
}

/* Sets the first day of the version, which is after all days of the ledger. */
static loyd_err
set_from(struct making *m, const loyd_date *from, loyd_why *why)
{
    char text[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT];
    const loyd_channel *channel = &m->channel;
    loyd_schedule newest;
    loyd_date before;
    loyd_err err = loyd_channel_schedule(m->store, channel, channel->versions,
                                         &newest, why);

    if (err != LOYD_OK)
        return err;
    before = newest.from;
    if (channel->rows > 0 &&
        date_days(&channel->last) > date_days(&before))
        before = channel->last;
    m->plan.schedule.version = channel->versions + 1;
    if (from == NULL)
        return date_of_days(date_days(&before) + 1,
                            &m->plan.schedule.from);
    m->plan.schedule.from = *from;
    if (date_days(from) > date_days(&before))
        return LOYD_OK;
    loyd_date_print(from, text);
    loyd_date_print(&before, last);
    if (channel->rows > 0 &&
        date_days(from) <= date_days(&channel->last))
        return why_set(why, LOYD_E_DATE,
                       "%s is already in the ledger: expected a date after %s",
                       text, last);
    return why_set(why, LOYD_E_DATE,
                   "%s is not after the start of version %lu: expected a date "
                   "after %s",
                   text, (unsigned long)newest.version, last);
}

/* Returns whether a row of a schedule has a list. */
static bool
has_list(const loyd_schedule *schedule)
{
    bool has = false;

    for (unsigned i = 0; i < schedule->n; i++)
        has |= schedule->row[i].is_listed;
    return has;
}

/* Collects the puzzles that lists give to the days before the version. */
static loyd_err
take_days(struct making *m, loyd_why *why)
{
    const loyd_channel *channel = &m->channel;
    struct timetable t = {.store = m->store, .channel = channel};
    int32_t day = date_days(&channel->start);
    loyd_err err =
        ledger_ids(m->store, channel->name, &m->taken, why);

    if (channel->rows > 0)
        day = date_days(&channel->last) + 1;
    for (; err == LOYD_OK && day < date_days(&m->plan.schedule.from);
         day++) {
        loyd_date date;
        loyd_day of;
        loyd_id id;

        if ((err = date_of_days(day, &date)) == LOYD_OK)
            err = timetable_turn(&t, &date, why);
        for (unsigned at = 0; err == LOYD_OK && at < schedule_puzzles(&t.now);
             at++) {
            err = timetable_day(&t, &date, at, &of, why);
            if (err != LOYD_OK || !of.is_listed)
                continue;
            err = day_listed(&t, &of, at, m->secret, &id, why);
            if (err == LOYD_OK)
                err = id_list_put(&m->taken, &id, 1);
        }
    }
    return err == LOYD_E_EMPTY ? LOYD_E_DATE : err;
}

static loyd_err
revise(struct making *m, const char *name, const loyd_date *from,
       loyd_why *why)
{
    loyd_err err = loyd_channel_get(m->store, name, &m->channel, why);

    if (err != LOYD_OK)
        return err;
    if (m->channel.is_builtin)
        return why_set(why, LOYD_E_SYNTAX,
                       "channel %s is built in and cannot be revised", name);
    if (m->secret != NULL || has_list(&m->plan.schedule))
        err = loyd_channel_secret_check(&m->channel, m->secret, why);
    if (err == LOYD_OK)
        err = set_from(m, from, why);
    if (err == LOYD_OK)
        err = take_days(m, why);
    return err == LOYD_OK ? put_version(m, why) : err;
}

loyd_err
loyd_channel_revise(loyd_store *store, const char *name, const loyd_date *from,
                    const char *json, size_t len, const uint8_t *secret,
                    loyd_schedule *made, loyd_why *why)
{
    struct making m = {.store = store, .secret = secret};

    WHY_GIVEN(why);
    return make(&m, json, len, revise, name, from, made, why);
}
