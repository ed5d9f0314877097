/* SPDX-License-Identifier: MIT */
/* `loyd publish`: a channel as a folder for any static host. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/entry.h"
#include "cli/hex.h"
#include "cli/json.h"
#include "cli/message.h"
#include "cli/out.h"
#include "cli/secret.h"
#include "cli/site.h"
#include "cli/solving.h"
#include "cli/today.h"

static const struct option_row option_out = {
    .name = "out",
    .letter = 'o',
    .value = "DIR",
    .read = read_text,
    .at = OPTION_AT(out),
    .help = "the folder of the site: a new or empty one, or the one of last "
            "time",
};
static const struct option_row option_first = {
    .name = "from",
    .value = "DATE",
    .read = read_text,
    .at = OPTION_AT(first_date),
    .help = "the site begins there, not with the channel; of days that it "
            "has, the files are made anew from there on",
};
static const struct option_row option_last = {
    .name = "to",
    .value = "DATE",
    .read = read_text,
    .at = OPTION_AT(last_date),
    .help = "up to this day, not today",
};
static const struct option_row option_title = {
    .name = "title",
    .value = "TEXT",
    .read = read_text,
    .at = OPTION_AT(title),
    .help = "what the pages and the feed are called; '' for the default",
};
static const struct option_row option_base_url = {
    .name = "base-url",
    .value = "URL",
    .read = read_text,
    .at = OPTION_AT(base_url),
    .help = "where the folder will be seen, https://HOST/PATH/; the feed then "
            "has whole addresses, as some readers want them; '' for none",
};
static const struct option_row option_solutions = {
    .name = "solution",
    .value = "WHEN",
    .read = read_word,
    .at = OPTION_AT(solutions),
    .words = site_solution_words,
    .low = 1,
    .help = "when solutions are shown: past, once the day is over (default); "
            "today, with it; never",
};
static const struct option_row option_ahead = {
    .name = "ahead",
    .value = "DAYS",
    .read = read_number,
    .at = OPTION_AT(ahead),
    .low = 1,
    .high = LOYD_AHEAD_MAX,
    .help = "a channel with a secret commits to so many days to come "
            "(default: 30)",
};

static const struct option_row option_future = {
    .name = "future",
    .read = read_switch,
    .at = OPTION_AT(future),
    .help = "publish although --today is later than the clock's date",
};

option_table publish_options = {
    &option_db,        &option_out,
    &option_channel,   &option_channel_secret,
    &option_first,     &option_last,
    &option_today,     &option_future,
    &option_tz,        &option_title,
    &option_base_url,  &option_ahead,
    &option_solutions, &option_threads,
    &option_json,      NULL,
};

static int
read_date(const char *text, bool *is_given, loyd_date *date)
{
    *is_given = text != NULL;
    return text != NULL ? date_read("publish", text, date) : EXIT_DONE;
}

/* What needs no catalogue. */
static int
options_of(const struct run *run, loyd_site_options *options)
{
    const struct args *args = &run->args;
    int code;

    memset(options, 0, sizeof(*options));
    if (run->db == NULL)
        return catalogue_missing(run, false);
    if (args->out == NULL || args->out[0] == '\0') {
        message("publish", "no folder: expected --out DIR");
        return EXIT_COMMAND;
    }
    options->dir = args->out;
    options->channel = args->channel != NULL ? args->channel : "daily";
    if (args->today != NULL &&
        (code = date_read("--today", args->today, &options->today)) !=
            EXIT_DONE)
        return code;
    if ((code = read_date(args->first_date, &options->has_from,
                          &options->from)) != EXIT_DONE)
        return code;
    return read_date(args->last_date, &options->has_to, &options->to);
}

/*
 * The catalogue where there is one; only the built-in channel needs none yet.
 * Then, before anything is written: is that the channel's secret?
 */
static int
open_store(struct run *run, const loyd_site_options *options,
           const uint8_t *secret)
{
    bool is_builtin = strcmp(options->channel, "daily") == 0;
    loyd_channel channel;
    loyd_why why = {""};
    loyd_err err = catalogue_try(run, LOYD_STORE_WRITE, &why);

    if (err != LOYD_OK && !(is_builtin && catalogue_is_to_come(run->db, err)))
        return complain(run->db, err, &why);
    err = loyd_channel_get(run->store, options->channel, &channel, &why);
    if (err == LOYD_E_NOT_FOUND) {
        complain("publish", err, &why);
        return EXIT_NO;
    }
    if (err == LOYD_OK)
        err = loyd_channel_secret_check(&channel, secret, &why);
    return err == LOYD_OK ? EXIT_DONE : complain("publish", err, &why);
}

static void
print_json(const loyd_site_result *result, const char *first, const char *last,
           const char *head)
{
    struct json json = {false};

    jw_begin(&json);
    if (result->days > 0) {
        jw_text(&json, "first", first);
        jw_text(&json, "last", last);
    }
    jw_number(&json, "days", result->days);
    jw_number(&json, "added", result->added);
    jw_number(&json, "files", result->files);
    if (result->days > 0)
        jw_text(&json, "head", head);
    if (result->promises > 0)
        jw_number(&json, "commitments", result->promises);
    if (result->broken > 0)
        jw_number(&json, "broken", result->broken);
    jw_end(&json);
}

static void
print_result(const struct run *run, const loyd_site_result *result)
{
    char first[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT], head[HEX_TEXT];

    hex_print(result->head, head);
    loyd_date_print(&result->first, first);
    loyd_date_print(&result->last, last);
    if (run->args.json) {
        print_json(result, first, last, head);
        return;
    }
    if (result->days > 0) {
        print_count(result->days, "day");
        printf(", %s to %s; ", first, last);
    } else {
        print_count(result->promises, "commitment");
        printf(", before the first day, %s; ", first);
    }
    print_count(result->files, "file");
    fputs(" written in ", stdout);
    print_escaped(run->args.out);
    putchar('\n');
    if (result->days > 0)
        printf("head %s\n", head);
}

/* Broken promises are told in every run until their days are over. */
static int
print_broken(const struct run *run, const loyd_site_options *options)
{
    char first[LOYD_DATE_TEXT], last[LOYD_DATE_TEXT];
    struct site_broken broken;
    int code = site_broken(run, options->channel, &options->today, &broken);

    if (code != EXIT_DONE || broken.n == 0 || run->args.json)
        return code;
    loyd_date_print(&broken.first, first);
    loyd_date_print(&broken.last, last);
    printf("%" PRIu32 " published commitments broken, %s to %s\n", broken.n,
           first, last);
    return EXIT_DONE;
}

static int
publish(struct run *run, const loyd_site_options *options, loyd_site *site,
        const uint8_t *secret)
{
    loyd_solver *solver = NULL;
    loyd_site_result result = {0};
    loyd_why why = {""};
    loyd_err err;
    int code = solving_start(run, progress_quiet, &solver);

    if (code != EXIT_DONE)
        return code;
    err = loyd_site_publish(site, run->store, solver, secret, progress_show,
                            NULL, &result, &why);
    progress_clear();
    if (err != LOYD_OK) {
        code = job_failed(job_place_by(run, err, &why), err, &why);
    } else {
        print_result(run, &result);
        code = print_broken(run, options);
    }
    loyd_solver_free(&solver);
    return code;
}

int
cmd_publish(struct run *run)
{
    uint8_t secret[LOYD_SECRET_BYTES] = {0};
    bool has_secret = run->args.secret != NULL;
    loyd_site_options options;
    struct site_kept kept;
    loyd_site *site = NULL;
    loyd_why why = {""};
    loyd_err err;
    int code = options_of(run, &options);

    if (code == EXIT_DONE && has_secret)
        code = secret_read(run->args.secret, secret);
    if (code != EXIT_DONE)
        return code;
    if ((code = open_store(run, &options, has_secret ? secret : NULL)) !=
            EXIT_DONE ||
        (code = site_options(run, &options, &kept)) != EXIT_DONE ||
        (code = site_check_secret(run)) != EXIT_DONE)
        goto done;
    /* A folder that is not ours is told before a catalogue is made, or a day
     * decided. */
    if ((err = loyd_site_open(&options, &site, &why)) != LOYD_OK)
        code = complain("publish", err, &why);
    if (code == EXIT_DONE && run->store == NULL)
        code = catalogue_open(run, LOYD_STORE_CREATE);
    if (code == EXIT_DONE)
        code = publish(run, &options, site, has_secret ? secret : NULL);
    if (code == EXIT_DONE)
        code = site_tell_changes(run, options.channel, &kept);
done:
    loyd_site_close(&site);
    secret_wipe(secret);
    return code;
}
