/* SPDX-License-Identifier: MIT */
/* Recognises sites whose pages have another form than this release writes. */
#include "site/page.h"

#include <string.h>

#include "core/crypto.h"

static void
field(struct crypto_hash *hash, const char *string)
{
    crypto_hash_field(hash, string, strlen(string));
}

static void
add_file(struct crypto_hash *hash, const loyd_site_settings *settings,
         loyd_site_file file)
{
    crypto_hash_field(hash, settings->files[file].hash,
                      sizeof(settings->files[file].hash));
}

void
form_hash(const char *title, const loyd_site_settings *settings,
          uint8_t out[LOYD_HASH_BYTES])
{
    char solutions = (char)('0' + settings->solutions);
    char hints = (char)('0' + settings->hints);
    struct crypto_hash hash;

    crypto_hash_begin(&hash, NULL);
    field(&hash, "loyd site form 5");
    field(&hash, "0.1.0"); /* in all forms: no page depends on the version */
    field(&hash, title);
    field(&hash, settings->base_url);
    if (settings->results[0] != '\0')
        field(&hash, settings->results);
    crypto_hash_field(&hash, &solutions, 1);
    crypto_hash_field(&hash, &hints, 1);
    field(&hash, settings->zone);
    field(&hash, settings->language);
    add_file(&hash, settings, LOYD_SITE_FILE_LANGUAGE);
    add_file(&hash, settings, LOYD_SITE_FILE_HEADER);
    add_file(&hash, settings, LOYD_SITE_FILE_FOOTER);
    crypto_hash_end(&hash, out);
}
