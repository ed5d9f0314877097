/* SPDX-License-Identifier: MIT */
/* The options of a channel's site that the catalogue keeps. */
#include <string.h>

#include "base/utf8.h"
#include "base/why.h"
#include "daily/channel.h"

#define PLAIN                                                                 \
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."

/* Characters that RFC 3986 does not allow must be percent-encoded. */
static bool
is_address(const char *url)
{
    const char *host = strncmp(url, "https://", 8) == 0  ? url + 8
                       : strncmp(url, "http://", 7) == 0 ? url + 7
                                                         : "";

    return host[0] != '\0' && host[0] != '/' &&
           host[strspn(host, PLAIN "_~:/[]@!$&'()*+,;=%")] == '\0';
}

/* Also makes the address end with '/'. */
static loyd_err
check_address(char url[LOYD_SITE_TEXT_MAX + 2], loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];
    size_t len = strlen(url);

    if (len == 0)
        return LOYD_OK;
    if (url[len - 1] == '/')
        len--;
    if (len > LOYD_SITE_TEXT_MAX || !is_address(url))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid address '%s': expected https://HOST/PATH/",
                       why_quote(url, strlen(url), shown));
    memcpy(url + len, "/", 2);
    return LOYD_OK;
}

/* Pages name the host in their policy, so it has plain characters only. */
static loyd_err
check_results(const char *url, loyd_why *why)
{
    char shown[WHY_QUOTE_BYTES];
    size_t host =
        strncmp(url, "https://", 8) == 0 ? strspn(url + 8, PLAIN ":") : 0;

    if (url[0] == '\0' || (host > 0 && is_address(url) &&
                           (url[8 + host] == '\0' || url[8 + host] == '/')))
        return LOYD_OK;
    return why_set(why, LOYD_E_SYNTAX,
                   "invalid address '%s': expected https://HOST/PATH",
                   why_quote(url, strlen(url), shown));
}

loyd_err
site_settings_check(loyd_site_settings *settings, loyd_why *why)
{
    loyd_err err;

    WHY_GIVEN(why);
    if (settings->solutions >= LOYD_SOLUTIONS_COUNT_ ||
        settings->hints >= LOYD_HINTS_COUNT_)
        return why_set(why, LOYD_E_RANGE,
                       "invalid setting of solutions or hints");
    if (settings->zone[0] == '\0')
        return why_set(why, LOYD_E_RANGE, "invalid time zone");
    if (settings->language[0] == '\0')
        memcpy(settings->language, "en", sizeof("en"));
    if (strlen(settings->language) < 2)
        return why_set(why, LOYD_E_RANGE, "invalid language");
    if ((err = utf8_check(settings->zone, strlen(settings->zone), why)) !=
            LOYD_OK ||
        (err = utf8_check_name(settings->title, strlen(settings->title),
                               why)) != LOYD_OK)
        return err;
    err = check_address(settings->base_url, why);
    return err == LOYD_OK ? check_results(settings->results, why) : err;
}

loyd_err
loyd_site_settings_get(loyd_store *store, const char *channel,
                       loyd_site_settings *settings, bool *is_kept,
                       loyd_why *why)
{
    loyd_site_settings read = {.solutions = LOYD_SOLUTIONS_PAST,
                               .zone = "UTC",
                               .language = "en",
                               .is_offline = true};
    bool found = false;
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    if (store != NULL)
        err = site_get(store, channel, &read, &found, why);
    if (err != LOYD_OK)
        return err;
    *settings = read;
    *is_kept = found;
    return LOYD_OK;
}
