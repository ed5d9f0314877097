/* SPDX-License-Identifier: MIT */
/*
 * The sequence of a publication: check, decide, stage, and only then make
 * visible; and the settings that it stores.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
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
    const loyd_listener *listener;
    loyd_why *why;
    loyd_channel channel;
    loyd_site_settings kept;
    bool is_kept;
    loyd_date shown; /* the last day that the site has, if it has days */
    loyd_date last;  /* that it will show, from the channel's start */
    struct pages pages;
    struct marker next;
    bool is_same_form; /* all pages have the same form as last time, */
    bool is_same_release; /* and are of the same release */
    unsigned withdrawn; /* files of themes */
};

/* Determines the days that the site will show. */
static loyd_err
make_range(struct publishing *job)
{
    const struct marker *old = &job->site->marker;
    struct marker *next = &job->next;
    loyd_date end;
    bool has_end;
    loyd_err err = loyd_channel_end(job->store, &job->channel, &has_end, &end,
                                    job->why);

    if (err != LOYD_OK)
        return err;
    if (old->first[0] != '\0' &&
        (err = loyd_date_parse(old->last, strlen(old->last), &job->shown,
                               job->why)) != LOYD_OK)
        return err;
    job->last = job->site->options.today;
    loyd_date_print(&job->last, next->today);
    loyd_date_print(&job->channel.start, next->first);
    if (has_end && date_days(&end) < date_days(&job->last))
        job->last = end;
    loyd_date_print(&job->last, next->last);
    if (strcmp(old->last, next->last) > 0) {
        job->last = job->shown;
        memcpy(next->last, old->last, sizeof(next->last));
    }
    return LOYD_OK;
}

/* --- what the queries are given --- */

static loyd_err
give(struct publishing *job)
{
    const loyd_site_options *options = &job->site->options;
    const loyd_site_settings *settings = &options->settings;
    const struct marker *old = &job->site->marker, *next = &job->next;

    return pages_give(
        &job->pages,
        (const struct constant[]){
            {"channel", options->channel, 0},
            {"title", job->site->title, 0},
            {"base_url", settings->base_url, 0},
            {"results", settings->results, 0},
            {"zone", settings->zone, 0},
            {"language", settings->language, 0},
            {"solutions", solution_names[settings->solutions], 0},
            {"hints", hint_names[settings->hints], 0},
            {"is_offline", NULL, settings->is_offline},
            {"has_core", NULL, job->site->package.is_there},
            {"release", next->release, 0},
            {"today", next->today, 0},
            {"first", next->first, 0},
            {"last", next->last, 0},
            {"is_whole", NULL,
             !job->is_same_form || !job->is_same_release},
            {"old_last", old->last, 0},
            {"old_head", old->head, 0},
            {NULL, NULL, 0}});
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
        site->marker.first[0] == '\0' || job->is_same_form)
        return LOYD_OK;
    return why_set(job->why, LOYD_E_FOREIGN,
                   "%s: the catalogue does not have the options that this "
                   "site was published with: give them again, including "
                   "--solution",
                   why_quote(site->options.dir, strlen(site->options.dir),
                             dir));
}

/* --- days --- */

/* Upper bounds in bytes for the files of most days, for their lines in the
 * indexes, and for what does not depend on them. */
#define DAY_ROOM (72u << 10)
#define LINE_ROOM 1024u
#define SITE_ROOM (128u << 10)

/*
 * If days have to be decided, checks that there is room for their files. Rows
 * of a ledger are never removed, so it should not get days that the site
 * cannot show.
 */
static loyd_err
check_room(struct publishing *job)
{
    const struct marker *old = &job->site->marker;
    int32_t last = date_days(&job->last);
    int32_t days = last - date_days(&job->channel.start) + 1, fresh = days;

    if ((job->channel.rows > 0 && date_days(&job->channel.last) >= last) ||
        days < 1)
        return LOYD_OK;
    if (old->first[0] != '\0')
        fresh = last - date_days(&job->shown) + 1;
    return site_folder_has_room(
        &job->site->folder, SITE_ROOM + pages_shared_bytes(job->site) +
                                (uint64_t)fresh * DAY_ROOM +
                                (uint64_t)days * LINE_ROOM);
}

/* Decides the days, and checks the ledger from its first row. */
static loyd_err
decide(struct publishing *job, loyd_ledger_result *ledger)
{
    loyd_err err;

    if ((err = check_room(job)) != LOYD_OK)
        return err;
    err = loyd_ledger_extend(job->store, job->solver, job->channel.name,
                             job->secret, &job->last, job->listener, ledger,
                             job->why);
    return err == LOYD_OK ? ledger_check(job->store, job->channel.name, NULL,
                                         &job->last, job->why)
                          : err;
}

/* Reads the days, and whether pages have the same form as last time. */
static loyd_err
read_days(struct publishing *job)
{
    struct pages *pages = &job->pages;
    const struct marker *old = &job->site->marker;
    struct marker *next = &job->next;
    const char *text;
    struct crypto_hash hash;
    uint8_t form[CRYPTO_HASH_BYTES];
    loyd_err err;

    if ((err = give(job)) != LOYD_OK ||
        (err = pages_read_days(pages)) != LOYD_OK)
        return err;
    text = pages_value(pages, "get_fault");
    if (text[0] != '\0')
        return why_set(job->why, LOYD_E_CORRUPT, "%s", text);
    snprintf(next->head, sizeof(next->head), "%s",
             pages_value(pages, "get_head"));
    text = pages_value(pages, "get_form");
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, text, strlen(text));
    crypto_hash_end(&hash, form);
    bytes_hex(form, LOYD_HASH_BYTES, next->form);
    job->is_same_form = strcmp(next->form, old->form) == 0;
    job->is_same_release = strcmp(next->release, old->release) == 0;
    return pages->renderer.err;
}

/* --- the publication --- */

static loyd_err
stage_marker(struct publishing *job)
{
    char marker[MARKER_BYTES];
    struct text text = text_in(marker, sizeof(marker));

    memcpy(job->next.channel, job->channel.name, sizeof(job->next.channel));
    marker_print(&job->next, &text);
    return site_folder_stage(&job->site->folder, RANK_MARKER, MARKER_NAME,
                             &text);
}

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
    bool is_stored = false;
    loyd_err err =
        site_has(job->store, job->channel.name, &job->site->options.settings,
                 &is_stored, job->why);

    if (err == LOYD_OK && is_stored)
        return site_folder_commit(&job->site->folder);
    if (err == LOYD_OK)
        err = loyd_store_begin(job->store, job->why);
    if (err != LOYD_OK)
        return err;
    if ((err = store_settings(job)) == LOYD_OK)
        err = site_folder_commit(&job->site->folder);
    return store_end(job->store, err, job->why);
}

struct sweep {
    struct publishing *job;
    int shared; /* the folder of all releases */
};

/* A file_name_fn. */
static bool
sweep_release(void *context, const char *name)
{
    struct sweep *sweep = context;
    int fd = openat(sweep->shared, name,
                    O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

    if (fd == -1)
        return true;
    sweep->job->withdrawn += theme_sweep(&sweep->job->site->theme, fd);
    close(fd);
    return true;
}

static loyd_err
run(struct publishing *job, loyd_ledger_result *ledger)
{
    loyd_site *site = job->site;
    struct sweep sweep = {job, site->folder.fd[SITE_SHARED]};
    loyd_err err;

    err = loyd_channel_get(job->store, site->options.channel, &job->channel,
                           job->why);
    if (err != LOYD_OK ||
        (err = loyd_channel_secret_check(&job->channel, job->secret,
                                         job->why)) != LOYD_OK ||
        (err = loyd_site_settings_get(job->store, job->channel.name,
                                      &job->kept, &job->is_kept, job->why)) !=
            LOYD_OK ||
        (err = make_range(job)) != LOYD_OK)
        return err;
    if ((err = decide(job, ledger)) != LOYD_OK ||
        (err = pages_open(&job->pages, job->next.release)) != LOYD_OK ||
        (err = read_days(job)) != LOYD_OK ||
        (err = check_settings(job)) != LOYD_OK ||
        (err = give(job)) != LOYD_OK ||
        (err = site_folder_open_release(&site->folder, job->next.release)) !=
            LOYD_OK ||
        (err = pages_stage(&job->pages)) != LOYD_OK ||
        (err = stage_marker(job)) != LOYD_OK)
        return err;
    pages_close(&job->pages);
    if ((err = commit(job)) == LOYD_OK)
        (void)file_names(site->folder.fd[SITE_SHARED], sweep_release, &sweep);
    return err;
}

static void
fill_result(const struct publishing *job, const loyd_ledger_result *ledger,
            loyd_site_result *result)
{
    const loyd_site *site = job->site;

    memset(result, 0, sizeof(*result));
    result->first = job->channel.start;
    result->last = job->last;
    result->days = (uint32_t)(date_days(&job->last) -
                              date_days(&job->channel.start) + 1);
    result->added = ledger->added;
    result->files = site->folder.n_staged;
    result->is_upgraded =
        job->is_same_form && !job->is_same_release &&
        job->kept.is_offline == site->options.settings.is_offline;
    result->package = site->has_package;
    result->package_why = site->package_why;
    result->withdrawn = job->withdrawn;
    bytes_unhex(job->next.head, strlen(job->next.head), result->head,
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
    *job = (struct publishing){
        .site = site,
        .store = store,
        .solver = solver,
        .secret = secret,
        .listener = listener,
        .why = why,
        .pages = {.site = site,
                  .store = store,
                  .listener = listener,
                  .why = why},
    };
    site->folder.why = why;
    err = run(job, &ledger);
    pages_close(&job->pages);
    site->folder.why = NULL;
    if (err == LOYD_OK && result != NULL)
        fill_result(job, &ledger, result);
    free(job);
    return err;
}
