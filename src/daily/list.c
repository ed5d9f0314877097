/* SPDX-License-Identifier: MIT */
/*
 * Puzzles of the catalogue. The selection of a row is evaluated once, when a
 * version is made; its days then look their puzzle up.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file.h"
#include "base/slice.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/why.h"
#include "core/date.h"
#include "daily/channel.h"
#include "pack/filter_parse.h"
#include "store/filter.h"
#include "store/id_set.h"

/* Fewer puzzles than this are reported. */
#define DAYS_A_YEAR 365

/* Bytes of a file of ids. */
#define FILE_MAX (64u << 20)

/* A selection that is being evaluated. */
struct selection {
    loyd_store *store;
    loyd_filter_builder *builder;
    loyd_filter filter;
    struct id_list file; /* the ids of the member `ids` */
};

/* What days can have, then whether it is used. */
#define IS_RATED                                                              \
    "(stm IS NOT NULL OR (upper IS NOT NULL AND " SIZE_IS_LARGE "))"

static const char is_rated[] = IS_RATED;
static const char is_new[] = IS_RATED " AND NOT used";
static const char is_used[] = IS_RATED " AND used";

/* Collects ids in the order of the query. */
static loyd_err
collect(const struct selection *s, const char *also, struct id_list *ids,
        loyd_why *why)
{
    loyd_err err = find_ids(s->store, &s->filter, also, ids, why);

    return err != LOYD_OK || ids->n <= LOYD_LIST_MAX
               ? err
               : why_set(why, LOYD_E_RANGE,
                         "more than %d puzzles: expected a smaller selection",
                         LOYD_LIST_MAX);
}

/* Reads a file of ids, one at the beginning of each line. */
static loyd_err
read_ids(const char *path, struct id_list *ids, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct text text = {0};
    struct slice rest, line;
    size_t number = 0;
    loyd_id id, last;
    loyd_err err = LOYD_OK;

    why_quote(path, strlen(path), quote);
    if (fd == -1 || !file_read_text(fd, FILE_MAX, &text))
        err = why_errno(why, "cannot read '%s'", quote);
    if (fd != -1)
        close(fd);
    rest = (struct slice){text.at, text.len};
    while (err == LOYD_OK && slice_line(&rest, &line)) {
        struct slice word = slice_until(&line, " \t,");

        number++;
        err = word.len == LOYD_ID_CHARS
                  ? loyd_id_parse(word.at, word.len, &id, &last, why)
                  : why_set(why, LOYD_E_SYNTAX, "expected an id");
        err = err == LOYD_OK ? id_list_put(ids, &id, 1)
                             : why_prefix(why, err, "%s:%zu: ", quote, number);
    }
    text_free(&text);
    return err;
}

/* Brings ids into the order of a file. */
static loyd_err
order_as_given(const struct id_list *file, struct id_list *ids)
{
    struct id_set kept = {.n = 0}, placed = {.n = 0};
    bool is_first;
    size_t n = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < ids->n; i++)
        err = id_set_add(&kept, &ids->ids[i], &is_first);
    for (size_t i = 0; err == LOYD_OK && i < file->n; i++) {
        if (!id_set_has(&kept, &file->ids[i]))
            continue;
        err = id_set_add(&placed, &file->ids[i], &is_first);
        if (err == LOYD_OK && is_first)
            ids->ids[n++] = file->ids[i];
    }
    id_set_free(&kept);
    id_set_free(&placed);
    return err;
}

/* Sets the filter of the member `from`. */
static loyd_err
make_filter(struct selection *s, const json_t *from,
            const struct id_list *taken, loyd_why *why)
{
    const json_t *path = json_object_get(from, "ids");
    json_t *filters = json_copy((json_t *)(uintptr_t)from);
    loyd_err err = filter_builder_new(&s->builder);

    if (filters == NULL)
        return LOYD_E_NOMEM;
    json_object_del(filters, "shuffle");
    json_object_del(filters, "ids");
    if (err == LOYD_OK)
        err = filter_parse(filters, false, s->builder, why);
    json_decref(filters);
    if (err == LOYD_OK && path != NULL)
        err = json_is_string(path)
                  ? read_ids(json_string_value(path), &s->file, why)
                  : why_set(why, LOYD_E_SYNTAX, "'ids' is not a string");
    if (err != LOYD_OK)
        return err;
    s->filter = s->builder->filter;
    s->filter.has_ids = path != NULL;
    s->filter.ids = s->file.ids;
    s->filter.n_ids = s->file.n;
    s->filter.excluded = taken->ids;
    s->filter.n_excluded = taken->n;
    return LOYD_OK;
}

/* Counts the used puzzles that match too. */
static loyd_err
count_used(struct selection *s, uint32_t *n, loyd_why *why)
{
    struct id_list used = {.n = 0};
    loyd_err err;

    s->filter.limit = 0;
    s->filter.offset = 0;
    s->filter.pick = NULL;
    err = collect(s, is_used, &used, why);
    *n = (uint32_t)used.n;
    free(used.ids);
    return err;
}

/* Evaluates a selection. Used puzzles are left out unless it says
 * otherwise. */
static loyd_err
evaluate(struct selection *s, const json_t *from, const struct id_list *taken,
         struct id_list *ids, loyd_schedule_row *row, loyd_why *why)
{
    bool is_free;
    loyd_err err = make_filter(s, from, taken, why);

    if (err != LOYD_OK)
        return err;
    if (s->store == NULL)
        return why_set(why, LOYD_E_EMPTY,
                       "there is no catalogue to take puzzles from");
    is_free = !filter_wants_use(&s->filter);
    err = collect(s, is_free ? is_new : is_rated, ids, why);
    if (err == LOYD_OK && s->filter.has_ids) {
        err = order_as_given(&s->file, ids);
        row->left_out = (uint32_t)(s->file.n - ids->n);
    }
    if (err == LOYD_OK && is_free && ids->n < DAYS_A_YEAR)
        err = count_used(s, &row->used, why);
    if (err != LOYD_OK || ids->n > 0)
        return err;
    return why_set(why, LOYD_E_EMPTY,
                   "no puzzle matches that is proven or, beyond 16 cells, "
                   "rated; %lu more are used, %zu taken by this channel",
                   (unsigned long)row->used, taken->n);
}

/* Checks the member `shuffle`, and the length of the selection as text. */
static loyd_err
check_text(const json_t *from, char text[LOYD_SELECTION_TEXT], loyd_why *why)
{
    const json_t *seed = json_object_get(from, "shuffle");
    size_t len = json_dumpb(from, text, LOYD_SELECTION_TEXT, JSON_COMPACT);

    if (len == 0)
        return LOYD_E_NOMEM;
    if (len >= LOYD_SELECTION_TEXT)
        return why_set(why, LOYD_E_RANGE,
                       "'from' has %zu bytes: expected at most %d", len,
                       LOYD_SELECTION_TEXT - 1);
    if (seed != NULL && !json_is_string(seed))
        return why_set(why, LOYD_E_SYNTAX, "'shuffle' is not a string");
    if (json_string_length(seed) > LOYD_SEED_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "'shuffle' has %zu bytes: expected at most %d",
                       json_string_length(seed), LOYD_SEED_MAX);
    text[len] = '\0';
    return utf8_check(text, len, why);
}

loyd_err
plan_select(loyd_store *store, const struct id_list *taken, struct plan *plan,
            loyd_why *why)
{
    char text[LOYD_SELECTION_TEXT];
    struct id_list all = {.n = 0};
    loyd_err err = id_list_put(&all, taken->ids, taken->n);

    for (unsigned i = 0; err == LOYD_OK && i < plan->schedule.n; i++) {
        loyd_schedule_row *row = &plan->schedule.row[i];
        struct id_list *ids = &plan->ids[i];
        struct selection s = {.store = store};

        if (!row->is_listed)
            continue;
        err = check_text(plan->from[i], text, why);
        if (err == LOYD_OK)
            err = evaluate(&s, plan->from[i], &all, ids, row, why);
        loyd_filter_builder_free(&s.builder);
        free(s.file.ids);
        row->puzzles = (uint32_t)ids->n;
        err = err == LOYD_OK ? id_list_put(&all, ids->ids, ids->n)
                             : row_prefix(why, err, &plan->schedule, i);
    }
    free(all.ids);
    return err;
}

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

static loyd_err
shuffle(const loyd_channel *channel, const uint8_t *secret, uint32_t version,
        const char *seed, struct id_list *ids)
{
    struct ranked *ranked = calloc(ids->n, sizeof(*ranked));

    if (ranked == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < ids->n; i++) {
        ranked[i].id = ids->ids[i];
        list_rank(secret, channel->name, version, seed, &ids->ids[i],
                  ranked[i].rank);
    }
    ARRAY_SORT(ranked, ids->n, compare);
    for (size_t i = 0; i < ids->n; i++)
        ids->ids[i] = ranked[i].id;
    free(ranked);
    return LOYD_OK;
}

/* Returns the place of day k in a list. What is stored shows no order to those
 * who do not have the secret. */
static uint32_t
place_of(const loyd_channel *channel, const uint8_t *secret, uint32_t version,
         unsigned at, uint32_t n, uint32_t k)
{
    char rule[32];

    if (!channel->is_keyed)
        return k;
    snprintf(rule, sizeof(rule), "list %lu %u", (unsigned long)version, at);
    return order_place(secret, channel->name, rule, n, k);
}

static loyd_err
store_list(loyd_store *store, const loyd_channel *channel,
           const uint8_t *secret, const struct plan *plan, unsigned at,
           loyd_why *why)
{
    uint32_t version = plan->schedule.version;
    const json_t *seed = json_object_get(plan->from[at], "shuffle");
    struct id_list ids = plan->ids[at];
    loyd_id *placed = calloc(ids.n, sizeof(*placed));
    loyd_list list;
    loyd_err err = placed == NULL
                       ? LOYD_E_NOMEM
                       : check_text(plan->from[at], list.selection, why);

    if (err == LOYD_OK && seed != NULL)
        err = shuffle(channel, secret, version, json_string_value(seed), &ids);
    for (uint32_t k = 0; err == LOYD_OK && k < ids.n; k++)
        placed[place_of(channel, secret, version, at, (uint32_t)ids.n, k)] =
            ids.ids[k];
    if (err == LOYD_OK)
        err = list_put(store, channel->name, version, at, &list, placed, ids.n,
                       why);
    free(placed);
    return err;
}

loyd_err
plan_store_lists(loyd_store *store, const loyd_channel *channel,
                 const uint8_t *secret, const struct plan *plan, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < plan->schedule.n; i++)
        if (plan->schedule.row[i].is_listed)
            err = store_list(store, channel, secret, plan, i, why);
    return err;
}

loyd_err
list_take(loyd_store *store, const loyd_channel *channel,
          const loyd_schedule *schedule, unsigned at, const uint8_t *secret,
          uint32_t k, loyd_id *id, loyd_why *why)
{
    loyd_list list;
    int64_t pk;
    loyd_err err =
        list_get(store, channel->name, schedule->version, at, &list, &pk, why);

    if (err == LOYD_OK && k >= list.puzzles) {
        err =
            why_set(why, LOYD_E_EMPTY, "channel %s: the list has %lu puzzles",
                    channel->name, (unsigned long)list.puzzles);
        return row_prefix(why, err, schedule, at);
    }
    return err == LOYD_OK
               ? list_at(store, pk,
                         place_of(channel, secret, schedule->version, at,
                                  list.puzzles, k),
                         id, why)
               : err;
}

loyd_err
loyd_list_get(loyd_store *store, const loyd_channel *channel, uint32_t version,
              unsigned at, loyd_list *list, loyd_why *why)
{
    loyd_schedule schedule;
    int64_t pk;
    loyd_err err;

    WHY_GIVEN(why);
    err = loyd_channel_schedule(store, channel, version, &schedule, why);
    if (err == LOYD_OK && (at >= schedule.n || !schedule.row[at].is_listed))
        err = why_set(why, LOYD_E_NOT_FOUND, "no list %u in version %lu", at,
                      (unsigned long)version);
    return err == LOYD_OK
               ? list_get(store, channel->name, version, at, list, &pk, why)
               : err;
}

loyd_err
loyd_channel_end(loyd_store *store, const loyd_channel *channel, bool *has_end,
                 loyd_date *end, loyd_why *why)
{
    int32_t least = INT32_MAX;
    loyd_schedule schedule;
    loyd_err err;

    WHY_GIVEN(why);
    err = loyd_channel_schedule(store, channel, channel->versions, &schedule,
                                why);
    for (unsigned i = 0; err == LOYD_OK && i < schedule.n; i++) {
        int64_t day = date_days(&schedule.from), pk, step = 1;
        loyd_list list;

        if (!schedule.row[i].is_listed)
            continue;
        err = list_get(store, channel->name, schedule.version, i, &list, &pk,
                       why);
        if (err != LOYD_OK)
            return err;
        if (!schedule.has_tiers && schedule.n > 1) {
            step = LOYD_SCHEDULE_ROWS;
            while (row_days(&schedule, i, (int32_t)day, (int32_t)day + 1) == 0)
                day++;
        }
        day += step * list.puzzles - 1; /* of a week: the end of days that */
        least = day < least ? (int32_t)day : least; /* have a puzzle */
    }
    *has_end = least != INT32_MAX;
    return err == LOYD_OK && *has_end ? date_of_days(least, end) : err;
}
