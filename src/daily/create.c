/* SPDX-License-Identifier: MIT */
/* Owns the making of channels and of later versions of their schedules. */
#include <string.h>

#include "core/date.h"
#include "core/why.h"
#include "daily/channel.h"

/* With the bands that the catalogue has now. */
static loyd_err
resolve(loyd_store *store, loyd_schedule *schedule, loyd_why *why)
{
    loyd_bands bands;
    loyd_err err = loyd_store_bands(store, &bands, why);

    return err == LOYD_OK ? loyd_schedule_resolve(schedule, &bands, why) : err;
}

static loyd_err
check_date(const loyd_date *date, loyd_why *why)
{
    return date_is_valid(date)
               ? LOYD_OK
               : why_set(why, LOYD_E_DATE,
                         "no such day, and a day of the calendar was "
                         "expected");
}

static loyd_err
create(loyd_store *store, const loyd_channel *channel, loyd_schedule *schedule,
       loyd_why *why)
{
    loyd_channel there;
    loyd_err err = loyd_channel_get(store, channel->name, &there, why);

    if (err == LOYD_OK)
        return why_set(why, LOYD_E_SYNTAX,
                       "channel %s is there already, and a new name was "
                       "expected",
                       channel->name);
    if (err != LOYD_E_NOT_FOUND ||
        (err = resolve(store, schedule, why)) != LOYD_OK ||
        (err = channel_put(store, channel, why)) != LOYD_OK)
        return err;
    return schedule_put(store, channel->name, schedule, why);
}

loyd_err
loyd_channel_create(loyd_store *store, const char *name,
                    const loyd_date *start, const loyd_schedule *schedule,
                    const uint8_t *secret, loyd_why *why)
{
    loyd_schedule made = *schedule;
    loyd_channel channel = {.start = *start, .is_keyed = secret != NULL};
    loyd_err err = loyd_channel_name_check(name, why);

    if (err != LOYD_OK || (err = check_date(start, why)) != LOYD_OK)
        return err;
    memcpy(channel.name, name, strlen(name) + 1);
    if (secret != NULL)
        loyd_key_id(secret, channel.key_id);
    made.version = 1;
    made.from = *start;
    if ((err = loyd_store_begin(store, why)) != LOYD_OK)
        return err;
    if ((err = create(store, &channel, &made, why)) == LOYD_OK)
        err = loyd_store_commit(store, why);
    loyd_store_rollback(store);
    return err;
}

/* Past days stay what they are: a version begins behind them. */
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
                       "%s is in the ledger already, which ends on %s, and a "
                       "later date was expected",
                       text, last);
    }
    if (loyd_date_days(from) > loyd_date_days(&newest.from))
        return LOYD_OK;
    loyd_date_print(&newest.from, last);
    return why_set(why, LOYD_E_DATE,
                   "version %lu is in force from %s on, and a later date than "
                   "that was expected, not %s",
                   (unsigned long)newest.version, last, text);
}

static loyd_err
revise(loyd_store *store, const char *name, loyd_schedule *schedule,
       loyd_why *why)
{
    loyd_channel channel;
    loyd_err err = loyd_channel_get(store, name, &channel, why);

    if (err != LOYD_OK)
        return err;
    if (channel.is_builtin)
        return why_set(why, LOYD_E_SYNTAX,
                       "channel %s is built in, and one that was created was "
                       "expected",
                       name);
    if ((err = check_from(store, &channel, &schedule->from, why)) != LOYD_OK ||
        (err = resolve(store, schedule, why)) != LOYD_OK)
        return err;
    schedule->version = channel.versions + 1;
    return schedule_put(store, name, schedule, why);
}

loyd_err
loyd_channel_revise(loyd_store *store, const char *name, const loyd_date *from,
                    const loyd_schedule *schedule, loyd_why *why)
{
    loyd_schedule made = *schedule;
    loyd_err err = check_date(from, why);

    made.from = *from;
    if (err != LOYD_OK || (err = loyd_store_begin(store, why)) != LOYD_OK)
        return err;
    if ((err = revise(store, name, &made, why)) == LOYD_OK)
        err = loyd_store_commit(store, why);
    loyd_store_rollback(store);
    return err;
}
