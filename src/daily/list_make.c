/* SPDX-License-Identifier: MIT */
/* Selects the puzzles of lists, once, when a version of a schedule is made. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/jw.h"
#include "base/why.h"
#include "daily/list.h"
#include "base/utf8.h"
#include "store/filter.h"

/* Puzzles that are selected, or that a list may not have. */
struct ids {
    loyd_id *at;
    size_t n;
    size_t room;
};

static loyd_err
check_tier(const loyd_tier *tiers, size_t at, loyd_why *why)
{
    const char *title = tiers[at].title;
    loyd_err err = loyd_channel_name_check(tiers[at].tier, why);

    if (err == LOYD_OK && title[0] != '\0')
        err = day_title_check(title, strlen(title), why);
    for (size_t i = 0; err == LOYD_OK && i < at; i++)
        if (strcmp(tiers[i].tier, tiers[at].tier) == 0)
            err = why_set(why, LOYD_E_SYNTAX, "tier '%s' appears twice",
                          tiers[at].tier);
    return err;
}

loyd_err
lists_schedule(const loyd_tier *tiers, size_t n, const char *seed,
               loyd_schedule *schedule, loyd_why *why)
{
    loyd_schedule made = {.has_lists = true, .n = (unsigned)n};
    size_t len = strlen(seed);
    loyd_err err = utf8_check(seed, len, why);

    if (err == LOYD_OK && len > LOYD_SEED_MAX)
        err = why_set(why, LOYD_E_RANGE,
                      "the seed has %zu bytes: expected at most %d", len,
                      LOYD_SEED_MAX);
    if (err == LOYD_OK && (n < 1 || n > LOYD_SCHEDULE_ROWS))
        err = why_set(why, LOYD_E_RANGE, "%zu tiers: expected 1..%d", n,
                      LOYD_SCHEDULE_ROWS);
    if (err != LOYD_OK)
        return err;
    made.has_tiers = n > 1 || tiers[0].tier[0] != '\0';
    for (unsigned i = 0; err == LOYD_OK && made.has_tiers && i < n; i++) {
        if ((err = check_tier(tiers, i, why)) != LOYD_OK)
            break;
        strcpy(made.row[i].tier, tiers[i].tier);
        strcpy(made.row[i].title,
               tiers[i].title[0] != '\0' ? tiers[i].title : tiers[i].tier);
    }
    if (err == LOYD_OK)
        *schedule = made;
    return err;
}

static loyd_err
add(struct ids *ids, const loyd_id *more, size_t n)
{
    if (!ARRAY_ROOM(ids->at, ids->room, ids->n + n))
        return LOYD_E_NOMEM;
    if (n > 0)
        memcpy(ids->at + ids->n, more, n * sizeof(*more));
    ids->n += n;
    return LOYD_OK;
}

static int
compare(const void *a, const void *b)
{
    return id_compare(a, b);
}

/* What days can have. */
static const char is_rated[] =
    "stm IS NOT NULL OR (upper IS NOT NULL AND CAST(size AS INTEGER)"
    " * CAST(substr(size, instr(size, 'x') + 1) AS INTEGER) > 16)";
_Static_assert(LOYD_EXACT_CELLS == 16, "the number in `is_rated`");

static loyd_err
collect(struct ids *ids, loyd_store *store, const loyd_filter *filter,
        loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err = find_begin(store, filter, is_rated, &cursor, why);

    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, why);
        if (err != LOYD_OK || row == NULL)
            break;
        if (ids->n == LOYD_LIST_MAX)
            err = why_set(why, LOYD_E_RANGE,
                          "more than %d puzzles: expected a smaller selection",
                          LOYD_LIST_MAX);
        else
            err = add(ids, &row->entry->id, 1);
    }
    loyd_cursor_close(&cursor);
    return err;
}

/* Collects the puzzles of a selection that days can have, in order of id,
 * without those that are taken. */
static loyd_err
select_puzzles(struct ids *ids, loyd_store *store, const loyd_filter *filter,
               const struct ids *taken, loyd_why *why)
{
    loyd_filter rated = *filter;
    struct ids excluded = {.n = 0};
    loyd_err err = add(&excluded, filter->excluded, filter->n_excluded);

    if (err == LOYD_OK)
        err = add(&excluded, taken->at, taken->n);
    rated.excluded = excluded.at;
    rated.n_excluded = excluded.n;
    if (err == LOYD_OK)
        err = collect(ids, store, &rated, why);
    if (err == LOYD_OK && ids->n == 0)
        err = why_set(why, LOYD_E_EMPTY,
                      "no puzzle matches that is proven or, beyond 16 cells, "
                      "rated%s",
                      taken->n > 0 ? ", except for those of the ledger and of "
                                     "earlier tiers"
                                   : "");
    ARRAY_SORT(ids->at, ids->n, compare);
    free(excluded.at);
    return err;
}

/* Writes the selection as JSON. */
static loyd_err
print_selection(const loyd_filter *filter, char text[LOYD_SELECTION_TEXT],
                loyd_why *why)
{
    struct text json = {0};
    struct jw jw = {.to = &json};
    loyd_err err = LOYD_OK;

    filter_put_json(&jw, NULL, filter);
    if (json.is_lost)
        err = LOYD_E_NOMEM;
    else if (json.len >= LOYD_SELECTION_TEXT)
        err = why_set(why, LOYD_E_RANGE,
                      "the selection has %zu bytes as JSON: expected at most "
                      "%d",
                      json.len, LOYD_SELECTION_TEXT - 1);
    else
        memcpy(text, json.at, json.len + 1);
    text_free(&json);
    return err;
}

/* Makes a list, or with `n` only counts its puzzles, which are then taken. */
static loyd_err
make_list(loyd_store *store, const char *channel,
          const loyd_schedule *schedule, unsigned at, const loyd_tier *tier,
          const char *seed, struct ids *taken, uint32_t *n, loyd_why *why)
{
    struct ids ids = {.n = 0};
    loyd_list list = {.puzzles = 0};
    loyd_err err = print_selection(&tier->filter, list.selection, why);

    memcpy(list.tier, schedule->row[at].tier, sizeof(list.tier));
    memcpy(list.title, schedule->row[at].title, sizeof(list.title));
    memcpy(list.seed, seed, strlen(seed) + 1);
    if (err == LOYD_OK)
        err = select_puzzles(&ids, store, &tier->filter, taken, why);
    if (err == LOYD_OK && n != NULL)
        n[at] = (uint32_t)ids.n;
    else if (err == LOYD_OK)
        err = list_put(store, channel, schedule->version, at, &list, ids.at,
                       ids.n, why);
    if (err == LOYD_OK)
        err = add(taken, ids.at, ids.n);
    free(ids.at);
    return err != LOYD_OK && schedule->has_tiers && why->text[0] != '\0'
               ? why_prefix(why, err, "tier '%s': ", tier->tier)
               : err;
}

loyd_err
lists_make(loyd_store *store, const char *channel,
           const loyd_schedule *schedule, const loyd_tier *tiers,
           const char *seed, uint32_t *n, loyd_why *why)
{
    struct ids taken = {.n = 0};
    loyd_err err = ledger_ids(store, channel, &taken.at, &taken.n, why);

    taken.room = taken.n;
    for (unsigned i = 0; err == LOYD_OK && i < schedule->n; i++)
        err = make_list(store, channel, schedule, i, &tiers[i], seed, &taken,
                        n, why);
    free(taken.at);
    return err;
}

loyd_err
loyd_tiers_count(loyd_store *store, const char *channel,
                 const loyd_tier *tiers, size_t n, uint32_t *counts,
                 loyd_why *why)
{
    loyd_schedule schedule;
    loyd_err err;

    WHY_GIVEN(why);
    err = lists_schedule(tiers, n, "", &schedule, why);
    if (err != LOYD_OK || (err = read_begin(store, why)) != LOYD_OK)
        return err;
    err = lists_make(store, channel, &schedule, tiers, "", counts, why);
    read_end(store);
    return err;
}
