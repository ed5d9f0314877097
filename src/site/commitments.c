/* SPDX-License-Identifier: MIT */
/*
 * The commitments of a site's own commitments.json. Making a commitment
 * requires drawing its board, so those of the last commitments.json are reused
 * if loyd wrote the file: the site's marker contains a seal of it that cannot
 * be made without the secret.
 */
#include "site/site.h"

#include <jansson.h>
#include <string.h>

#include "base/bytes.h"
#include "core/crypto.h"
#include "pack/json_parse.h"

/* Enough for LOYD_AHEAD_MAX days of seven tiers. */
#define FILE_BYTES (8u << 20)

void
commitments_seal(const struct text *json, const uint8_t *secret,
                 uint32_t versions, uint8_t seal[LOYD_HASH_BYTES])
{
    uint8_t number[4];
    struct crypto_hash hash;

    bytes_put_little(number, versions, sizeof(number));
    crypto_hash_begin(&hash, secret);
    crypto_hash_field(&hash, "loyd commitments 1", 18);
    crypto_hash_field(&hash, number, sizeof(number));
    crypto_hash_field(&hash, json->at, json->len);
    crypto_hash_end(&hash, seal);
    crypto_wipe(&hash, sizeof(hash));
}

/* Returns how many versions the schedule had when the file was sealed, or 0 if
 * loyd did not write the file. */
static uint32_t
find_versions(const struct text *file, const struct marker *marker,
              uint32_t versions, const uint8_t *secret)
{
    uint8_t seal[LOYD_HASH_BYTES];

    for (uint32_t n = versions; n > 0; n--) {
        commitments_seal(file, secret, n, seal);
        if (memcmp(seal, marker->sealed, sizeof(seal)) == 0)
            return n;
    }
    return 0;
}

/* Reads an item of the file. Returns false if loyd did not write it. */
static bool
read_commitment(const json_t *item, loyd_commitment *commitment)
{
    const char *date = json_string_value(json_object_get(item, "date"));
    const char *tier = json_string_value(json_object_get(item, "tier"));
    const char *hash = json_string_value(json_object_get(item, "commitment"));

    memset(commitment, 0, sizeof(*commitment));
    if (date == NULL || hash == NULL ||
        (tier != NULL && strlen(tier) >= sizeof(commitment->tier)))
        return false;
    if (tier != NULL)
        strcpy(commitment->tier, tier);
    return loyd_date_parse(date, strlen(date), &commitment->date, NULL) ==
               LOYD_OK &&
           bytes_unhex(hash, strlen(hash), commitment->hash,
                       sizeof(commitment->hash));
}

/* Adds the commitments of the file. `then` is the channel's timetable when it
 * was published, `now` the current one. */
static loyd_err
take(struct commitments *all, const struct text *file,
     const loyd_date *published, struct timetable *then, struct timetable *now,
     loyd_why *why)
{
    json_error_t error;
    json_t *root = NULL;
    loyd_err err = json_load(file->at, file->len, &root, &error);
    const json_t *list = json_object_get(root, "commitments");
    loyd_commitment commitment;

    if (err == LOYD_E_NOMEM)
        return err;
    err = LOYD_OK; /* a file that is not JSON contains none */
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!read_commitment(json_array_get(list, i), &commitment))
            break;
        if (loyd_date_days(&commitment.date) <= loyd_date_days(published))
            continue;
        if ((err = timetable_turn(then, &commitment.date, why)) != LOYD_OK ||
            (err = timetable_turn(now, &commitment.date, why)) != LOYD_OK)
            break;
        commitment.version = then->now.version;
        commitment.is_broken = commitment.version != now->now.version;
        commitment.published = *published;
        if (!commitments_add(all, &commitment))
            break;
    }
    json_decref(root);
    return all->is_lost ? LOYD_E_NOMEM : err;
}

loyd_err
commitments_of_file(struct commitments *all, loyd_site *site,
                    loyd_store *store, const loyd_channel *channel,
                    const uint8_t *secret, loyd_why *why)
{
    loyd_channel before = *channel;
    struct timetable then = {.store = store, .channel = &before};
    struct timetable now = {.store = store, .channel = channel};
    struct text file = {0};
    loyd_err err;

    if (!site->marker.is_sealed)
        return LOYD_OK;
    err =
        site_folder_read(&site->folder, "commitments.json", FILE_BYTES, &file);
    if (err == LOYD_OK && file.at != NULL) {
        before.versions =
            find_versions(&file, &site->marker, channel->versions, secret);
        if (before.versions > 0)
            err = take(all, &file, &site->marker.today, &then, &now, why);
    } else if (err == LOYD_E_CORRUPT) {
        err = LOYD_OK; /* missing or not a plain file: it is written again */
    }
    text_free(&file);
    return err;
}
