/* SPDX-License-Identifier: MIT */
/*
 * The order of lists: a pure function of the channel, its secret and its
 * lists. It is computed when it is needed and never stored.
 */
#include "daily/list.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/date.h"
#include "pack/json_parse.h"
#include "store/id_set.h"

struct ranked {
    uint8_t rank[LOYD_HASH_BYTES];
    loyd_id id;
};

static int
compare(const void *a, const void *b)
{
    const struct ranked *one = a, *other = b;
    int order = memcmp(one->rank, other->rank, sizeof(one->rank));

    return order != 0 ? order : id_compare(&one->id, &other->id);
}

/* Sorts the ids of a list in the order of the days. */
static loyd_err
sort(const loyd_channel *channel, const uint8_t *secret, uint32_t version,
     const loyd_list *list, loyd_id *ids)
{
    struct ranked *ranked = calloc(list->puzzles, sizeof(*ranked));

    if (ranked == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < list->puzzles; i++) {
        ranked[i].id = ids[i];
        list_rank(secret, channel->name, version, list->seed, &ids[i],
                  ranked[i].rank);
    }
    ARRAY_SORT(ranked, list->puzzles, compare);
    for (size_t i = 0; i < list->puzzles; i++)
        ids[i] = ranked[i].id;
    free(ranked);
    return LOYD_OK;
}

/* Removes the ids that days of earlier versions take. */
static size_t
leave_out(loyd_id *ids, size_t n, const struct id_set *taken)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (!id_set_has(taken, &ids[i]))
            ids[kept++] = ids[i];
    return kept;
}

void
listing_free(struct listing *listing)
{
    for (unsigned i = 0; i < LOYD_SCHEDULE_ROWS; i++)
        free(listing->tier[i].at);
    memset(listing, 0, sizeof(*listing));
}

/* Reads the lists of a version and orders them. */
static loyd_err
read_lists(struct listing *listing, loyd_store *store,
           const loyd_channel *channel, const uint8_t *secret,
           const loyd_schedule *schedule, const struct id_set *taken,
           loyd_why *why)
{
    loyd_err err = LOYD_OK;

    listing_free(listing);
    for (unsigned i = 0; err == LOYD_OK && i < schedule->n; i++) {
        loyd_id **ids = &listing->tier[i].at;
        loyd_list list;
        int64_t pk;

        err = list_get(store, channel->name, schedule->version, i, &list, &pk,
                       why);
        if (err == LOYD_OK)
            err = list_read(store, channel->name, &list, pk, ids, why);
        if (err == LOYD_OK)
            err = sort(channel, secret, schedule->version, &list, *ids);
        if (err == LOYD_OK)
            listing->tier[i].n = leave_out(*ids, list.puzzles, taken);
    }
    return err;
}

/* Adds the ids that the first `days` days of a version take. */
static loyd_err
take_days(const struct listing *listing, const loyd_schedule *schedule,
          int32_t days, struct id_set *taken)
{
    bool is_new;
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; i < schedule->n; i++)
        for (size_t k = 0;
             err == LOYD_OK && k < listing->tier[i].n && (int64_t)k < days;
             k++)
            err = id_set_add(taken, &listing->tier[i].at[k], &is_new);
    return err;
}

/* Reads a version and, if there is one, the first day of the next. */
static loyd_err
read_version(loyd_store *store, const loyd_channel *channel, uint32_t version,
             loyd_schedule *schedule, int32_t *next, loyd_why *why)
{
    loyd_schedule after;
    loyd_err err =
        loyd_channel_schedule(store, channel, version, schedule, why);

    *next = INT32_MAX;
    if (err != LOYD_OK || version == channel->versions)
        return err;
    err = loyd_channel_schedule(store, channel, version + 1, &after, why);
    if (err == LOYD_OK)
        *next = loyd_date_days(&after.from);
    return err;
}

/* Orders the lists of all versions up to this one, since each leaves out what
 * the days before it take. */
static loyd_err
order_lists(struct listing *listing, loyd_store *store,
            const loyd_channel *channel, const uint8_t *secret,
            uint32_t version, struct id_set *taken, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (uint32_t v = 1; err == LOYD_OK && v <= version; v++) {
        loyd_schedule schedule;
        int32_t next;

        err = read_version(store, channel, v, &schedule, &next, why);
        if (err != LOYD_OK || !schedule.has_lists)
            continue;
        err =
            read_lists(listing, store, channel, secret, &schedule, taken, why);
        if (err == LOYD_OK && v < version)
            err = take_days(listing, &schedule,
                            next - loyd_date_days(&schedule.from), taken);
    }
    return err;
}

loyd_err
listing_turn(struct listing *listing, loyd_store *store,
             const loyd_channel *channel, const uint8_t *secret,
             uint32_t version, loyd_why *why)
{
    struct id_set taken = {.n = 0};
    loyd_err err;

    if (listing->version == version)
        return LOYD_OK;
    if ((err = loyd_channel_secret_check(channel, secret, why)) != LOYD_OK ||
        (err = read_begin(store, why)) != LOYD_OK)
        return err;
    err = order_lists(listing, store, channel, secret, version, &taken, why);
    read_end(store);
    id_set_free(&taken);
    if (err == LOYD_OK)
        listing->version = version;
    else
        listing_free(listing);
    return err;
}

static loyd_err
ended(const loyd_channel *channel, const loyd_schedule *schedule, unsigned at,
      size_t n, int32_t days, loyd_why *why)
{
    char text[LOYD_DATE_TEXT] = "?";
    const char *tier = schedule->row[at].tier;
    loyd_date date;

    if (date_of_days(days, &date) == LOYD_OK)
        loyd_date_print(&date, text);
    return why_set(why, LOYD_E_EMPTY,
                   "channel %s: no puzzle left for %s%s%s: the list of "
                   "version %lu has %zu",
                   channel->name, text, tier[0] != '\0' ? ", " : "", tier,
                   (unsigned long)schedule->version, n);
}

loyd_err
listing_take(const struct listing *listing, const loyd_channel *channel,
             const loyd_schedule *schedule, const loyd_date *date, unsigned at,
             loyd_id *id, loyd_why *why)
{
    int32_t days = loyd_date_days(date);
    size_t k = (size_t)(days - loyd_date_days(&schedule->from));

    if (k >= listing->tier[at].n)
        return ended(channel, schedule, at, listing->tier[at].n, days, why);
    *id = listing->tier[at].at[k];
    return LOYD_OK;
}

/* Checks that each tier has a puzzle for every day up to `last`. */
static loyd_err
check_days(const struct listing *listing, const loyd_channel *channel,
           const loyd_schedule *schedule, int32_t last, loyd_why *why)
{
    int64_t from = loyd_date_days(&schedule->from);

    for (unsigned i = 0; i < schedule->n; i++)
        if (from + (int64_t)listing->tier[i].n <= last)
            return ended(channel, schedule, i, listing->tier[i].n,
                         (int32_t)(from + (int64_t)listing->tier[i].n), why);
    return LOYD_OK;
}

loyd_err
lists_reach(struct listing *listing, loyd_store *store,
            const loyd_channel *channel, const uint8_t *secret, int32_t first,
            int32_t last, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (uint32_t v = 1; err == LOYD_OK && v <= channel->versions; v++) {
        loyd_schedule schedule;
        int32_t next;

        err = read_version(store, channel, v, &schedule, &next, why);
        if (err != LOYD_OK || !schedule.has_lists || next <= first ||
            loyd_date_days(&schedule.from) > last)
            continue;
        err = listing_turn(listing, store, channel, secret, v, why);
        if (err == LOYD_OK)
            err = check_days(listing, channel, &schedule,
                             next <= last ? next - 1 : last, why);
    }
    return err;
}

/* Counts the days before a version that come from lists and are not decided
 * yet, a day of n tiers n times. */
static loyd_err
count_open(loyd_store *store, const loyd_channel *channel, uint32_t version,
           uint64_t *n, loyd_why *why)
{
    int32_t open = channel->rows > 0 ? loyd_date_days(&channel->last) + 1
                                     : loyd_date_days(&channel->start);
    loyd_err err = LOYD_OK;

    *n = 0;
    for (uint32_t v = 1; err == LOYD_OK && v < version; v++) {
        loyd_schedule schedule;
        int32_t from, next;

        err = read_version(store, channel, v, &schedule, &next, why);
        if (err != LOYD_OK || !schedule.has_lists)
            continue;
        from = loyd_date_days(&schedule.from);
        from = from > open ? from : open;
        *n += next > from ? (uint64_t)(next - from) * schedule.n : 0;
    }
    return err;
}

/* Counts the days of a list: at least *days; *is_least: there may be more. */
static loyd_err
count_days(loyd_store *store, const loyd_channel *channel, uint32_t version,
           const loyd_list *list, int64_t pk, int64_t *days, bool *is_least,
           loyd_why *why)
{
    uint64_t open, shown = 0, listed = 0;
    loyd_err err = count_open(store, channel, version, &open, why);

    if (err == LOYD_OK && version > 1)
        err = list_overlap(store, channel->name, version, pk, &shown, &listed,
                           why);
    if (err != LOYD_OK)
        return err;
    listed = listed < open ? listed : open;
    *is_least = listed > 0;
    *days = (int64_t)list->puzzles - (int64_t)shown - (int64_t)listed;
    *days = *days > 0 ? *days : 0;
    return LOYD_OK;
}

loyd_err
lists_end(loyd_store *store, const loyd_channel *channel, uint32_t version,
          int32_t *end, loyd_why *why)
{
    int64_t least = INT32_MAX, days = 0;
    loyd_schedule schedule;
    loyd_list list;
    bool is_least;
    int64_t pk;
    loyd_err err =
        loyd_channel_schedule(store, channel, version, &schedule, why);

    *end = INT32_MAX;
    if (err != LOYD_OK || !schedule.has_lists)
        return err;
    for (unsigned i = 0; err == LOYD_OK && i < schedule.n; i++) {
        err = list_get(store, channel->name, version, i, &list, &pk, why);
        if (err == LOYD_OK)
            err = count_days(store, channel, version, &list, pk, &days,
                             &is_least, why);
        least = days < least ? days : least;
    }
    if (err == LOYD_OK)
        *end = loyd_date_days(&schedule.from) + (int32_t)least - 1;
    return err;
}

/* Computes days_left, of the newest version. */
static loyd_err
count_left(loyd_store *store, const loyd_channel *channel, uint32_t version,
           const loyd_schedule *schedule, int64_t pk, loyd_list *list,
           loyd_why *why)
{
    int32_t from = loyd_date_days(&schedule->from);
    int64_t days;
    loyd_err err = count_days(store, channel, version, list, pk, &days,
                              &list->is_least, why);

    if (err != LOYD_OK)
        return err;
    if (channel->rows > 0 && loyd_date_days(&channel->last) >= from)
        days -= loyd_date_days(&channel->last) - from + 1;
    list->days_left = days > 0 ? (uint32_t)days : 0;
    return LOYD_OK;
}

/* The text is printed as JSON by others. */
static loyd_err
check_selection(const loyd_channel *channel, const char *text, loyd_why *why)
{
    loyd_why none;
    json_t *root = NULL;
    loyd_err err = json_parse(text, strlen(text), &root, &none);
    bool is_object = json_is_object(root);

    json_decref(root);
    if (err == LOYD_E_NOMEM || is_object)
        return err;
    return why_set(why, LOYD_E_CORRUPT,
                   "channel %s: the selection of a list is not JSON",
                   channel->name);
}

loyd_err
loyd_list_get(loyd_store *store, const loyd_channel *channel, uint32_t version,
              unsigned at, loyd_list *list, loyd_why *why)
{
    loyd_schedule schedule;
    loyd_list read;
    int64_t pk;
    loyd_err err;

    WHY_GIVEN(why);
    err = loyd_channel_schedule(store, channel, version, &schedule, why);
    if (err == LOYD_OK && (!schedule.has_lists || at >= schedule.n))
        err = why_set(why, LOYD_E_NOT_FOUND, "no list %u in version %lu", at,
                      (unsigned long)version);
    if (err != LOYD_OK ||
        (err = list_get(store, channel->name, version, at, &read, &pk, why)) !=
            LOYD_OK ||
        (err = check_selection(channel, read.selection, why)) != LOYD_OK)
        return err;
    if (version == channel->versions)
        err = count_left(store, channel, version, &schedule, pk, &read, why);
    if (err == LOYD_OK)
        *list = read;
    return err;
}

loyd_err
loyd_channel_listed(loyd_store *store, const loyd_channel *channel,
                    const loyd_date *date, unsigned at, const uint8_t *secret,
                    loyd_id *id, loyd_why *why)
{
    struct timetable t = {.store = store, .channel = channel};
    struct listing listing = {.version = 0};
    loyd_err err;

    WHY_GIVEN(why);
    err = timetable_turn(&t, date, why);
    if (err == LOYD_OK && (!t.now.has_lists || at >= t.now.n))
        err = why_set(why, LOYD_E_RANGE, "no list %u on this day", at);
    if (err == LOYD_OK)
        err =
            listing_turn(&listing, store, channel, secret, t.now.version, why);
    if (err == LOYD_OK)
        err = listing_take(&listing, channel, &t.now, date, at, id, why);
    listing_free(&listing);
    return err;
}

loyd_err
loyd_channel_end(loyd_store *store, const loyd_channel *channel, bool *has_end,
                 loyd_date *end, loyd_why *why)
{
    int32_t days;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = lists_end(store, channel, channel->versions, &days, why)) ==
        LOYD_OK)
        *has_end = days != INT32_MAX && date_of_days(days, end) == LOYD_OK;
    return err;
}
