/* SPDX-License-Identifier: MIT */
/*
 * Owns the order of a publishing: check, decide, stage, and only then show;
 * and what it keeps in the catalogue, promises and settings.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/crypto.h"
#include "daily/promises.h"
#include "daily/site.h"
#include "store/days.h"

static const char style[] = {
#include "daily_style.inc"
};

struct publishing {
    loyd_site *site;
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    loyd_channel channel;
    loyd_why *why;
    struct staging staging;
    struct promises promises; /* published, sorted */
    struct promises ahead;    /* of commitments.json now */
    struct promises fresh;    /* not in the catalogue yet */
    loyd_site_settings kept;
    bool is_kept;
    uint8_t seal[LOYD_HASH_BYTES]; /* of commitments.json */
};

/* Before a channel begins its first days can be committed to. */
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
                   "%s is more than %u days before the channel's first day, "
                   "%s: there is nothing to commit to yet",
                   today, (unsigned)options->settings.ahead, first);
}

/* Which days will the site show? */
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
    return LOYD_OK;
}

/* --- promises --- */

/* The days that are committed to, from the first to the last: those after
 * today, of which there are none where last < first. */
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
}

/* Those of the last commitments.json that are as good as new: whole days
 * without gaps. Returns the first day that is missing. */
static int32_t
take_over(struct publishing *job, const struct promises *old, int32_t first,
          int32_t last)
{
    int32_t next = first;

    for (size_t i = 0; i < old->n; i++) {
        const loyd_promise *promise = &old->at[i];
        int32_t days = loyd_date_days(&promise->date);

        if (days < first || promise->is_broken)
            continue;
        if (days > last || days > next || !promises_add(&job->ahead, promise))
            break;
        next = days + 1;
    }
    return next;
}

/* A loyd_commitment_fn. */
static bool
add_drawn(void *context, const loyd_commitment *commitment)
{
    struct publishing *job = context;
    loyd_promise promise = {.date = commitment->date,
                            .version = commitment->version,
                            .published = job->site->options.today};

    memcpy(promise.tier, commitment->tier, sizeof(promise.tier));
    memcpy(promise.hash, commitment->hash, sizeof(promise.hash));
    return promises_add(&job->ahead, &promise);
}

static loyd_err
make_ahead(struct publishing *job, const struct promises *old)
{
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
    err = loyd_channel_commitments(job->store, job->solver, job->site->channel,
                                   job->secret, &from, &to, add_drawn, job,
                                   job->why);
    return err == LOYD_OK && job->ahead.is_lost ? LOYD_E_NOMEM : err;
}

/* Those that the catalogue does not know yet; both must agree on the rest. */
static loyd_err
note_fresh(struct publishing *job, const struct promises *from)
{
    char date[LOYD_DATE_TEXT];

    for (size_t i = 0; i < from->n; i++) {
        const loyd_promise *at = &from->at[i], *there;

        there =
            promises_find(&job->promises, &at->date, at->tier, at->version);
        if (there == NULL && !promises_add(&job->fresh, at))
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
 * What was published before, whether the catalogue knows it or only the site,
 * and what will be published now.
 */
static loyd_err
gather_promises(struct publishing *job)
{
    struct promises old = {0};
    loyd_err err =
        promises_read(&job->promises, job->store, &job->channel, job->why);

    if (err != LOYD_OK || !job->channel.is_keyed)
        return err;
    if ((err = promises_of_file(&old, job->site, job->store, &job->channel,
                                job->secret, job->why)) != LOYD_OK ||
        (err = make_ahead(job, &old)) != LOYD_OK ||
        (err = note_fresh(job, &old)) != LOYD_OK)
        goto done;
    for (size_t i = 0; i < job->fresh.n; i++)
        if (!promises_add(&job->promises, &job->fresh.at[i]))
            err = LOYD_E_NOMEM;
    promises_sort(&job->promises);
    if (err == LOYD_OK)
        err = note_fresh(job, &job->ahead);
done:
    promises_free(&old);
    return err;
}

/* --- are all pages shaped as last time? --- */

static void
begin_form(const loyd_site *site, const char *kind, const char *version,
           struct crypto_hash *hash)
{
    const loyd_site_settings *settings = &site->options.settings;
    char solutions = (char)('0' + settings->solutions);

    crypto_hash_begin(hash, NULL);
    crypto_hash_field(hash, kind, strlen(kind));
    crypto_hash_field(hash, version, strlen(version));
    crypto_hash_field(hash, site->title, strlen(site->title));
    crypto_hash_field(hash, settings->base_url, strlen(settings->base_url));
    crypto_hash_field(hash, &solutions, 1);
}

/* A hash over everything that shapes the pages of days up to `last`. */
static void
make_form(const struct publishing *job, const loyd_date *last,
          uint8_t form[LOYD_HASH_BYTES])
{
    struct crypto_hash hash;

    begin_form(job->site, "loyd site form 2", loyd_version(), &hash);
    for (size_t i = 0; i < job->promises.n; i++) {
        const loyd_promise *promise = &job->promises.at[i];
        char date[LOYD_DATE_TEXT];

        if (loyd_date_days(&promise->date) > loyd_date_days(last))
            break;
        loyd_date_print(&promise->published, date);
        crypto_hash_field(&hash, promise->tier, strlen(promise->tier));
        crypto_hash_field(&hash, promise->hash, sizeof(promise->hash));
        crypto_hash_field(&hash, date, strlen(date));
    }
    crypto_hash_end(&hash, form);
}

/*
 * Where the catalogue does not keep the site's settings: was it published
 * with these, or are its solutions as asked for?
 *
 * The catalogue keeps nothing where it is a new one, or where loyd 0.1.0
 * published the site. A forgotten option would then show all solutions.
 */
static loyd_err
check_settings(const struct publishing *job)
{
    const loyd_site *site = job->site;
    uint8_t form[LOYD_HASH_BYTES];
    char dir[WHY_QUOTE_BYTES];
    struct crypto_hash hash;

    if (job->is_kept || site->options.has_solutions ||
        !site->marker.has_days || job->staging.is_same_form)
        return LOYD_OK;
    begin_form(site, "loyd site form", "0.1.0", &hash);
    crypto_hash_end(&hash, form);
    if (memcmp(form, site->marker.form, sizeof(form)) == 0)
        return LOYD_OK;
    return why_set(job->why, LOYD_E_FOREIGN,
                   "%s: the catalogue does not hold the options that this "
                   "site was published with: try them again, --solution "
                   "among them",
                   why_quote(site->dir, strlen(site->dir), dir));
}

/* --- files --- */

/* commitments.json, and the style. */
static loyd_err
stage_rest(struct publishing *job)
{
    static const uint8_t none[LOYD_HASH_BYTES];
    struct staging *staging = &job->staging;
    struct text *page = &staging->page;
    int32_t first, last;
    loyd_err err;

    find_ahead(job, &first, &last);
    json_of_promises(page, &staging->imprint,
                     job->channel.is_keyed ? job->channel.key_id : "",
                     &job->ahead, &job->promises, first,
                     staging->imprint.has_days ? day_head(&staging->day)
                                               : none);
    if (job->channel.is_keyed)
        promises_seal(page, job->secret, job->channel.versions, job->seal);
    err = staging_file(staging, RANK_INDEX, SITE_ROOT, "commitments.json");
    if (err != LOYD_OK)
        return err;
    text_bytes(page, style, sizeof(style));
    return staging_file(staging, RANK_INDEX, SITE_ROOT, "style.css");
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
        .is_sealed = job->channel.is_keyed,
    };

    memcpy(marker.channel, job->site->channel, sizeof(marker.channel));
    if (marker.has_days) {
        memcpy(marker.head, day_head(&staging->day), sizeof(marker.head));
        make_form(job, &marker.last, marker.form);
    }
    memcpy(marker.sealed, job->seal, sizeof(marker.sealed));
    marker_print(&marker, &staging->page);
    return staging_file(staging, RANK_MARKER, SITE_ROOT, MARKER_NAME);
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
check_room(struct publishing *job)
{
    const struct marker *old = &job->site->marker;
    const struct imprint *imprint = &job->staging.imprint;
    int32_t first = loyd_date_days(&imprint->first);
    int32_t last = loyd_date_days(&imprint->last);
    uint64_t days = (uint64_t)(last - first + 1), fresh = days, tiers;
    loyd_schedule schedule;
    loyd_err err;

    if (job->channel.rows > 0 && loyd_date_days(&job->channel.last) >= last)
        return LOYD_OK;
    err = loyd_channel_schedule_on(job->store, &job->channel, &imprint->last,
                                   &schedule, job->why);
    if (err != LOYD_OK)
        return err;
    tiers = schedule.has_tiers ? schedule.n : 1;
    if (old->has_days && loyd_date_days(&old->first) == first &&
        job->staging.is_same_form)
        fresh = (uint64_t)(last - loyd_date_days(&old->last) + 1);
    return site_folder_has_room(&job->site->folder,
                           SITE_ROOM + fresh * (DAY_ROOM + tiers * TIER_ROOM) +
                               days * tiers * LINE_ROOM);
}

/* Decides the days, and stages their files. */
static loyd_err
stage_days(struct publishing *job, loyd_ledger_result *ledger)
{
    struct staging *staging = &job->staging;
    loyd_err err;

    if ((err = check_room(job)) != LOYD_OK)
        return err;
    err = loyd_ledger_extend(job->store, job->solver, job->site->channel,
                             job->secret, &staging->imprint.last,
                             staging->listener, ledger, job->why);
    if (err != LOYD_OK)
        return err;
    err = loyd_ledger_each(job->store, job->site->channel, NULL,
                           &staging->imprint.last, staging_row, staging,
                           job->why);
    if (staging->err != LOYD_OK)
        return staging->err;
    return err == LOYD_OK ? staging_end(staging) : err;
}

/* --- the whole --- */

/* Does the catalogue hold all that store_rows would store? */
static bool
is_known(const struct publishing *job)
{
    return job->fresh.n == 0 && job->is_kept &&
           site_same(&job->kept, &job->site->options.settings);
}

/* Promises and settings, inside a transaction. */
static loyd_err
store_rows(struct publishing *job)
{
    loyd_channel now;
    loyd_err err =
        loyd_channel_get(job->store, job->channel.name, &now, job->why);

    if (err == LOYD_OK && now.versions != job->channel.versions)
        err = why_set(job->why, LOYD_E_BUSY,
                      "channel %s: its schedule was changed meanwhile: try "
                      "again",
                      now.name);
    for (size_t i = 0; err == LOYD_OK && i < job->fresh.n; i++)
        err = promise_put(job->store, job->channel.name, &job->fresh.at[i],
                          job->why);
    if (err != LOYD_OK)
        return err;
    return site_put(job->store, job->channel.name,
                    &job->site->options.settings, job->why);
}

/*
 * Site and catalogue together: rows say what was published, so they come with
 * the files or not at all. Should the process be killed between the two, the
 * seal in the site's marker is good for its commitments.
 */
static loyd_err
commit(struct publishing *job)
{
    loyd_err err;

    if (is_known(job))
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
    const struct marker *old = &job->site->marker;
    uint8_t form[LOYD_HASH_BYTES] = {0};
    loyd_err err;

    err = loyd_channel_get(job->store, job->site->channel, &job->channel,
                           job->why);
    if (err != LOYD_OK ||
        (err = loyd_channel_secret_check(&job->channel, job->secret,
                                         job->why)) != LOYD_OK ||
        (err = loyd_site_settings_get(job->store, job->channel.name,
                                      &job->kept, &job->is_kept,
                                      job->why)) != LOYD_OK ||
        (err = make_range(job)) != LOYD_OK ||
        (err = gather_promises(job)) != LOYD_OK)
        return err;
    if (old->has_days)
        make_form(job, &old->last, form);
    job->staging.is_same_form = memcmp(old->form, form, sizeof(form)) == 0;
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
    result->promises = (uint32_t)job->ahead.n;
    for (size_t i = 0; i < job->promises.n; i++)
        result->broken +=
            job->promises.at[i].is_broken &&
            loyd_date_days(&job->promises.at[i].date) >= today;
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
    job->staging.promises = &job->promises;
    job->staging.why = why;
    job->staging.listener = listener;
    job->staging.imprint.channel = site->channel;
    job->staging.imprint.title = site->title;
    job->staging.imprint.base_url = site->options.settings.base_url;
    job->staging.imprint.utc_minutes = site->options.settings.utc_minutes;
    site->folder.why = why;
    err = run(job, &ledger);
    site->folder.why = NULL;
    if (err == LOYD_OK && result != NULL)
        fill_result(job, &ledger, result);
    staging_free(&job->staging);
    promises_free(&job->promises);
    promises_free(&job->ahead);
    promises_free(&job->fresh);
    free(job);
    return err;
}
