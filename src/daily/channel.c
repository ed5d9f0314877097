/* SPDX-License-Identifier: MIT */
/*
 * Finds and lists channels, and makes the recipe of a date: a pure function of
 * channel, schedule and date.
 */
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/why.h"
#include "core/cursor.h"
#include "core/date.h"
#include "core/range.h"
#include "daily/channel.h"

#define DAYS_END INT32_MAX

/* Of the built-in channel `daily`, generated from data/schedules. Past
 * versions are never edited, so that a date keeps its board. */
static const loyd_schedule schedules[] = {
#include "daily_schedules.inc"
};

/* Versions 1, 2, ... and their first days. The channel starts with version
 * 1. */
static const struct {
    loyd_date from;
    unsigned draw;
} in_force[] = {
    {{2026, 1, 1}, 1},
    {{2027, 1, 1}, 2},
};

static void
builtin_channel(loyd_channel *channel)
{
    *channel = (loyd_channel){
        .name = "daily",
        .start = in_force[0].from,
        .is_builtin = true,
        .versions = sizeof(in_force) / sizeof(in_force[0]),
    };
}

/* Completes a stored channel. A stored `daily` must equal the built-in one, of
 * whose versions it has those that loyd had when a day was last stored. */
static loyd_err
join_builtin(loyd_channel *stored, loyd_why *why)
{
    loyd_channel builtin;

    builtin_channel(&builtin);
    if (strcmp(stored->name, builtin.name) != 0)
        return stored->versions > 0
                   ? LOYD_OK
                   : why_set(why, LOYD_E_CORRUPT, "channel %s: no schedule",
                             stored->name);
    if (stored->is_keyed || stored->versions > builtin.versions ||
        date_days(&stored->start) != date_days(&builtin.start))
        return why_set(why, LOYD_E_CORRUPT,
                       "channel %s: the stored channel differs from the "
                       "built-in one",
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
    loyd_err err;

    WHY_GIVEN(why);
    err = channel_name_check(name, why);
    if (err == LOYD_OK && store != NULL)
        err = channel_get(store, name, &read, &found, why);
    if (err == LOYD_OK && found)
        err = join_builtin(&read, why);
    if (err != LOYD_OK)
        return err;
    if (!found) {
        builtin_channel(&read);
        if (strcmp(read.name, name) != 0)
            return why_set(why, LOYD_E_NOT_FOUND, "no channel '%s'%s", name,
                           store == NULL ? ": expected 'daily', the only one "
                                           "without a catalogue"
                                         : "");
    }
    *channel = read;
    return LOYD_OK;
}

struct channel_list {
    loyd_cursor head;
    loyd_store *store;
    char after[LOYD_CHANNEL_NAME]; /* the previous channel; "" at first */
    loyd_channel channel;
};

/* Inserts the built-in channel at its place in the order if it is not
 * stored. */
static loyd_err
next_channel(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct channel_list *list = (struct channel_list *)cursor;
    loyd_channel builtin, next = {.is_builtin = false};
    loyd_err err = LOYD_OK;

    if (list->store != NULL)
        err = channel_next(list->store, list->after, &next, found, why);
    if (err == LOYD_OK && *found)
        err = join_builtin(&next, why);
    if (err != LOYD_OK)
        return err;
    builtin_channel(&builtin);
    if (strcmp(list->after, builtin.name) < 0 &&
        (!*found || strcmp(next.name, builtin.name) > 0)) {
        next = builtin;
        *found = true;
    }
    if (*found) {
        memcpy(list->after, next.name, sizeof(list->after));
        list->channel = next;
    }
    return LOYD_OK;
}

static const struct cursor_kind channels = {sizeof(struct channel_list),
                                            next_channel, NULL, false};

loyd_err
loyd_channel_list(loyd_store *store, loyd_cursor **cursor, loyd_why *why)
{
    struct channel_list *list = cursor_new(&channels);

    WHY_GIVEN(why);
    if (list == NULL)
        return LOYD_E_NOMEM;
    list->head.row.channel = &list->channel;
    list->store = store;
    return cursor_opened(list, LOYD_OK, cursor);
}

loyd_err
loyd_channel_schedule(loyd_store *store, const loyd_channel *channel,
                      uint32_t version, loyd_schedule *schedule, loyd_why *why)
{
    bool is_builtin = channel->is_builtin || store == NULL;
    uint32_t n = is_builtin ? sizeof(in_force) / sizeof(in_force[0])
                            : channel->versions;
    char range[RANGE_WORDS];

    WHY_GIVEN(why);
    if (version < 1 || version > n)
        return why_set(why, LOYD_E_NOT_FOUND,
                       "no version %lu of the schedule: expected %s",
                       (unsigned long)version, range_words(1, n, "", range));
    if (is_builtin) {
        *schedule = schedules[version - 1];
        schedule->from = in_force[version - 1].from;
        schedule->draw = in_force[version - 1].draw;
        return LOYD_OK;
    }
    return schedule_get(store, channel->name, version, schedule, why);
}

/* Sets t->now to the version in force on a day, and t->next to the day from
 * which another one is. */
static loyd_err
find_schedule(struct timetable *t, int32_t days, loyd_why *why)
{
    loyd_schedule schedule;
    int32_t from, next = DAYS_END;

    for (uint32_t version = t->channel->versions; version >= 1; version--) {
        loyd_err err = loyd_channel_schedule(t->store, t->channel, version,
                                             &schedule, why);
        if (err != LOYD_OK)
            return err;
        from = date_days(&schedule.from);
        if (from >= next ||
            (version == 1 && from != date_days(&t->channel->start)))
            return why_set(why, LOYD_E_CORRUPT,
                           "channel %s: the schedule versions are not in "
                           "order",
                           t->channel->name);
        if (from <= days) {
            t->now = schedule;
            t->next = next;
            return LOYD_OK;
        }
        next = from;
    }
    return why_set(why, LOYD_E_CORRUPT,
                   "channel %s: no schedule for its first day",
                   t->channel->name);
}

loyd_err
timetable_turn(struct timetable *t, const loyd_date *date, loyd_why *why)
{
    char text[LOYD_DATE_TEXT], first[LOYD_DATE_TEXT];
    int32_t days;
    loyd_err err = date_check(date, why);

    if (err != LOYD_OK)
        return err;
    days = date_days(date);
    if (days < date_days(&t->channel->start)) {
        loyd_date_print(date, text);
        loyd_date_print(&t->channel->start, first);
        return why_set(why, LOYD_E_DATE,
                       "%s is before the channel's first day, %s", text,
                       first);
    }
    if (t->now.version != 0 && days >= date_days(&t->now.from) &&
        days < t->next)
        return LOYD_OK;
    return find_schedule(t, days, why);
}

unsigned
schedule_puzzles(const loyd_schedule *schedule)
{
    return schedule->has_tiers ? schedule->n : 1;
}

/* Returns the row of puzzle `at` of a date. */
static unsigned
row_of(const loyd_schedule *schedule, const loyd_date *date, unsigned at)
{
    return schedule->has_tiers || schedule->n == 1 ? at : date_weekday(date);
}

#define WEEKDAY_OF_1970 3 /* 1 January, a Thursday, from Monday as 0 */

uint32_t
row_days(const loyd_schedule *schedule, unsigned at, int32_t first,
         int32_t end)
{
    int32_t week = LOYD_SCHEDULE_ROWS, days = end - first;
    int32_t weekday = ((first + WEEKDAY_OF_1970) % week + week) % week;
    int32_t before = ((int32_t)at - weekday + week) % week;

    if (days <= 0)
        return 0;
    if (schedule->has_tiers || schedule->n == 1)
        return (uint32_t)days;
    return days > before ? (uint32_t)((days - before - 1) / week + 1) : 0;
}

/* Sets the seed and the key of the day's recipe. */
static void
set_seed(const loyd_channel *channel, loyd_day *day)
{
    loyd_recipe *recipe = &day->recipe;
    char date[LOYD_DATE_TEXT];

    loyd_date_print(&day->date, date);
    recipe->seed_len = (uint16_t)snprintf(
        recipe->seed, sizeof(recipe->seed), "%s/%s%s%s", channel->name, date,
        day->tier[0] != '\0' ? "/" : "", day->tier);
    recipe->is_keyed = channel->is_keyed;
    if (channel->is_keyed)
        bytes_base32(channel->key_hash, LOYD_KEYID_CHARS, recipe->key_id);
}

loyd_err
timetable_day(const struct timetable *t, const loyd_date *date, unsigned at,
              loyd_day *day, loyd_why *why)
{
    const loyd_channel *channel = t->channel;
    const loyd_schedule_row *row;
    loyd_day made = {.date = *date, .version = t->now.version};
    char range[RANGE_WORDS];
    loyd_err err;

    if (at >= schedule_puzzles(&t->now))
        return why_set(
            why, LOYD_E_RANGE, "no puzzle %u on this day: expected %s", at,
            range_words(0, schedule_puzzles(&t->now) - 1, "", range));
    row = &t->now.row[row_of(&t->now, date, at)];
    made.is_listed = row->is_listed;
    if (!made.is_listed &&
        (err = schedule_recipe(row, &made.recipe, why)) != LOYD_OK)
        return err;
    made.has_recipe = !made.is_listed &&
                      (t->now.draw == 1 || !rule_is_counted(&made.recipe));
    made.day_no =
        (uint32_t)(date_days(date) - date_days(&channel->start)) + 1;
    memcpy(made.title, row->title, sizeof(made.title));
    memcpy(made.channel, channel->name, sizeof(made.channel));
    memcpy(made.tier, row->tier, sizeof(made.tier));
    if (!made.is_listed)
        set_seed(channel, &made);
    *day = made;
    return LOYD_OK;
}

loyd_err
day_listed(const struct timetable *t, const loyd_day *day, unsigned at,
           const uint8_t *secret, loyd_id *id, loyd_why *why)
{
    unsigned place = row_of(&t->now, &day->date, at);
    uint32_t k = row_days(&t->now, place, date_days(&t->now.from),
                          date_days(&day->date));
    char text[LOYD_DATE_TEXT];
    loyd_err err = loyd_channel_secret_check(t->channel, secret, why);

    if (err == LOYD_OK)
        err = list_take(t->store, t->channel, &t->now, place, secret, k, id,
                        why);
    loyd_date_print(&day->date, text);
    return err == LOYD_E_EMPTY ? why_prefix(why, err, "%s: ", text) : err;
}

static bool
is_same_rule(const loyd_schedule_row *a, const loyd_schedule_row *b)
{
    return !a->is_listed && !b->is_listed && a->width == b->width &&
           a->height == b->height && a->target == b->target &&
           a->low == b->low && a->high == b->high &&
           strcmp(a->layout, b->layout) == 0;
}

loyd_err
day_of_rule(const struct timetable *t, const loyd_date *date, unsigned at,
            uint64_t *k, loyd_why *why)
{
    const loyd_schedule_row *rule = &t->now.row[row_of(&t->now, date, at)];
    int32_t end = date_days(date);
    loyd_schedule schedule = t->now;
    loyd_err err = LOYD_OK;

    *k = 0;
    for (unsigned i = 0; i < at; i++) /* tiers before it on this date */
        *k += is_same_rule(&t->now.row[i], rule);
    for (uint32_t version = t->now.version; err == LOYD_OK; version--) {
        for (unsigned i = 0; schedule.draw > 1 && i < schedule.n; i++)
            if (is_same_rule(&schedule.row[i], rule))
                *k += row_days(&schedule, i, date_days(&schedule.from),
                               end);
        if (version == 1)
            break;
        end = date_days(&schedule.from);
        err = loyd_channel_schedule(t->store, t->channel, version - 1,
                                    &schedule, why);
    }
    return err;
}

loyd_err
loyd_channel_day(loyd_store *store, const loyd_channel *channel,
                 const loyd_date *date, unsigned at, loyd_day *day,
                 unsigned *n, loyd_why *why)
{
    struct timetable t = {.store = store, .channel = channel};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = timetable_turn(&t, date, why)) == LOYD_OK)
        err = timetable_day(&t, date, at, day, why);
    if (err == LOYD_OK && n != NULL)
        *n = schedule_puzzles(&t.now);
    return err;
}

loyd_err
loyd_channel_secret_check(const loyd_channel *channel, const uint8_t *secret,
                          loyd_why *why)
{
    char given[LOYD_KEYID_CHARS + 1], wanted[LOYD_KEYID_CHARS + 1];
    uint8_t hash[LOYD_HASH_BYTES];

    WHY_GIVEN(why);
    if (!channel->is_keyed)
        return secret == NULL
                   ? LOYD_OK
                   : why_set(why, LOYD_E_SECRET,
                             "channel %s has no secret, but one was given",
                             channel->name);
    if (secret == NULL)
        return why_set(why, LOYD_E_SECRET, "channel %s needs its secret",
                       channel->name);
    secret_hash(secret, hash);
    if (memcmp(hash, channel->key_hash, sizeof(hash)) == 0)
        return LOYD_OK;
    bytes_base32(hash, LOYD_KEYID_CHARS, given);
    bytes_base32(channel->key_hash, LOYD_KEYID_CHARS, wanted);
    return why_set(why, LOYD_E_SECRET,
                   "wrong secret '%s' for channel %s: expected '%s'", given,
                   channel->name, wanted);
}
