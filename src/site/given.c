/* SPDX-License-Identifier: MIT */
/* Files that a publisher gives with options; the catalogue keeps them. */
#include "base/why.h"
#include "site/site.h"
#include "store/days.h"

loyd_err
given_check(const loyd_site_options *options, loyd_why *why)
{
    for (int file = 0; file < LOYD_SITE_FILE_COUNT_; file++)
        if (options->files[file].len > LOYD_SITE_FILE_MAX)
            return why_set(why, LOYD_E_RANGE,
                           "a file of %zu bytes: expected at most %d",
                           options->files[file].len, LOYD_SITE_FILE_MAX);
    return LOYD_OK;
}

loyd_err
given_take(loyd_site *site, loyd_store *store, loyd_why *why)
{
    loyd_site_options *options = &site->options;
    loyd_err err = LOYD_OK;

    for (int file = 0; err == LOYD_OK && file < LOYD_SITE_FILE_COUNT_;
         file++) {
        const loyd_site_bytes *given = &options->files[file];
        struct text *bytes = &site->files[file];

        text_clear(bytes);
        if (given->at == NULL)
            err = site_file_get(store, site->channel, (loyd_site_file)file,
                                bytes, why);
        else
            text_bytes(bytes, given->at, given->len);
        if (bytes->is_lost)
            err = LOYD_E_NOMEM;
        if (err == LOYD_OK)
            site_file_mark(&options->settings.files[file], bytes->at,
                           bytes->len);
    }
    return err;
}

loyd_err
given_put(const loyd_site *site, loyd_store *store, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (int file = 0; err == LOYD_OK && file < LOYD_SITE_FILE_COUNT_;
         file++) {
        const loyd_site_bytes *given = &site->options.files[file];

        if (given->at != NULL)
            err = site_file_put(store, site->channel, (loyd_site_file)file,
                                given->at, given->len, why);
    }
    return err;
}
