/* SPDX-License-Identifier: MIT */
/* Opens sites: checks the options, and that the folder belongs to the site. */
#include "site/site.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/why.h"
#include "core/date.h"
#include "daily/channel.h"
#include "site/given.h"

/*
 * Without a package in the options, the one of the site stays in use if it is
 * of this release: a site does not lose it when it is published from a machine
 * that has none. A theme stays until another one is given.
 */
static loyd_err
keep_files(loyd_site *site, loyd_why *why)
{
    const loyd_site_options *options = &site->options;
    loyd_err err = LOYD_OK;
    int fd;

    if (site->marker.first[0] == '\0')
        return LOYD_OK;
    fd = openat(site->folder.fd[SITE_SHARED], site->marker.release,
                O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (fd == -1)
        return LOYD_OK;
    if (!site->package.is_there) {
        err = package_read(&site->package, fd, options->dir, why);
        if (err != LOYD_E_NOT_FOUND)
            site->has_package = err == LOYD_OK ? LOYD_SITE_PACKAGE_KEPT
                                               : LOYD_SITE_PACKAGE_OLD;
        if (err == LOYD_E_NOT_FOUND || err == LOYD_E_FOREIGN)
            err = LOYD_OK;
    }
    if (err == LOYD_OK && options->theme == NULL)
        err = theme_read(&site->theme, fd, options->dir, why);
    close(fd);
    return err;
}

static loyd_err
take_package(loyd_site *site, const char *dir, loyd_why *why)
{
    loyd_err err =
        dir != NULL ? package_open(&site->package, dir, &site->package_why)
                    : LOYD_OK;

    if (site->package.is_there)
        site->has_package = LOYD_SITE_PACKAGE_GIVEN;
    if (err == LOYD_OK || err == LOYD_E_FOREIGN || err == LOYD_E_NOT_FOUND)
        return LOYD_OK;
    *why = site->package_why;
    return err;
}

static loyd_err
check_options(loyd_site *site, loyd_why *why)
{
    const loyd_site_options *options = &site->options;
    loyd_site_settings *settings = &site->options.settings;
    char quote[WHY_QUOTE_BYTES];
    loyd_err err;

    if ((err = channel_name_check(options->channel, why)) != LOYD_OK ||
        (err = site_settings_check(settings, why)) != LOYD_OK)
        return err;
    site->language = language_find(settings->language);
    if (site->language == NULL)
        return why_set(
            why, LOYD_E_RANGE, "unknown language '%s': expected en or de",
            why_quote(settings->language, strlen(settings->language), quote));
    return date_check(&options->today, why);
}

/* A site that was given no title is called after its channel. */
static void
make_title(loyd_site *site)
{
    const char *given = site->options.settings.title;
    const char *channel = site->options.channel;
    bool is_daily = strcmp(channel, "daily") == 0;

    if (given[0] != '\0')
        snprintf(site->title, sizeof(site->title), "%s", given);
    else
        snprintf(site->title, sizeof(site->title), "%s%s%s",
                 sentence(site->language, "default-title"),
                 is_daily ? "" : ": ", is_daily ? "" : channel);
}

static loyd_err
check_marker(const loyd_site *site, loyd_why *why)
{
    const struct marker *marker = &site->marker;
    const loyd_site_options *options = &site->options;
    char today[LOYD_DATE_TEXT], dir[WHY_QUOTE_BYTES];

    why_quote(options->dir, strlen(options->dir), dir);
    if (strcmp(marker->channel, options->channel) != 0)
        return why_set(why, LOYD_E_FOREIGN,
                       "%s: a site of channel %s: expected one of channel %s",
                       dir, marker->channel, options->channel);
    loyd_date_print(&options->today, today);
    if (strcmp(today, marker->today) >= 0)
        return LOYD_OK;
    return why_set(why, LOYD_E_DATE,
                   "%s: the site was published on %s, and today is %s: "
                   "published days cannot be removed: try a new folder",
                   dir, marker->today, today);
}

static loyd_err
read_marker(loyd_site *site, struct text *text, loyd_why *why)
{
    char dir[WHY_QUOTE_BYTES];
    loyd_err err = given_read(site->folder.fd[SITE_ROOT], site->options.dir,
                              MARKER_NAME, 1, text, why);

    if (err != LOYD_OK)
        return err;
    err = marker_parse(text, &site->marker, why);
    if (err != LOYD_OK)
        return why_prefix(
            why, err, "%s: ",
            why_quote(site->options.dir, strlen(site->options.dir), dir));
    return check_marker(site, why);
}

loyd_err
loyd_site_open(const loyd_site_options *options, loyd_site **out,
               loyd_why *why)
{
    loyd_site *site = calloc(1, sizeof(*site));
    struct marker claim = {.channel = ""};
    char begun[MARKER_BYTES];
    struct text text = {0}, to = text_in(begun, sizeof(begun));
    loyd_err err;

    WHY_GIVEN(why);
    *out = NULL;
    if (site == NULL)
        return LOYD_E_NOMEM;
    if (options == NULL || options->dir == NULL || options->channel == NULL) {
        err =
            why_set(why, LOYD_E_RANGE, "a site needs a folder and a channel");
        goto fail;
    }
    site->options = *options;
    if ((err = check_options(site, why)) != LOYD_OK ||
        (err = take_package(site, options->web, why)) != LOYD_OK ||
        (options->theme != NULL && options->theme[0] != '\0' &&
         (err = theme_open(&site->theme, options->theme, why)) != LOYD_OK))
        goto fail;
    snprintf(claim.channel, sizeof(claim.channel), "%s", options->channel);
    marker_print(&claim, &to);
    if ((err = site_folder_open(&site->folder, options->dir, begun, why)) !=
            LOYD_OK ||
        (err = read_marker(site, &text, why)) != LOYD_OK ||
        (err = keep_files(site, why)) != LOYD_OK)
        goto fail;
    if (site->theme.passage != NULL)
        site->language = &site->theme.sentences;
    make_title(site);
    site->folder.why = NULL;
    text_free(&text);
    *out = site;
    return LOYD_OK;
fail:
    text_free(&text);
    loyd_site_close(&site);
    return err;
}

void
loyd_site_close(loyd_site **site)
{
    if (site == NULL || *site == NULL)
        return;
    site_folder_close(&(*site)->folder);
    package_free(&(*site)->package);
    theme_free(&(*site)->theme);
    free(*site);
    *site = NULL;
}
