/* SPDX-License-Identifier: MIT */
/*
 * The sequence of a publication: check, decide, stage, and only then make
 * visible; and the settings that it stores.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/crypto.h"
#include "core/date.h"
#include "daily/channel.h"
#include "site/site.h"
#include "store/days.h"

struct publishing {
    loyd_site *site;
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    loyd_channel channel;
    loyd_why *why;
    struct staging staging;
    loyd_site_settings kept;
    bool is_kept;
    bool is_same_form;
    bool is_same_release;
};

/* Adds the days that this publication makes up for. */
static loyd_err
add_late(struct staging *staging)
{
    struct late_days *late = &staging->late;
    int32_t from = loyd_date_days(&staging->site->marker.last) + 1;
    int32_t to = loyd_date_days(&staging->imprint.last) - 1;
    loyd_err err;

    *late = staging->site->marker.late;
    if (to < from)
        return LOYD_OK;
    if (late->n == LATE_MAX)
        memmove(&late->at[0], &late->at[1], --late->n * sizeof(late->at[0]));
    err = date_of_days(from, &late->at[late->n].first);
    if (err == LOYD_OK)
        err = date_of_days(to, &late->at[late->n].last);
    late->n++;
    return err;
}

/* Determines the days that the site will show. */
static loyd_err
make_range(struct publishing *job)
{
    const loyd_site_options *options = &job->site->options;
    const struct marker *old = &job->site->marker;
    struct imprint *imprint = &job->staging.imprint;
    int32_t start = loyd_date_days(&job->channel.start);
    char day[LOYD_DATE_TEXT], first[LOYD_DATE_TEXT];

    imprint->last = options->has_to ? options->to : options->today;
    imprint->first = options->has_from ? options->from : job->channel.start;
    if (old->has_days && !options->has_from)
        imprint->first = old->first;
    if (loyd_date_days(&imprint->first) < start ||
        loyd_date_days(&imprint->last) < start) {
        loyd_date_print(options->has_from ? &options->from : &imprint->last,
                        day);
        loyd_date_print(&job->channel.start, first);
        return why_set(job->why, LOYD_E_DATE,
                       "%s is before the channel's first day, %s", day, first);
    }
    if (!old->has_days)
        return LOYD_OK;
    if (loyd_date_days(&old->first) < loyd_date_days(&imprint->first))
        imprint->first = old->first;
    if (loyd_date_days(&old->last) > loyd_date_days(&imprint->last))
        imprint->last = old->last;
    return add_late(&job->staging);
}

/* --- have all pages the same form as last time? --- */

static void
add_text(struct crypto_hash *hash, const char *text)
{
    crypto_hash_field(hash, text, strlen(text));
}

/* Hashes what the pages of all days depend on. */
static void
make_form(const loyd_site *site, uint8_t out[LOYD_HASH_BYTES])
{
    const loyd_site_settings *settings = &site->options.settings;
    const char shown[] = {(char)settings->solutions, (char)settings->hints};
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    add_text(&hash, "loyd site form 1");
    add_text(&hash, site->title);
    add_text(&hash, settings->base_url);
    add_text(&hash, settings->results);
    crypto_hash_field(&hash, shown, sizeof(shown));
    add_text(&hash, settings->zone);
    add_text(&hash, settings->language);
    crypto_hash_end(&hash, out);
}

/* Returns whether the site's pages are otherwise unchanged. */
static bool
has_same_form(const struct publishing *job)
{
    const struct marker *old = &job->site->marker;
    uint8_t hash[LOYD_HASH_BYTES];

    if (!old->has_days)
        return false;
    make_form(job->site, hash);
    return memcmp(hash, old->form, sizeof(hash)) == 0;
}

/*
 * If the catalogue does not have the site's settings, they must be those that
 * it was published with, or --solution must be given.
 *
 * The settings are missing if the catalogue is new. A forgotten option could
 * then reveal all solutions.
 */
static loyd_err
check_settings(const struct publishing *job)
{
    const loyd_site *site = job->site;
    char dir[WHY_QUOTE_BYTES];

    if (job->is_kept || site->options.has_solutions ||
        !site->marker.has_days || job->is_same_form)
        return LOYD_OK;
    return why_set(job->why, LOYD_E_FOREIGN,
                   "%s: the catalogue does not have the options that this "
                   "site was published with: give them again, including "
                   "--solution",
                   why_quote(site->dir, strlen(site->dir), dir));
}

/* --- files --- */

static loyd_err
stage_marker(struct publishing *job)
{
    struct staging *staging = &job->staging;
    struct marker marker = {
        .has_days = true,
        .first = staging->imprint.first,
        .last = staging->imprint.last,
        .today = job->site->options.today,
        .late = staging->late,
    };

    memcpy(marker.channel, job->site->channel, sizeof(marker.channel));
    memcpy(marker.head, day_head(&staging->day), sizeof(marker.head));
    make_form(job->site, marker.form);
    memcpy(marker.release, staging->shared.release, sizeof(marker.release));
    marker_print(&marker, &staging->page);
    return staging_file(staging, RANK_MARKER, SITE_ROOT, MARKER_NAME);
}

/* Upper bounds in bytes for what the files of a day have besides puzzles, for
 * a puzzle (four pictures, and solutions that grow with the board), and for
 * its lines in the indexes. */
#define DAY_ROOM (48u << 10)
#define PUZZLE_ROOM (8u << 10)
#define CELL_ROOM 1024u
#define LINE_ROOM 512u
#define SITE_ROOM (128u << 10)

/* Returns the room for the files of a day. The boards of lists can be of any
 * size; most have up to 25 cells. */
static uint64_t
day_room(const loyd_schedule *schedule)
{
    uint64_t sum = 0, most = 0;

    for (unsigned i = 0; i < schedule->n; i++) {
        const loyd_schedule_row *row = &schedule->row[i];
        unsigned cells = row->width > 0 ? row->width * row->height : 25u;
        uint64_t room = PUZZLE_ROOM + (uint64_t)cells * CELL_ROOM;

        sum += room;
        most = room > most ? room : most;
    }
    return DAY_ROOM + (schedule->has_tiers ? sum : most);
}

/*
 * If days have to be decided, checks that there is room for their files. Rows
 * of a ledger are never removed, so it should not get days that the site
 * cannot show.
 */
static loyd_err
check_room(struct publishing *job)
{
    const struct marker *old = &job->site->marker;
    const struct imprint *imprint = &job->staging.imprint;
    int32_t first = loyd_date_days(&imprint->first);
    int32_t last = loyd_date_days(&imprint->last);
    uint64_t days = (uint64_t)(last - first + 1), fresh = days, tiers;
    struct timetable dates = {.store = job->store, .channel = &job->channel};
    loyd_err err;

    if (job->channel.rows > 0 && loyd_date_days(&job->channel.last) >= last)
        return LOYD_OK;
    err = timetable_turn(&dates, &imprint->last, job->why);
    if (err != LOYD_OK)
        return err;
    tiers = schedule_puzzles(&dates.now);
    if (old->has_days && loyd_date_days(&old->first) == first &&
        job->staging.is_same_form)
        fresh = (uint64_t)(last - loyd_date_days(&old->last) + 1);
    return site_folder_has_room(&job->site->folder,
                                SITE_ROOM + site_files_bytes(job->site) +
                                    fresh * day_room(&dates.now) +
                                    days * tiers * LINE_ROOM);
}

/* Decides the days and stages their files. */
static loyd_err
stage_days(struct publishing *job, loyd_ledger_result *ledger)
{
    struct staging *staging = &job->staging;
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_err err;

    if ((err = check_room(job)) != LOYD_OK)
        return err;
    err = loyd_ledger_extend(job->store, job->solver, job->site->channel,
                             job->secret, &staging->imprint.last,
                             staging->listener, ledger, job->why);
    if (err != LOYD_OK)
        return err;
    err = loyd_ledger_rows(job->store, job->site->channel, NULL,
                           &staging->imprint.last, &cursor, job->why);
    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, job->why);
        if (err != LOYD_OK || row == NULL)
            break;
        err = staging_row(staging, row->ledger_row);
    }
    loyd_cursor_close(&cursor);
    return err == LOYD_OK ? staging_end(staging) : err;
}

/* --- the publication --- */

/* Needs a transaction. */
static loyd_err
store_settings(struct publishing *job)
{
    loyd_channel now;
    loyd_err err =
        loyd_channel_get(job->store, job->channel.name, &now, job->why);

    if (err == LOYD_OK && now.versions != job->channel.versions)
        err = why_set(job->why, LOYD_E_BUSY,
                      "channel %s: the schedule has been revised meanwhile: "
                      "try again",
                      now.name);
    if (err == LOYD_OK)
        err = site_put(job->store, job->channel.name,
                       &job->site->options.settings, job->why);
    return err;
}

/* Commits site and catalogue together, because the settings record how the
 * site was published. */
static loyd_err
commit(struct publishing *job)
{
    loyd_err err;

    if (job->is_kept && site_same(&job->kept, &job->site->options.settings))
        return site_folder_commit(&job->site->folder);
    if ((err = loyd_store_begin(job->store, job->why)) != LOYD_OK)
        return err;
    if ((err = store_settings(job)) == LOYD_OK &&
        (err = site_folder_commit(&job->site->folder)) == LOYD_OK)
        err = loyd_store_commit(job->store, job->why);
    loyd_store_rollback(job->store);
    return err;
}

static loyd_err
run(struct publishing *job, loyd_ledger_result *ledger)
{
    loyd_err err;

    err = loyd_channel_get(job->store, job->site->channel, &job->channel,
                           job->why);
    if (err != LOYD_OK ||
        (err = loyd_channel_secret_check(&job->channel, job->secret,
                                         job->why)) != LOYD_OK ||
        (err = loyd_site_settings_get(job->store, job->channel.name,
                                      &job->kept, &job->is_kept, job->why)) !=
            LOYD_OK ||
        (err = make_range(job)) != LOYD_OK ||
        (err = site_files_make(&job->staging)) != LOYD_OK)
        return err;
    job->is_same_form = has_same_form(job);
    job->is_same_release =
        strcmp(job->staging.shared.release, job->site->marker.release) == 0;
    job->staging.is_same_form = job->is_same_form && job->is_same_release;
    if ((err = check_settings(job)) != LOYD_OK)
        return err;
    if ((err = stage_days(job, ledger)) != LOYD_OK ||
        (err = staging_indexes(&job->staging)) != LOYD_OK ||
        (err = site_files_stage(&job->staging)) != LOYD_OK ||
        (err = stage_marker(job)) != LOYD_OK)
        return err;
    return commit(job);
}

static void
fill_result(const struct publishing *job, const loyd_ledger_result *ledger,
            loyd_site_result *result)
{
    const struct staging *staging = &job->staging;

    memset(result, 0, sizeof(*result));
    result->first = staging->imprint.first;
    result->last = staging->imprint.last;
    result->days = (uint32_t)staging->n_days;
    result->added = ledger->added;
    result->files = job->site->folder.n_staged;
    result->is_upgraded =
        job->is_same_form && !job->is_same_release &&
        job->kept.is_offline == job->site->options.settings.is_offline;
    result->package = job->site->has_package;
    memcpy(result->head, day_head(&staging->day), sizeof(result->head));
}

loyd_err
loyd_site_publish(loyd_site *site, loyd_store *store, loyd_solver *solver,
                  const uint8_t *secret, const loyd_listener *listener,
                  loyd_site_result *result, loyd_why *why)
{
    struct publishing *job = calloc(1, sizeof(*job));
    loyd_ledger_result ledger = {0};
    loyd_err err;

    WHY_GIVEN(why);
    if (job == NULL)
        return LOYD_E_NOMEM;
    job->site = site;
    job->store = store;
    job->solver = solver;
    job->secret = secret;
    job->why = why;
    job->staging.site = site;
    job->staging.why = why;
    job->staging.listener = listener;
    job->staging.imprint.channel = site->channel;
    job->staging.imprint.title = site->title;
    job->staging.imprint.language = site->language;
    job->staging.imprint.base_url = site->options.settings.base_url;
    job->staging.imprint.results = site->options.settings.results;
    job->staging.imprint.zone = site->options.settings.zone;
    job->staging.imprint.utc_minutes = site->options.settings.utc_minutes;
    site->folder.why = why;
    err = run(job, &ledger);
    site->folder.why = NULL;
    if (err == LOYD_OK && result != NULL)
        fill_result(job, &ledger, result);
    staging_free(&job->staging);
    free(job);
    return err;
}
