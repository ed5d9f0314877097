/* SPDX-License-Identifier: MIT */
/* Owns channels: which there are, and what they show on which date. */
#include <stdio.h>
#include <string.h>

#include "core/date.h"
#include "core/why.h"
#include "daily/channel.h"

#define DAYS_END INT32_MAX

/* A row of the built-in channel may only say what the program says. */
static loyd_err
join_builtin(loyd_channel *stored, loyd_why *why)
{
    loyd_channel builtin;

    builtin_channel(&builtin);
    if (strcmp(stored->name, builtin.name) != 0)
        return stored->versions > 0
                   ? LOYD_OK
                   : why_set(why, LOYD_E_CORRUPT,
                             "channel %s: it has no schedule", stored->name);
    if (stored->is_keyed || stored->versions > 0 ||
        loyd_date_days(&stored->start) != loyd_date_days(&builtin.start))
        return why_set(why, LOYD_E_CORRUPT,
                       "channel %s: it is built in, and not what stands here",
                       stored->name);
    stored->is_builtin = true;
    stored->versions = builtin.versions;
    return LOYD_OK;
}

loyd_err
loyd_channel_get(loyd_store *store, const char *name, loyd_channel *channel,
                 loyd_why *why)
{
    loyd_channel read = {.is_builtin = false};
    bool found = false;
    loyd_err err = loyd_channel_name_check(name, why);

    if (err == LOYD_OK && store != NULL)
        err = channel_get(store, name, &read, &found, why);
    if (err == LOYD_OK && found)
        err = join_builtin(&read, why);
    if (err != LOYD_OK)
        return err;
    if (!found) {
        builtin_channel(&read);
        if (strcmp(read.name, name) != 0)
            return why_set(why, LOYD_E_NOT_FOUND,
                           "no channel '%s'%s, and a channel that was created "
                           "or 'daily' was expected",
                           name, store == NULL ? " without a catalogue" : "");
    }
    *channel = read;
    return LOYD_OK;
}

loyd_err
loyd_channel_each(loyd_store *store, loyd_channel_fn each, void *context,
                  loyd_why *why)
{
    loyd_channel builtin, channel = {.name = ""};
    bool found = store != NULL, is_told = false, goes_on = true;
    loyd_err err = LOYD_OK;

    builtin_channel(&builtin);
    while (goes_on) {
        loyd_channel next = {.is_builtin = false};

        if (found)
            err = channel_next(store, channel.name, &next, &found, why);
        if (err == LOYD_OK && found)
            err = join_builtin(&next, why);
        if (err != LOYD_OK)
            return err;
        if (!is_told && (!found || strcmp(next.name, builtin.name) > 0))
            goes_on = each(context, &builtin);
        is_told = is_told || !found || strcmp(next.name, builtin.name) >= 0;
        if (!found)
            break;
        if (goes_on)
            goes_on = each(context, &next);
        channel = next;
    }
    return LOYD_OK;
}

loyd_err
loyd_channel_schedule(loyd_store *store, const loyd_channel *channel,
                      uint32_t version, loyd_schedule *schedule, loyd_why *why)
{
    if (channel->is_builtin || store == NULL)
        return builtin_schedule(version, schedule, why);
    if (version < 1 || version > channel->versions)
        return why_set(why, LOYD_E_NOT_FOUND,
                       "no version %lu of the schedule, and 1..%lu was "
                       "expected",
                       (unsigned long)version,
                       (unsigned long)channel->versions);
    return schedule_get(store, channel->name, version, schedule, why);
}

/* The newest version that is in force on a day, and when the next one is. */
static loyd_err
find_schedule(struct calendar *c, int32_t days, loyd_why *why)
{
    loyd_schedule schedule;
    int32_t from, next = DAYS_END;

    for (uint32_t version = c->channel->versions; version >= 1; version--) {
        loyd_err err = loyd_channel_schedule(c->store, c->channel, version,
                                             &schedule, why);
        if (err != LOYD_OK)
            return err;
        from = loyd_date_days(&schedule.from);
        if (from >= next ||
            (version == 1 && from != loyd_date_days(&c->channel->start)))
            return why_set(why, LOYD_E_CORRUPT,
                           "channel %s: the versions of its schedule are not "
                           "in order",
                           c->channel->name);
        if (from <= days) {
            c->now = schedule;
            c->next = next;
            return LOYD_OK;
        }
        next = from;
    }
    return why_set(why, LOYD_E_CORRUPT, "channel %s: no schedule on its start",
                   c->channel->name);
}

loyd_err
calendar_turn(struct calendar *c, const loyd_date *date, loyd_why *why)
{
    char text[LOYD_DATE_TEXT], first[LOYD_DATE_TEXT];
    int32_t days;

    if (!date_is_valid(date))
        return why_set(why, LOYD_E_DATE,
                       "no such day, and a day of the calendar was expected");
    days = loyd_date_days(date);
    if (days < loyd_date_days(&c->channel->start)) {
        loyd_date_print(date, text);
        loyd_date_print(&c->channel->start, first);
        return why_set(why, LOYD_E_DATE,
                       "%s is before the channel's first day, and %s or "
                       "later was expected",
                       text, first);
    }
    if (c->now.version != 0 && days >= loyd_date_days(&c->now.from) &&
        days < c->next)
        return LOYD_OK;
    return find_schedule(c, days, why);
}

unsigned
schedule_puzzles(const loyd_schedule *schedule)
{
    return schedule->has_tiers ? schedule->n : 1;
}

loyd_err
calendar_day(const struct calendar *c, const loyd_date *date, unsigned at,
             loyd_day *day, loyd_why *why)
{
    const loyd_channel *channel = c->channel;
    const loyd_schedule_row *row;
    loyd_day made = {.date = *date, .version = c->now.version};
    char text[LOYD_DATE_TEXT];
    loyd_err err;

    if (at >= schedule_puzzles(&c->now))
        return why_set(why, LOYD_E_RANGE,
                       "no puzzle %u of a day, and 0..%u was expected", at,
                       schedule_puzzles(&c->now) - 1);
    row = &c->now.row[c->now.has_tiers ? at : loyd_date_weekday(date)];
    if ((err = schedule_recipe(row, &made.recipe, why)) != LOYD_OK)
        return err;
    made.day_no =
        (uint32_t)(loyd_date_days(date) - loyd_date_days(&channel->start)) + 1;
    memcpy(made.title, row->title, sizeof(made.title));
    memcpy(made.channel, channel->name, sizeof(made.channel));
    if (c->now.has_tiers)
        memcpy(made.tier, row->title, sizeof(made.tier));
    loyd_date_print(date, text);
    made.recipe.seed_len = (uint16_t)snprintf(
        made.recipe.seed, sizeof(made.recipe.seed), "%s/%s%s%s", channel->name,
        text, c->now.has_tiers ? "/" : "", made.tier);
    made.recipe.is_keyed = channel->is_keyed;
    memcpy(made.recipe.key_id, channel->key_id, sizeof(made.recipe.key_id));
    *day = made;
    return LOYD_OK;
}

loyd_err
loyd_channel_schedule_on(loyd_store *store, const loyd_channel *channel,
                         const loyd_date *date, loyd_schedule *schedule,
                         loyd_why *why)
{
    struct calendar c = {.store = store, .channel = channel};
    loyd_err err = calendar_turn(&c, date, why);

    if (err == LOYD_OK)
        *schedule = c.now;
    return err;
}

loyd_err
loyd_channel_day(loyd_store *store, const loyd_channel *channel,
                 const loyd_date *date, unsigned at, loyd_day *day,
                 unsigned *n, loyd_why *why)
{
    struct calendar c = {.store = store, .channel = channel};
    loyd_err err = calendar_turn(&c, date, why);

    if (err == LOYD_OK)
        err = calendar_day(&c, date, at, day, why);
    if (err == LOYD_OK && n != NULL)
        *n = schedule_puzzles(&c.now);
    return err;
}

loyd_err
loyd_channel_secret_check(const loyd_channel *channel, const uint8_t *secret,
                          loyd_why *why)
{
    char key_id[LOYD_KEYID_CHARS + 1];

    if (!channel->is_keyed)
        return secret == NULL
                   ? LOYD_OK
                   : why_set(why, LOYD_E_SECRET,
                             "channel %s has no secret, and none was expected",
                             channel->name);
    if (secret == NULL)
        return why_set(why, LOYD_E_SECRET,
                       "channel %s has a secret, and its file was expected",
                       channel->name);
    loyd_key_id(secret, key_id);
    if (strcmp(key_id, channel->key_id) == 0)
        return LOYD_OK;
    return why_set(why, LOYD_E_SECRET,
                   "secret %s is not that of channel %s, and %s was expected",
                   key_id, channel->name, channel->key_id);
}
