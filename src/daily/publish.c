/* SPDX-License-Identifier: MIT */
/* Owns the order of a publishing: check, decide, stage, and only then show. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/why.h"
#include "daily/promises.h"
#include "daily/site.h"

static const char style[] = {
#include "daily_style.inc"
};

/* A run of loyd_site_publish. */
struct job {
    loyd_site *site;
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    loyd_channel channel;
    loyd_why *why;
    struct days days;
    struct promises promises;
    uint8_t seal[LOYD_HASH_BYTES]; /* of commitments.json */
};

/* Which days will the site show? */
static loyd_err
make_range(struct job *job)
{
    const loyd_site_options *options = &job->site->options;
    const struct marker *old = &job->site->marker;
    struct site *pages = &job->days.pages;
    char date[LOYD_DATE_TEXT], start[LOYD_DATE_TEXT];

    pages->last = options->has_to ? options->to : options->today;
    pages->first = options->has_from ? options->from : job->channel.start;
    if (old->has_days && !options->has_from)
        pages->first = old->first;
    if (loyd_date_days(&pages->first) < loyd_date_days(&job->channel.start) ||
        loyd_date_days(&pages->last) < loyd_date_days(&job->channel.start)) {
        loyd_date_print(options->has_from ? &pages->first : &pages->last,
                        date);
        loyd_date_print(&job->channel.start, start);
        return why_set(job->why, LOYD_E_DATE,
                       "%s is before the channel's first day, and %s or "
                       "later was expected",
                       date, start);
    }
    if (!old->has_days)
        return LOYD_OK;
    if (loyd_date_days(&old->first) < loyd_date_days(&pages->first))
        pages->first = old->first;
    if (loyd_date_days(&old->last) > loyd_date_days(&pages->last))
        pages->last = old->last;
    return LOYD_OK;
}

/* Commitments of the days behind the last one shown. */
static loyd_err
make_promises(struct job *job)
{
    const loyd_site_options *options = &job->site->options;
    int32_t first = loyd_date_days(&job->days.pages.last) + 1;
    int32_t last = loyd_date_days(&options->today) + (int32_t)options->ahead;
    const loyd_date end = {9999, 12, 31};
    loyd_date from, to;
    loyd_err err;

    if (last > loyd_date_days(&end))
        last = loyd_date_days(&end);
    if (!job->channel.keyed)
        return LOYD_OK;
    err = promises_reuse(&job->promises, job->site, job->secret,
                         job->channel.versions, first, last);
    first += (int32_t)job->promises.n_days;
    if (err != LOYD_OK || first > last)
        return err;
    if ((err = loyd_date_of_days(first, &from)) != LOYD_OK ||
        (err = loyd_date_of_days(last, &to)) != LOYD_OK)
        return err;
    err = loyd_channel_commitments(job->store, job->solver, job->site->channel,
                                   job->secret, &from, &to, promises_keep,
                                   &job->promises, job->why);
    return err == LOYD_OK && job->promises.is_lost ? LOYD_E_NOMEM : err;
}

static loyd_err
stage(struct job *job, int in, const char *name)
{
    return folder_stage(&job->site->folder, RANK_INDEX, in, name,
                        &job->days.page);
}

static loyd_err
stage_feed(struct job *job)
{
    struct days *days = &job->days;
    struct text *page = &days->page;
    size_t n = days->n_days < FEED_DAYS ? days->n_days : FEED_DAYS;

    text_clear(page);
    feed_begin(page, &days->pages, days->first_head);
    for (size_t i = 0; i < n; i++) {
        const struct text *entry = &days->feed[(days->n_days - i) % FEED_DAYS];

        page->is_lost |= entry->is_lost;
        text_bytes(page, entry->at, entry->len);
    }
    feed_end(page);
    return stage(job, FOLDER_ROOT, "feed.xml");
}

/* Of one rank what is staged last takes its place first. */
static loyd_err
stage_indexes(struct job *job)
{
    struct days *days = &job->days;
    struct archive archive = {days->n_days, days->archive,
                              days->puzzle[days->day.n - 1].head};
    struct text *page = &days->page;
    char name[16];
    loyd_err err;

    text_clear(page);
    page_of_today(page, &days->pages, &days->day, &archive);
    if ((err = stage(job, FOLDER_ROOT, "index.html")) != LOYD_OK ||
        (err = stage_feed(job)) != LOYD_OK)
        return err;
    text_clear(page);
    json_of_archive(page, &days->pages, &archive);
    if ((err = stage(job, FOLDER_DAILY, "index.json")) != LOYD_OK)
        return err;
    text_clear(page);
    json_of_promises(page, &days->pages,
                     job->channel.keyed ? job->channel.key_id : "",
                     job->promises.promise, job->promises.n, archive.head);
    if (job->channel.keyed)
        promises_seal(page, job->secret, job->channel.versions, job->seal);
    if ((err = stage(job, FOLDER_ROOT, "commitments.json")) != LOYD_OK)
        return err;
    for (unsigned year = days->pages.first.year; year <= days->pages.last.year;
         year++) {
        text_clear(page);
        page_of_year(page, &days->pages, year, &archive);
        snprintf(name, sizeof(name), "%u.html", year);
        if ((err = stage(job, FOLDER_ARCHIVE, name)) != LOYD_OK)
            return err;
    }
    text_clear(page);
    text_bytes(page, style, sizeof(style));
    return stage(job, FOLDER_ROOT, "style.css");
}

static loyd_err
stage_marker(struct job *job)
{
    struct days *days = &job->days;
    struct marker marker = {
        .has_days = true,
        .first = days->pages.first,
        .last = days->pages.last,
        .today = job->site->options.today,
        .is_sealed = job->channel.keyed,
    };

    memcpy(marker.channel, job->site->channel, sizeof(marker.channel));
    memcpy(marker.head, days->puzzle[days->day.n - 1].head,
           sizeof(marker.head));
    memcpy(marker.form, job->site->form, sizeof(marker.form));
    memcpy(marker.sealed, job->seal, sizeof(marker.sealed));
    text_clear(&days->page);
    marker_print(&marker, &days->page);
    return folder_stage(&job->site->folder, RANK_MARKER, FOLDER_ROOT,
                        MARKER_NAME, &days->page);
}

/* More than any day's files take, and any line of the indexes. */
#define DAY_ROOM (24u << 10)
#define TIER_ROOM (12u << 10)
#define LINE_ROOM 512u
#define SITE_ROOM (128u << 10)

/*
 * Where days are still to be decided: would their files fit? A ledger is not
 * taken back, so that it should not grow by days that cannot be shown.
 */
static loyd_err
check_room(struct job *job)
{
    const struct marker *old = &job->site->marker;
    const struct site *pages = &job->days.pages;
    int32_t first = loyd_date_days(&pages->first);
    int32_t last = loyd_date_days(&pages->last);
    uint64_t days = (uint64_t)(last - first + 1), fresh = days, tiers;
    loyd_schedule schedule;
    loyd_err err;

    if (job->channel.rows > 0 && loyd_date_days(&job->channel.last) >= last)
        return LOYD_OK;
    err = loyd_channel_schedule_on(job->store, &job->channel, &pages->last,
                                   &schedule, job->why);
    if (err != LOYD_OK)
        return err;
    tiers = schedule.has_tiers ? schedule.n : 1;
    if (old->has_days && loyd_date_days(&old->first) == first &&
        memcmp(old->form, job->site->form, sizeof(old->form)) == 0)
        fresh = (uint64_t)(last - loyd_date_days(&old->last) + 1);
    return folder_has_room(&job->site->folder,
                           SITE_ROOM + fresh * (DAY_ROOM + tiers * TIER_ROOM) +
                               days * tiers * LINE_ROOM);
}

static loyd_err
run(struct job *job, loyd_ledger_result *ledger)
{
    struct days *days = &job->days;
    loyd_err err;

    err = loyd_channel_get(job->store, job->site->channel, &job->channel,
                           job->why);
    if (err != LOYD_OK ||
        (err = loyd_channel_secret_check(&job->channel, job->secret,
                                         job->why)) != LOYD_OK ||
        (err = make_range(job)) != LOYD_OK ||
        (err = check_room(job)) != LOYD_OK)
        return err;
    err = loyd_ledger_extend(job->store, job->solver, job->site->channel,
                             job->secret, &days->pages.last, days->progress,
                             days->context, ledger, job->why);
    if (err != LOYD_OK || (err = make_promises(job)) != LOYD_OK)
        return err;
    err = loyd_ledger_each(job->store, job->site->channel, NULL,
                           &days->pages.last, days_row, days, job->why);
    if (days->err != LOYD_OK)
        return days->err;
    if (err != LOYD_OK || (err = days_end(days)) != LOYD_OK ||
        (err = stage_indexes(job)) != LOYD_OK ||
        (err = stage_marker(job)) != LOYD_OK)
        return err;
    return folder_commit(&job->site->folder);
}

loyd_err
loyd_site_publish(loyd_site *site, loyd_store *store, loyd_solver *solver,
                  const uint8_t *secret, loyd_progress_fn progress,
                  void *context, loyd_site_result *result, loyd_why *why)
{
    struct job *job = calloc(1, sizeof(*job));
    loyd_ledger_result ledger = {0};
    loyd_err err;

    if (job == NULL)
        return LOYD_E_NOMEM;
    job->site = site;
    job->store = store;
    job->solver = solver;
    job->secret = secret;
    job->why = why;
    job->days.site = site;
    job->days.why = why;
    job->days.progress = progress;
    job->days.context = context;
    job->days.pages.channel = site->channel;
    job->days.pages.title = site->title;
    job->days.pages.base_url = site->base_url;
    site->folder.why = why;
    err = run(job, &ledger);
    site->folder.why = NULL;
    if (err == LOYD_OK && result != NULL) {
        result->first = job->days.pages.first;
        result->last = job->days.pages.last;
        result->days = (uint32_t)job->days.n_days;
        result->added = ledger.added;
        result->files = site->folder.n_staged;
        memcpy(result->head, job->days.puzzle[job->days.day.n - 1].head,
               sizeof(result->head));
    }
    days_free(&job->days);
    promises_free(&job->promises);
    free(job);
    return err;
}
