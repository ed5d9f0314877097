/* SPDX-License-Identifier: MIT */
/* Lists of published commitments, and those of the catalogue. */
#include "daily/commitments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/cursor.h"

bool
commitments_add(struct commitments *all, const loyd_commitment *commitment)
{
    if (!ARRAY_ROOM(all->at, all->room, all->n + 1)) {
        all->is_lost = true;
        return false;
    }
    all->at[all->n++] = *commitment;
    return true;
}

static int
compare(const void *a, const void *b)
{
    const loyd_commitment *one = a, *other = b;
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
commitments_sort(struct commitments *all)
{
    ARRAY_SORT(all->at, all->n, compare);
}

const loyd_commitment *
commitments_find(const struct commitments *all, const loyd_date *date,
                 const char *tier, uint32_t version)
{
    loyd_commitment like = {.date = *date, .version = version};

    snprintf(like.tier, sizeof(like.tier), "%s", tier);
    return all->n > 0
               ? bsearch(&like, all->at, all->n, sizeof(*all->at), compare)
               : NULL;
}

/* Returns the index of the first commitment of a day or later. */
static size_t
lower_bound(const struct commitments *all, int32_t days)
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

const loyd_commitment *
commitments_of_day(const struct commitments *all, int32_t days, size_t *n)
{
    size_t first = lower_bound(all, days);

    *n = lower_bound(all, days + 1) - first;
    return *n > 0 ? &all->at[first] : NULL;
}

void
commitments_free(struct commitments *all)
{
    free(all->at);
    memset(all, 0, sizeof(*all));
}

/* --- rows --- */

struct commitment_list {
    loyd_cursor head;
    loyd_cursor *rows; /* NULL without a store */
    loyd_channel channel;
    struct timetable dates;
    loyd_commitment commitment;
};

/* Sets is_broken if another version of the schedule now applies to the day. */
static loyd_err
next_commitment(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct commitment_list *list = (struct commitment_list *)cursor;
    const loyd_row *row;
    loyd_commitment commitment;
    loyd_err err;

    if (list->rows == NULL)
        return LOYD_OK;
    err = loyd_cursor_next(list->rows, &row, why);
    if (err != LOYD_OK || row == NULL)
        return err;
    commitment = *row->commitment;
    err = timetable_turn(&list->dates, &commitment.date, why);
    if (err == LOYD_E_DATE ||
        (err == LOYD_OK && commitment.version > list->channel.versions))
        err = why_set(why, LOYD_E_CORRUPT,
                      "channel %s: a commitment to a day before the first "
                      "one, or of an unknown schedule version",
                      list->channel.name);
    if (err != LOYD_OK)
        return err;
    commitment.is_broken = commitment.version != list->dates.now.version;
    list->commitment = commitment;
    *found = true;
    return LOYD_OK;
}

static void
close_commitments(loyd_cursor *cursor)
{
    struct commitment_list *list = (struct commitment_list *)cursor;

    loyd_cursor_close(&list->rows);
}

static const struct cursor_kind kept = {
    sizeof(struct commitment_list), next_commitment, close_commitments, false};

loyd_err
loyd_channel_commitments(loyd_store *store, const loyd_channel *channel,
                         loyd_cursor **cursor, loyd_why *why)
{
    struct commitment_list *list = cursor_new(&kept);
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    if (list == NULL)
        return LOYD_E_NOMEM;
    list->head.row.commitment = &list->commitment;
    list->channel = *channel;
    list->dates =
        (struct timetable){.store = store, .channel = &list->channel};
    if (store != NULL)
        err = commitment_open(store, channel->name, &list->rows, why);
    return cursor_opened(list, err, cursor);
}

loyd_err
commitments_read(struct commitments *all, loyd_store *store,
                 const loyd_channel *channel, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = loyd_channel_commitments(store, channel, &cursor, why);

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, why);
        if (err != LOYD_OK || row == NULL)
            break;
        if (!commitments_add(all, row->commitment))
            err = LOYD_E_NOMEM;
    }
    loyd_cursor_close(&cursor);
    commitments_sort(all);
    return err;
}
