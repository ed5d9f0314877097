/* SPDX-License-Identifier: MIT */
/*
 * The sequence of a publication: check, decide, stage, and only then make
 * visible; and the rows that it stores, commitments and settings.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "daily/channel.h"
#include "daily/list.h"
#include "daily/commitments.h"
#include "site/site.h"
#include "store/days.h"

struct publishing {
    loyd_site *site;
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    loyd_channel channel;
    int32_t end; /* the last day that the channel's lists have puzzles for */
    loyd_why *why;
    struct staging staging;
    struct commitments commitments; /* all that were ever published, sorted */
    struct commitments ahead;       /* for the new commitments.json */
    struct commitments fresh;       /* not in the catalogue yet */
    loyd_site_settings kept;
    bool is_kept;
    bool is_same_form;
    bool is_same_release;
    uint8_t seal[LOYD_HASH_BYTES]; /* of commitments.json */
};

/* Before its first day, a channel with a secret can publish commitments. */
static loyd_err
check_start(const struct publishing *job)
{
    const loyd_site_options *options = &job->site->options;
    int32_t start = loyd_date_days(&job->channel.start);
    char today[LOYD_DATE_TEXT], first[LOYD_DATE_TEXT];

    if (job->channel.is_keyed && !options->has_from && !options->has_to &&
        start - loyd_date_days(&options->today) <=
            (int32_t)options->settings.ahead)
        return LOYD_OK;
    loyd_date_print(options->has_from ? &options->from
                    : options->has_to ? &options->to
                                      : &options->today,
                    today);
    loyd_date_print(&job->channel.start, first);
    if (!job->channel.is_keyed || options->has_from || options->has_to)
        return why_set(job->why, LOYD_E_DATE,
                       "%s is before the channel's first day, %s", today,
                       first);
    return why_set(job->why, LOYD_E_DATE,
                   "%s is more than %u %s before the channel's first day, "
                   "%s: there is nothing to commit to yet",
                   today, (unsigned)options->settings.ahead,
                   options->settings.ahead == 1 ? "day" : "days", first);
}

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
    err = loyd_date_of_days(from, &late->at[late->n].first);
    if (err == LOYD_OK)
        err = loyd_date_of_days(to, &late->at[late->n].last);
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

    imprint->last = options->has_to ? options->to : options->today;
    imprint->first = options->has_from ? options->from : job->channel.start;
    if (old->has_days && !options->has_from)
        imprint->first = old->first;
    imprint->has_days = loyd_date_days(&imprint->first) >= start &&
                        loyd_date_days(&imprint->last) >= start;
    if (!imprint->has_days) {
        imprint->first = imprint->last = job->channel.start;
        return check_start(job);
    }
    if (!old->has_days)
        return LOYD_OK;
    if (loyd_date_days(&old->first) < loyd_date_days(&imprint->first))
        imprint->first = old->first;
    if (loyd_date_days(&old->last) > loyd_date_days(&imprint->last))
        imprint->last = old->last;
    return add_late(&job->staging);
}

/* --- commitments --- */

/* Returns the range of days to commit to, all after today; empty if
 * last < first. */
static void
find_ahead(const struct publishing *job, int32_t *first, int32_t *last)
{
    const loyd_site_options *options = &job->site->options;
    const loyd_date end = {9999, 12, 31};
    int32_t today = loyd_date_days(&options->today);
    int32_t start = loyd_date_days(&job->channel.start);

    *first = today + 1 > start ? today + 1 : start;
    *last = today + (int32_t)options->settings.ahead;
    if (*last > loyd_date_days(&end))
        *last = loyd_date_days(&end);
    if (*last > job->end)
        *last = job->end;
}

/* Reuses commitments of the last commitments.json that are still valid: whole
 * days without gaps. Returns the first day that is missing. */
static int32_t
take_over(struct publishing *job, const struct commitments *old, int32_t first,
          int32_t last)
{
    int32_t next = first;

    for (size_t i = 0; i < old->n; i++) {
        const loyd_commitment *commitment = &old->at[i];
        int32_t days = loyd_date_days(&commitment->date);

        if (days < first || commitment->is_broken)
            continue;
        if (days > last || days > next ||
            !commitments_add(&job->ahead, commitment))
            break;
        next = days + 1;
    }
    return next;
}

static bool
add_drawn(struct publishing *job, const loyd_commitment *drawn)
{
    loyd_commitment published = *drawn;

    published.published = job->site->options.today;
    return commitments_add(&job->ahead, &published);
}

static loyd_err
make_ahead(struct publishing *job, const struct commitments *old)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_date from, to;
    int32_t first, last;
    loyd_err err;

    find_ahead(job, &first, &last);
    first = take_over(job, old, first, last);
    if (job->ahead.is_lost)
        return LOYD_E_NOMEM;
    if (first > last)
        return LOYD_OK;
    if ((err = loyd_date_of_days(first, &from)) != LOYD_OK ||
        (err = loyd_date_of_days(last, &to)) != LOYD_OK)
        return err;
    err = commitments_draw(job->store, job->solver, job->site->channel,
                           job->secret, &from, &to, &cursor, job->why);
    while (err == LOYD_OK) {
        err = loyd_cursor_next(cursor, &row, job->why);
        if (err != LOYD_OK || row == NULL)
            break;
        if (!add_drawn(job, row->commitment))
            err = LOYD_E_NOMEM;
    }
    loyd_cursor_close(&cursor);
    return err;
}

/* Adds the commitments that are not in the catalogue yet to job->fresh. The
 * others must have the same hash there. */
static loyd_err
note_fresh(struct publishing *job, const struct commitments *from)
{
    char date[LOYD_DATE_TEXT];

    for (size_t i = 0; i < from->n; i++) {
        const loyd_commitment *at = &from->at[i], *there;

        there = commitments_find(&job->commitments, &at->date, at->tier,
                                 at->version);
        if (there == NULL && !commitments_add(&job->fresh, at))
            return LOYD_E_NOMEM;
        if (there == NULL ||
            memcmp(there->hash, at->hash, sizeof(there->hash)) == 0)
            continue;
        loyd_date_print(&there->date, date);
        return why_set(job->why, LOYD_E_CORRUPT,
                       "channel %s: another commitment was published for %s",
                       job->channel.name, date);
    }
    return LOYD_OK;
}

/*
 * Collects the commitments published before, which are in the catalogue or
 * only in the site, and those that will be published now.
 */
static loyd_err
gather_commitments(struct publishing *job)
{
    struct commitments old = {0};
    loyd_err err = commitments_read(&job->commitments, job->store,
                                    &job->channel, job->why);

    if (err != LOYD_OK || !job->channel.is_keyed)
        return err;
    if ((err = commitments_of_file(&old, job->site, job->store, &job->channel,
                                   job->secret, job->why)) != LOYD_OK ||
        (err = make_ahead(job, &old)) != LOYD_OK ||
        (err = note_fresh(job, &old)) != LOYD_OK)
        goto done;
    for (size_t i = 0; i < job->fresh.n; i++)
        if (!commitments_add(&job->commitments, &job->fresh.at[i]))
            err = LOYD_E_NOMEM;
    commitments_sort(&job->commitments);
    if (err == LOYD_OK)
        err = note_fresh(job, &job->ahead);
done:
    commitments_free(&old);
    return err;
}

/* --- have all pages the same form as last time? --- */

static void
make_form(const struct publishing *job, const loyd_date *last,
          uint8_t hash[LOYD_HASH_BYTES])
{
    form_hash(job->site->title, &job->site->options.settings,
              &job->commitments, last, hash);
}

/* Returns whether the site's pages are otherwise unchanged. */
static bool
has_same_form(const struct publishing *job)
{
    const struct marker *old = &job->site->marker;
    uint8_t hash[LOYD_HASH_BYTES];

    if (!old->has_days)
        return false;
    make_form(job, &old->last, hash);
    return memcmp(hash, old->form, sizeof(hash)) == 0;
}

/*
 * If the catalogue does not have the site's settings, they must be those that
 * it was published with, or --solution must be given.
 *
 * The settings are missing if the catalogue is new or loyd 0.1.0 published the
 * site. A forgotten option could then reveal all solutions.
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

/* Stages commitments.json and the files that do not depend on days. */
static loyd_err
stage_rest(struct publishing *job)
{
    static const uint8_t none[LOYD_HASH_BYTES];
    struct staging *staging = &job->staging;
    struct text *page = &staging->page;
    int32_t first, last;
    loyd_err err;

    find_ahead(job, &first, &last);
    json_of_commitments(page, &staging->imprint,
                        job->channel.is_keyed ? job->channel.key_id : "",
                        &job->ahead, &job->commitments, first,
                        staging->imprint.has_days ? day_head(&staging->day)
                                                  : none);
    if (job->channel.is_keyed)
        commitments_seal(page, job->secret, job->channel.versions, job->seal);
    err = staging_file(staging, RANK_INDEX, SITE_ROOT, "commitments.json");
    return err == LOYD_OK ? site_files_stage(staging) : err;
}

static loyd_err
stage_marker(struct publishing *job)
{
    struct staging *staging = &job->staging;
    struct marker marker = {
        .has_days = staging->imprint.has_days,
        .first = staging->imprint.first,
        .last = staging->imprint.last,
        .has_today = true,
        .today = job->site->options.today,
        .late = staging->late,
        .is_sealed = job->channel.is_keyed,
    };

    memcpy(marker.channel, job->site->channel, sizeof(marker.channel));
    if (marker.has_days) {
        memcpy(marker.head, day_head(&staging->day), sizeof(marker.head));
        make_form(job, &marker.last, marker.form);
        memcpy(marker.release, staging->shared.release,
               sizeof(marker.release));
    }
    memcpy(marker.sealed, job->seal, sizeof(marker.sealed));
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
    return site_folder_has_room(
        &job->site->folder, SITE_ROOM + site_files_bytes(job->site) +
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

/* Stores commitments and settings. Needs a transaction. */
static loyd_err
store_rows(struct publishing *job)
{
    loyd_channel now;
    loyd_err err =
        loyd_channel_get(job->store, job->channel.name, &now, job->why);

    if (err == LOYD_OK && now.versions != job->channel.versions)
        err = why_set(job->why, LOYD_E_BUSY,
                      "channel %s: the schedule has been revised meanwhile: "
                      "try again",
                      now.name);
    for (size_t i = 0; err == LOYD_OK && i < job->fresh.n; i++)
        err = commitment_put(job->store, job->channel.name, &job->fresh.at[i],
                             job->why);
    if (err != LOYD_OK)
        return err;
    err = site_put(job->store, job->channel.name, &job->site->options.settings,
                   job->why);
    if (err == LOYD_OK)
        err = given_put(job->site, job->store, job->why);
    return err;
}

/*
 * Commits site and catalogue together, because the rows record what was
 * published. If the process is killed between the two, the seal in the site's
 * marker proves its commitments.
 */
static loyd_err
commit(struct publishing *job)
{
    loyd_err err;

    /* The catalogue may have everything already. */
    if (job->fresh.n == 0 && job->is_kept &&
        site_same(&job->kept, &job->site->options.settings))
        return site_folder_commit(&job->site->folder);
    if ((err = loyd_store_begin(job->store, job->why)) != LOYD_OK)
        return err;
    if ((err = store_rows(job)) == LOYD_OK &&
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
        (err = lists_end(job->store, &job->channel, job->channel.versions,
                         &job->end, job->why)) != LOYD_OK ||
        (err = loyd_site_settings_get(job->store, job->channel.name,
                                      &job->kept, &job->is_kept, job->why)) !=
            LOYD_OK ||
        (err = given_take(job->site, job->store, job->why)) != LOYD_OK)
        return err;
    job->staging.imprint.language = job->site->language;
    given_show(job->site, &job->staging.imprint);
    if ((err = make_range(job)) != LOYD_OK ||
        (err = gather_commitments(job)) != LOYD_OK ||
        (err = site_files_make(&job->staging)) != LOYD_OK)
        return err;
    job->is_same_form = has_same_form(job);
    job->is_same_release =
        strcmp(job->staging.shared.release, job->site->marker.release) == 0;
    job->staging.is_same_form = job->is_same_form && job->is_same_release;
    if ((err = check_settings(job)) != LOYD_OK)
        return err;
    if ((job->staging.imprint.has_days &&
         (err = stage_days(job, ledger)) != LOYD_OK) ||
        (err = staging_indexes(&job->staging)) != LOYD_OK ||
        (err = stage_rest(job)) != LOYD_OK ||
        (err = stage_marker(job)) != LOYD_OK)
        return err;
    return commit(job);
}

static void
fill_result(const struct publishing *job, const loyd_ledger_result *ledger,
            loyd_site_result *result)
{
    const struct staging *staging = &job->staging;
    int32_t today = loyd_date_days(&job->site->options.today);

    memset(result, 0, sizeof(*result));
    result->first = staging->imprint.first;
    result->last = staging->imprint.last;
    result->days = (uint32_t)staging->n_days;
    result->added = ledger->added;
    result->files = job->site->folder.n_staged;
    result->commitments = (uint32_t)job->ahead.n;
    for (size_t i = 0; i < job->commitments.n; i++)
        result->broken +=
            job->commitments.at[i].is_broken &&
            loyd_date_days(&job->commitments.at[i].date) >= today;
    result->is_upgraded =
        job->is_same_form && !job->is_same_release &&
        job->kept.is_offline == job->site->options.settings.is_offline &&
        strcmp(job->kept.results, job->site->options.settings.results) == 0 &&
        memcmp(job->kept.files, job->site->options.settings.files,
               sizeof(job->kept.files)) == 0;
    result->package = job->site->has_package;
    result->untranslated = job->site->n_english;
    if (staging->imprint.has_days)
        memcpy(result->head, day_head(&staging->day),
               sizeof(result->head));
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
    job->staging.commitments = &job->commitments;
    job->staging.why = why;
    job->staging.listener = listener;
    job->staging.imprint.channel = site->channel;
    job->staging.imprint.title = site->title;
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
    commitments_free(&job->commitments);
    commitments_free(&job->ahead);
    commitments_free(&job->fresh);
    free(job);
    return err;
}
