/* SPDX-License-Identifier: MIT */
/* Owns which options a site is published with. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/site.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/entry.h"
#include "cli/message.h"
#include "cli/today.h"

const char *const site_solution_words[] = {"past", "never", "today", NULL};

/* --- options --- */

static int
take_text(const char *option, const char *text, char *out, size_t room)
{
    if (text == NULL)
        return EXIT_DONE;
    if (strlen(text) >= room) {
        message(option, "%zu bytes: expected at most %zu", strlen(text),
                room - 1);
        return EXIT_COMMAND;
    }
    memcpy(out, text, strlen(text) + 1);
    return EXIT_DONE;
}

/* A zone's own time is worked out once: a clock on another machine, or a new
 * rule for it, changes no page. */
static int
find_today(const struct run *run, loyd_site_options *options)
{
    loyd_site_settings *settings = &options->settings;
    char stands[LOYD_DATE_TEXT], clock[LOYD_DATE_TEXT];
    const char *zone = run->args.tz;
    struct today today;
    int code = today_in(run, zone != NULL ? zone : settings->zone, &today);

    if (code != EXIT_DONE)
        return code;
    if (zone != NULL && strcmp(zone, settings->zone) != 0) {
        code = take_text("--tz", zone, settings->zone, sizeof(settings->zone));
        settings->utc_minutes = today_utc_minutes(zone);
    }
    if (run->args.today == NULL)
        options->today = today.date;
    if (code != EXIT_DONE || run->args.future ||
        loyd_date_days(&options->today) <= loyd_date_days(&today.date))
        return code;
    loyd_date_print(&options->today, stands);
    loyd_date_print(&today.date, clock);
    message("--today",
            "%s is still to come (it is %s, %s): try --future to publish it",
            stands, clock, today.zone);
    return EXIT_COMMAND;
}

int
site_options(const struct run *run, loyd_site_options *options,
             struct site_kept *kept)
{
    const struct args *args = &run->args;
    loyd_site_settings *settings = &options->settings;
    loyd_why why = {""};
    loyd_err err = loyd_site_settings_get(
        run->store, options->channel, &kept->settings, &kept->is_kept, &why);
    int code;

    if (err != LOYD_OK)
        return complain(job_place(run, err), err, &why);
    *settings = kept->settings;
    if ((code = take_text("--title", args->title, settings->title,
                          sizeof(settings->title))) != EXIT_DONE ||
        (code = take_text("--base-url", args->base_url, settings->base_url,
                          LOYD_SITE_TEXT_MAX + 1)) != EXIT_DONE)
        return code;
    options->has_solutions = args->solutions > 0;
    if (options->has_solutions)
        settings->solutions = (loyd_solutions)(args->solutions - 1);
    if (args->ahead > 0)
        settings->ahead = (uint32_t)args->ahead;
    return find_today(run, options);
}

/* --- the secret --- */

static bool
is_below(const char *dir, const char *path)
{
    size_t len = strlen(dir);

    return strncmp(dir, path, len) == 0 &&
           (path[len] == '/' || (len > 0 && dir[len - 1] == '/'));
}

/* Does a file, or the link that leads to it, stand in the folder? */
static bool
is_inside(const char *dir, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *whole = realpath(dir, NULL), *file = NULL, *beside = NULL;
    char *parent = slash != NULL ? strndup(path, (size_t)(slash - path) + 1)
                                 : strdup(".");
    bool is = false;

    if (whole != NULL && parent != NULL) {
        file = realpath(path, NULL);
        beside = realpath(parent, NULL);
        is = (file != NULL && is_below(whole, file)) ||
             (beside != NULL &&
              (strcmp(whole, beside) == 0 || is_below(whole, beside)));
    }
    free(whole);
    free(file);
    free(beside);
    free(parent);
    return is;
}

int
site_check_secret(const struct run *run)
{
    char dir[QUOTED_BYTES];

    if (run->args.secret == NULL ||
        !is_inside(run->args.out, run->args.secret))
        return EXIT_DONE;
    message(run->args.secret,
            "inside the site's folder %s, and so published with it: move it "
            "elsewhere",
            quoted(run->args.out, dir));
    return EXIT_BAD;
}

/* --- what is kept --- */

static void
print_text(const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    printf("  %-9s", name);
    print_escaped(text);
    putchar('\n');
}

int
site_print(const struct run *run, const char *channel, struct json *json)
{
    loyd_site_settings s;
    bool is_kept;
    loyd_why why = {""};
    loyd_err err =
        loyd_site_settings_get(run->store, channel, &s, &is_kept, &why);

    if (err != LOYD_OK)
        return complain(job_place(run, err), err, &why);
    if (!is_kept)
        return EXIT_DONE;
    if (json == NULL) {
        print_text("title", s.title);
        print_text("base-url", s.base_url);
        print_text("tz", s.zone);
        printf("  %-9s%s\n  %-9s%" PRIu32 "\n", "solution",
               site_solution_words[s.solutions], "ahead", s.ahead);
        return EXIT_DONE;
    }
    if (s.title[0] != '\0')
        jw_text(json, "title", s.title);
    if (s.base_url[0] != '\0')
        jw_text(json, "base_url", s.base_url);
    jw_text(json, "tz", s.zone);
    jw_text(json, "solution", site_solution_words[s.solutions]);
    jw_number(json, "ahead", s.ahead);
    return EXIT_DONE;
}

static void
tell_text(const char *channel, const char *option, const char *was,
          const char *is)
{
    char old[QUOTED_BYTES], now[QUOTED_BYTES];

    if (strcmp(was, is) != 0)
        message(channel, "--%s is now '%s', not '%s', and stays so", option,
                quoted(is, now), quoted(was, old));
}

int
site_tell_changes(const struct run *run, const char *channel,
                  const struct site_kept *before)
{
    const loyd_site_settings *was = &before->settings;
    loyd_site_settings is;
    bool is_kept;
    char old[16], now[16];
    loyd_why why = {""};
    loyd_err err =
        loyd_site_settings_get(run->store, channel, &is, &is_kept, &why);

    if (err != LOYD_OK)
        return complain(job_place(run, err), err, &why);
    if (!before->is_kept)
        return EXIT_DONE;
    tell_text(channel, "title", was->title, is.title);
    tell_text(channel, "base-url", was->base_url, is.base_url);
    tell_text(channel, "tz", was->zone, is.zone);
    tell_text(channel, "solution", site_solution_words[was->solutions],
              site_solution_words[is.solutions]);
    snprintf(old, sizeof(old), "%" PRIu32, was->ahead);
    snprintf(now, sizeof(now), "%" PRIu32, is.ahead);
    tell_text(channel, "ahead", old, now);
    return EXIT_DONE;
}

/* --- promises --- */

struct search {
    const loyd_date *from;
    struct site_broken *broken;
};

/* A loyd_promise_fn. */
static bool
count(void *context, const loyd_promise *promise)
{
    const struct search *search = context;
    struct site_broken *broken = search->broken;

    if (!promise->is_broken ||
        loyd_date_days(&promise->date) < loyd_date_days(search->from))
        return true;
    if (broken->n++ == 0)
        broken->first = promise->date;
    broken->last = promise->date;
    return true;
}

int
site_broken(const struct run *run, const char *channel, const loyd_date *from,
            struct site_broken *broken)
{
    struct search search = {from, broken};
    loyd_channel found;
    loyd_why why = {""};
    loyd_err err = loyd_channel_get(run->store, channel, &found, &why);

    memset(broken, 0, sizeof(*broken));
    if (err == LOYD_OK)
        err = loyd_channel_promises(run->store, &found, count, &search, &why);
    return err == LOYD_OK ? EXIT_DONE
                          : complain(job_place(run, err), err, &why);
}
