/* SPDX-License-Identifier: MIT */
/* Owns promises: the rows, lists of them, and which old ones are ours. */
#include "daily/promises.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/bytes.h"
#include "base/why.h"
#include "core/crypto.h"
#include "pack/json_parse.h"

/* A file of LOYD_AHEAD_MAX days of seven tiers is shorter. */
#define FILE_BYTES (8u << 20)

bool
promises_add(void *context, const loyd_promise *promise)
{
    struct promises *all = context;

    if (!ARRAY_ROOM(all->at, all->room, all->n + 1)) {
        all->is_lost = true;
        return false;
    }
    all->at[all->n++] = *promise;
    return true;
}

static int
compare(const void *a, const void *b)
{
    const loyd_promise *one = a, *other = b;
    int32_t first = loyd_date_days(&one->date);
    int32_t second = loyd_date_days(&other->date);
    int tier;

    if (first != second)
        return first < second ? -1 : 1;
    if ((tier = strcmp(one->tier, other->tier)) != 0)
        return tier;
    return one->version < other->version ? -1 : one->version > other->version;
}

void
promises_sort(struct promises *all)
{
    if (all->n > 0)
        qsort(all->at, all->n, sizeof(*all->at), compare);
}

const loyd_promise *
promises_find(const struct promises *all, const loyd_date *date,
              const char *tier, uint32_t version)
{
    loyd_promise like = {.date = *date, .version = version};

    snprintf(like.tier, sizeof(like.tier), "%s", tier);
    return all->n > 0
               ? bsearch(&like, all->at, all->n, sizeof(*all->at), compare)
               : NULL;
}

/* The first one on a day or later. */
static size_t
lower_bound(const struct promises *all, int32_t days)
{
    size_t low = 0, high = all->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (loyd_date_days(&all->at[middle].date) < days)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const loyd_promise *
promises_of_day(const struct promises *all, int32_t days, size_t *n)
{
    size_t first = lower_bound(all, days);

    *n = lower_bound(all, days + 1) - first;
    return *n > 0 ? &all->at[first] : NULL;
}

void
promises_free(struct promises *all)
{
    free(all->at);
    memset(all, 0, sizeof(*all));
}

/* --- rows --- */

struct walk {
    const loyd_channel *channel;
    struct timetable dates;
    loyd_promise_fn each;
    void *context;
    loyd_err err;
    loyd_why *why;
};

/* A promise_fn: is the schedule still the one that promised? */
static bool
each_row(void *context, const loyd_promise *row)
{
    struct walk *walk = context;
    loyd_promise promise = *row;

    walk->err = timetable_turn(&walk->dates, &promise.date, walk->why);
    if (walk->err == LOYD_E_DATE ||
        (walk->err == LOYD_OK &&
         promise.version > walk->channel->versions)) {
        walk->err = why_set(walk->why, LOYD_E_CORRUPT,
                            "channel %s: a commitment of a day or a schedule "
                            "that it does not have",
                            walk->channel->name);
    }
    if (walk->err != LOYD_OK)
        return false;
    promise.is_broken = promise.version != walk->dates.now.version;
    return walk->each(walk->context, &promise);
}

loyd_err
loyd_channel_promises(loyd_store *store, const loyd_channel *channel,
                      loyd_promise_fn each, void *context, loyd_why *why)
{
    WHY_GIVEN(why);
    struct walk walk = {.channel = channel,
                        .dates = {.store = store, .channel = channel},
                        .each = each,
                        .context = context,
                        .why = why};
    loyd_err err;

    if (store == NULL)
        return LOYD_OK;
    err = promise_each(store, channel->name, each_row, &walk, why);
    return walk.err != LOYD_OK ? walk.err : err;
}

loyd_err
promises_read(struct promises *all, loyd_store *store,
              const loyd_channel *channel, loyd_why *why)
{
    loyd_err err =
        loyd_channel_promises(store, channel, promises_add, all, why);

    promises_sort(all);
    return err == LOYD_OK && all->is_lost ? LOYD_E_NOMEM : err;
}

/* --- the file --- */

void
promises_seal(const struct text *json, const uint8_t *secret,
              uint32_t versions, uint8_t seal[LOYD_HASH_BYTES])
{
    uint8_t number[4];
    struct crypto_hash hash;

    bytes_put_little(number, versions, sizeof(number));
    crypto_hash_begin(&hash, secret);
    crypto_hash_field(&hash, "loyd commitments 1", 18);
    crypto_hash_field(&hash, number, sizeof(number));
    crypto_hash_field(&hash, json->at, json->len);
    crypto_hash_end(&hash, seal);
    crypto_wipe(&hash, sizeof(hash));
}

/* Of how many versions of the schedule did the channel know then? 0: it is
 * not our file. */
static uint32_t
find_versions(const struct text *file, const struct marker *marker,
              uint32_t versions, const uint8_t *secret)
{
    uint8_t seal[LOYD_HASH_BYTES];

    for (uint32_t n = versions; n > 0; n--) {
        promises_seal(file, secret, n, seal);
        if (memcmp(seal, marker->sealed, sizeof(seal)) == 0)
            return n;
    }
    return 0;
}

/* One of the file's, if it has the form that we gave it. */
static bool
read_promise(const json_t *item, loyd_promise *promise)
{
    const char *date = json_string_value(json_object_get(item, "date"));
    const char *tier = json_string_value(json_object_get(item, "tier"));
    const char *hash = json_string_value(json_object_get(item, "commitment"));

    memset(promise, 0, sizeof(*promise));
    if (date == NULL || hash == NULL ||
        (tier != NULL && strlen(tier) >= sizeof(promise->tier)))
        return false;
    if (tier != NULL)
        strcpy(promise->tier, tier);
    return loyd_date_parse(date, strlen(date), &promise->date, NULL) ==
               LOYD_OK &&
           bytes_unhex(hash, strlen(hash), promise->hash,
                      sizeof(promise->hash));
}

/* `then` and `now` are the channel's timetables at both times. */
static loyd_err
take(struct promises *all, const struct text *file, const loyd_date *published,
     struct timetable *then, struct timetable *now, loyd_why *why)
{
    json_error_t error;
    json_t *root = NULL;
    loyd_err err = json_load(file->at, file->len, &root, &error);
    const json_t *list = json_object_get(root, "commitments");
    loyd_promise promise;

    if (err == LOYD_E_NOMEM)
        return err;
    err = LOYD_OK; /* a file that is no JSON holds none */
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_promise(json_array_get(list, i), &promise))
            break;
        if (loyd_date_days(&promise.date) <= loyd_date_days(published))
            continue;
        if ((err = timetable_turn(then, &promise.date, why)) != LOYD_OK ||
            (err = timetable_turn(now, &promise.date, why)) != LOYD_OK)
            break;
        promise.version = then->now.version;
        promise.is_broken = promise.version != now->now.version;
        promise.published = *published;
        if (!promises_add(all, &promise))
            break;
    }
    json_decref(root);
    return all->is_lost ? LOYD_E_NOMEM : err;
}

loyd_err
promises_of_file(struct promises *all, loyd_site *site, loyd_store *store,
                 const loyd_channel *channel, const uint8_t *secret,
                 loyd_why *why)
{
    loyd_channel before = *channel;
    struct timetable then = {.store = store, .channel = &before};
    struct timetable now = {.store = store, .channel = channel};
    struct text file = {0};
    loyd_err err;

    if (!site->marker.is_sealed)
        return LOYD_OK;
    err =
        site_folder_read(&site->folder, "commitments.json", FILE_BYTES, &file);
    if (err == LOYD_OK && file.at != NULL) {
        before.versions =
            find_versions(&file, &site->marker, channel->versions, secret);
        if (before.versions > 0)
            err = take(all, &file, &site->marker.today, &then, &now, why);
    } else if (err == LOYD_E_CORRUPT) {
        err = LOYD_OK; /* gone, or not a plain file: it is made anew */
    }
    text_free(&file);
    return err;
}
