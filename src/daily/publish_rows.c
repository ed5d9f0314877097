/* SPDX-License-Identifier: MIT */
/* Owns what a publishing keeps in the catalogue: promises and settings. */
#include <string.h>

#include "base/why.h"
#include "core/crypto.h"
#include "daily/publish.h"
#include "store/days.h"

void
publish_ahead(const struct publishing *job, int32_t *first, int32_t *last)
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

    publish_ahead(job, &first, &last);
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

loyd_err
publish_promises(struct publishing *job)
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

void
publish_form(const struct publishing *job, const loyd_date *last,
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
 * The catalogue keeps nothing where it is a new one, or where loyd 0.1.0
 * published the site. A forgotten option would then show all solutions.
 */
loyd_err
publish_check_settings(const struct publishing *job)
{
    const loyd_site *site = job->site;
    uint8_t form[LOYD_HASH_BYTES];
    char dir[WHY_QUOTE_BYTES];
    struct crypto_hash hash;

    if (job->is_kept || site->options.has_solutions ||
        !site->marker.has_days || job->days.is_same_form)
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

bool
publish_is_known(const struct publishing *job)
{
    return job->fresh.n == 0 && job->is_kept &&
           site_same(&job->kept, &job->site->options.settings);
}

loyd_err
publish_rows(struct publishing *job)
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
