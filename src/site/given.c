/* SPDX-License-Identifier: MIT */
/* Files that a publisher gives with options; the catalogue keeps them. */
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "site/language.h"
#include "site/site.h"
#include "store/days.h"

/* Appends what is stored of a file. */
static loyd_err
make_file(loyd_site_file file, const void *bytes, size_t len, struct text *out,
          loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (file == LOYD_SITE_FILE_LANGUAGE)
        err = loyd_language_check(bytes, len, NULL, why);
    if (file == LOYD_SITE_FILE_PICTURE &&
        (len < 3 || memcmp(bytes, "\xFF\xD8\xFF", 3) != 0))
        err = why_set(why, LOYD_E_SYNTAX, "not a JPEG");
    if (err == LOYD_OK)
        text_bytes(out, bytes, len);
    return err;
}

/* White space counts as no file. */
static bool
is_blank(const struct text *text)
{
    return text->at == NULL || strspn(text->at, " \t\r\n") == text->len;
}

loyd_err
loyd_site_file_make(loyd_site_file file, const void *bytes, size_t len,
                    void *out, size_t *out_len, loyd_why *why)
{
    struct text made = {.at = NULL};
    loyd_err err;

    WHY_GIVEN(why);
    *out_len = 0;
    err = make_file(file, bytes, len, &made, why);
    if (err == LOYD_OK && made.is_lost)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && is_blank(&made))
        err = why_set(why, LOYD_E_SYNTAX, "the file is empty");
    if (err == LOYD_OK && made.len > LOYD_SITE_FILE_MAX)
        err =
            why_set(why, LOYD_E_RANGE, "too large: expected at most %d bytes",
                    LOYD_SITE_FILE_MAX);
    if (err == LOYD_OK) {
        memcpy(out, made.at, made.len);
        *out_len = made.len;
    }
    text_free(&made);
    return err;
}

/* In a fragment ~/ is the root of the site. */
static loyd_err
take_theme(loyd_site *site, loyd_why *why)
{
    (void)why;
    for (size_t i = 0; i < SITE_FRAGMENTS; i++) {
        const struct text *from =
            &site->files[i == 0 ? LOYD_SITE_FILE_HEADER
                                : LOYD_SITE_FILE_FOOTER];

        text_clear(&site->fragment[i]);
        if (from->len > 0)
            text_bytes(&site->fragment[i], from->at, from->len);
    }
    return LOYD_OK;
}

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

/* Reads the language: that of the file, or one of loyd by its code. */
static loyd_err
take_language(loyd_site *site, loyd_why *why)
{
    const struct text *file = &site->files[LOYD_SITE_FILE_LANGUAGE];
    const char *code = site->options.settings.language;
    const char *json = file->len > 0 ? file->at : loyd_language_json(code);
    size_t len = file->len > 0 || json == NULL ? file->len : strlen(json);
    char quote[WHY_QUOTE_BYTES];
    loyd_err err;

    language_free(&site->language);
    if (json == NULL)
        return why_set(why, LOYD_E_RANGE, "unknown language '%s'",
                       why_quote(code, strlen(code), quote));
    if (file->len == 0 && strcmp(code, "en") == 0)
        return LOYD_OK;
    if (site->options.files[LOYD_SITE_FILE_LANGUAGE].at != NULL)
        return language_read(json, len, &site->language, why);
    /* A stored file may be of an earlier release. */
    err =
        language_read_kept(json, len, &site->language, &site->n_english, why);
    return err == LOYD_E_SYNTAX
               ? why_prefix(why, LOYD_E_CORRUPT,
                            "the language of the site in the catalogue: ")
               : err;
}

static loyd_err
make_title(loyd_site *site)
{
    const char *given = site->options.settings.title;
    struct text text = {.at = NULL};
    bool is_lost;

    if (given[0] == '\0')
        page_default_title(&text, &(struct imprint){
                                      .channel = site->channel,
                                      .language = site->language,
                                  });
    else
        text_put(&text, given);
    if (!(is_lost = text.is_lost))
        snprintf(site->title, sizeof(site->title), "%s", text.at);
    text_free(&text);
    return is_lost ? LOYD_E_NOMEM : LOYD_OK;
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
    if (err == LOYD_OK)
        err = take_theme(site, why);
    if (err == LOYD_OK)
        err = take_language(site, why);
    return err == LOYD_OK ? make_title(site) : err;
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

void
given_show(const loyd_site *site, struct imprint *imprint)
{
    imprint->has_picture = site->files[LOYD_SITE_FILE_PICTURE].len > 0;
    imprint->has_css = site->files[LOYD_SITE_FILE_CSS].len > 0;
    if (site->fragment[0].len > 0)
        imprint->header = site->fragment[0].at;
    if (site->fragment[1].len > 0)
        imprint->footer = site->fragment[1].at;
}
