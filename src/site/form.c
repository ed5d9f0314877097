/* SPDX-License-Identifier: MIT */
/* Recognises sites whose pages have another form than this release writes. */
#include "site/page.h"

#include <string.h>

#include "core/crypto.h"

static const struct {
    const char *kind;
    bool has_commitments;
    bool has_zone;
    bool has_hints;
    bool has_language; /* and fragments of the publisher */
} forms[FORM_COUNT] = {
    [FORM_NOW] = {"loyd site form 5", true, true, true, true},
    [FORM_WITHOUT_LANGUAGE] = {"loyd site form 4", true, true, true, false},
    [FORM_WITHOUT_DAYS] = {"loyd site form 3", true, true, false, false},
    [FORM_WITHOUT_SCRIPT] = {"loyd site form 2", true, false, false, false},
    [FORM_OF_0_1_0] = {"loyd site form", false, false, false, false},
};

static void
field(struct crypto_hash *hash, const char *string)
{
    crypto_hash_field(hash, string, strlen(string));
}

static void
add_commitments(struct crypto_hash *hash,
                const struct commitments *commitments, const loyd_date *last)
{
    char date[LOYD_DATE_TEXT];

    for (size_t i = 0; i < commitments->n; i++) {
        const loyd_commitment *commitment = &commitments->at[i];

        if (loyd_date_days(&commitment->date) > loyd_date_days(last))
            break;
        loyd_date_print(&commitment->published, date);
        field(hash, commitment->tier);
        crypto_hash_field(hash, commitment->hash, sizeof(commitment->hash));
        field(hash, date);
    }
}

static void
add_file(struct crypto_hash *hash, const loyd_site_settings *settings,
         loyd_site_file file)
{
    crypto_hash_field(hash, settings->files[file].hash,
                      sizeof(settings->files[file].hash));
}

void
form_hash(enum form form, const char *title,
          const loyd_site_settings *settings,
          const struct commitments *commitments, const loyd_date *last,
          uint8_t out[LOYD_HASH_BYTES])
{
    char solutions = (char)('0' + settings->solutions);
    char hints = (char)('0' + settings->hints);
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    field(&hash, forms[form].kind);
    field(&hash, "0.1.0"); /* in all forms: no page depends on the version */
    field(&hash, title);
    field(&hash, settings->base_url);
    if (settings->results[0] != '\0')
        field(&hash, settings->results);
    crypto_hash_field(&hash, &solutions, 1);
    if (forms[form].has_hints)
        crypto_hash_field(&hash, &hints, 1);
    if (forms[form].has_zone)
        field(&hash, settings->zone);
    if (forms[form].has_language) {
        field(&hash, settings->language);
        add_file(&hash, settings, LOYD_SITE_FILE_LANGUAGE);
        add_file(&hash, settings, LOYD_SITE_FILE_HEADER);
        add_file(&hash, settings, LOYD_SITE_FILE_FOOTER);
    }
    if (forms[form].has_commitments)
        add_commitments(&hash, commitments, last);
    crypto_hash_end(&hash, out);
}
