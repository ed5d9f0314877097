/* SPDX-License-Identifier: MIT */
/* Creates and revises channels: each version in one transaction. */
#include <string.h>

#include "base/why.h"
#include "core/date.h"
#include "daily/list.h"

/* A version to be made. */
struct version {
    loyd_schedule schedule;
    const loyd_tier *tiers; /* NULL: the schedule's puzzles are drawn */
    const char *seed;
};

static loyd_err
version_of(const loyd_source *source, struct version *made, loyd_why *why)
{
    *made = (struct version){.seed = source->seed != NULL ? source->seed : ""};
    if (source->schedule != NULL) {
        made->schedule = *source->schedule;
        return LOYD_OK;
    }
    made->tiers = source->tiers;
    return lists_schedule(source->tiers, source->n_tiers, made->seed,
                          &made->schedule, why);
}

/* Stores a version. A schedule uses the current bands of the catalogue. */
static loyd_err
put_version(loyd_store *store, const char *channel, struct version *made,
            loyd_why *why)
{
    loyd_schedule *schedule = &made->schedule;
    loyd_bands bands;
    loyd_err err = LOYD_OK;

    if (made->tiers == NULL &&
        (err = loyd_store_bands(store, &bands, why)) == LOYD_OK)
        err = loyd_schedule_resolve(store, schedule, &bands, why);
    if (err == LOYD_OK)
        err = schedule_put(store, channel, schedule, why);
    return err == LOYD_OK && made->tiers != NULL
               ? lists_make(store, channel, schedule, made->tiers, made->seed,
                            NULL, why)
               : err;
}

static loyd_err
create(loyd_store *store, const loyd_channel *channel, struct version *made,
       loyd_why *why)
{
    loyd_channel there;
    loyd_err err = loyd_channel_get(store, channel->name, &there, why);

    if (err == LOYD_OK)
        return why_set(why, LOYD_E_SYNTAX, "channel %s already exists",
                       channel->name);
    if (err != LOYD_E_NOT_FOUND ||
        (err = channel_put(store, channel, why)) != LOYD_OK)
        return err;
    return put_version(store, channel->name, made, why);
}

loyd_err
loyd_channel_create(loyd_store *store, const char *name,
                    const loyd_date *start, const loyd_source *source,
                    const uint8_t *secret, loyd_why *why)
{
    loyd_channel channel = {.start = *start, .is_keyed = secret != NULL};
    struct version made;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = version_of(source, &made, why)) != LOYD_OK ||
        (err = loyd_channel_name_check(name, why)) != LOYD_OK ||
        (err = date_check(start, why)) != LOYD_OK)
        return err;
    memcpy(channel.name, name, strlen(name) + 1);
    if (secret != NULL)
        loyd_key_id(secret, channel.key_id);
    made.schedule.version = 1;
    made.schedule.from = *start;
    if ((err = loyd_store_begin(store, why)) != LOYD_OK)
        return err;
    if ((err = create(store, &channel, &made, why)) == LOYD_OK)
        err = loyd_store_commit(store, why);
    loyd_store_rollback(store);
    return err;
}

/* The days before a version must have puzzles: no other version can begin
 * earlier once it is made. */
static loyd_err
check_lists(loyd_store *store, const loyd_channel *channel,
            const loyd_date *from, loyd_why *why)
{
    char text[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT] = "?";
    loyd_date date;
    int32_t end;
    loyd_err err = lists_end(store, channel, channel->versions, &end, why);

    if (err != LOYD_OK || loyd_date_days(from) - 1 <= end)
        return err;
    loyd_date_print(from, text);
    if (date_of_days(end, &date) == LOYD_OK)
        loyd_date_print(&date, last);
    return why_set(why, LOYD_E_DATE,
                   "the puzzles of version %lu end on %s: expected at most "
                   "the day after, not %s",
                   (unsigned long)channel->versions, last, text);
}

/* A version begins after all days of the ledger, which never change. */
static loyd_err
check_from(loyd_store *store, const loyd_channel *channel,
           const loyd_date *from, loyd_why *why)
{
    char text[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT];
    loyd_schedule newest;
    loyd_err err =
        loyd_channel_schedule(store, channel, channel->versions, &newest, why);

    if (err != LOYD_OK)
        return err;
    loyd_date_print(from, text);
    if (channel->rows > 0 &&
        loyd_date_days(from) <= loyd_date_days(&channel->last)) {
        loyd_date_print(&channel->last, last);
        return why_set(why, LOYD_E_DATE,
                       "%s is already in the ledger: expected a date after %s",
                       text, last);
    }
    if (loyd_date_days(from) > loyd_date_days(&newest.from))
        return check_lists(store, channel, from, why);
    loyd_date_print(&newest.from, last);
    return why_set(why, LOYD_E_DATE,
                   "%s is not after the start of version %lu: expected a date "
                   "after %s",
                   text, (unsigned long)newest.version, last);
}

static loyd_err
revise(loyd_store *store, const char *name, struct version *made,
       loyd_why *why)
{
    loyd_channel channel;
    loyd_err err = loyd_channel_get(store, name, &channel, why);

    if (err != LOYD_OK)
        return err;
    if (channel.is_builtin)
        return why_set(why, LOYD_E_SYNTAX,
                       "channel %s is built in and cannot be revised", name);
    err = check_from(store, &channel, &made->schedule.from, why);
    made->schedule.version = channel.versions + 1;
    return err == LOYD_OK ? put_version(store, name, made, why) : err;
}

loyd_err
loyd_channel_revise(loyd_store *store, const char *name, const loyd_date *from,
                    const loyd_source *source, loyd_why *why)
{
    struct version made;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = version_of(source, &made, why)) != LOYD_OK)
        return err;
    made.schedule.from = *from;
    if ((err = date_check(from, why)) != LOYD_OK ||
        (err = loyd_store_begin(store, why)) != LOYD_OK)
        return err;
    if ((err = revise(store, name, &made, why)) == LOYD_OK)
        err = loyd_store_commit(store, why);
    loyd_store_rollback(store);
    return err;
}
