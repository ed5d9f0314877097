/* SPDX-License-Identifier: MIT */
/* Owns the commitments under way, and which old ones are as good as new. */
#include "daily/promises.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/crypto.h"

/* A file of LOYD_AHEAD_MAX days of seven tiers is shorter. */
#define FILE_BYTES (8u << 20)

bool
promises_keep(void *context, const loyd_commitment *commitment)
{
    struct promises *all = context;
    struct promise *promise;

    if (all->n == all->room) {
        size_t room = all->room > 0 ? 2 * all->room : 64;
        struct promise *grown = realloc(all->promise, room * sizeof(*grown));

        if (grown == NULL) {
            all->is_lost = true;
            return false;
        }
        all->promise = grown;
        all->room = room;
    }
    promise = &all->promise[all->n];
    promise->date = commitment->date;
    memcpy(promise->tier, commitment->tier, sizeof(promise->tier));
    memcpy(promise->commitment, commitment->hash, sizeof(promise->commitment));
    if (all->n == 0 ||
        loyd_date_days(&promise[-1].date) != loyd_date_days(&promise->date))
        all->n_days++;
    all->n++;
    return true;
}

void
promises_seal(const struct text *json, const uint8_t *secret,
              uint32_t versions, uint8_t seal[LOYD_HASH_BYTES])
{
    uint8_t number[4] = {(uint8_t)versions, (uint8_t)(versions >> 8),
                         (uint8_t)(versions >> 16), (uint8_t)(versions >> 24)};
    crypto_hash hash;

    crypto_hash_begin(&hash, secret);
    crypto_hash_field(&hash, "loyd commitments 1", 18);
    crypto_hash_field(&hash, number, sizeof(number));
    crypto_hash_field(&hash, json->at, json->len);
    crypto_hash_end(&hash, seal);
    crypto_wipe(&hash, sizeof(hash));
}

/* One of the file's, if it has the form that we gave it. */
static bool
read_promise(const json_t *item, loyd_commitment *commitment)
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
           text_unhex(hash, strlen(hash), commitment->hash,
                      sizeof(commitment->hash));
}

/* Days without gaps from `first` on; what comes behind a gap is left. */
static void
take(struct promises *all, const struct text *file, int32_t first,
     int32_t last)
{
    json_t *root = json_loadb(file->at, file->len, 0, NULL);
    const json_t *list = json_object_get(root, "commitments");
    loyd_commitment commitment;

    for (size_t i = 0; i < json_array_size(list); i++) {
        int32_t days;

        if (!read_promise(json_array_get(list, i), &commitment))
            break;
        days = loyd_date_days(&commitment.date);
        if (days < first)
            continue;
        if (days > last || days > first + (int32_t)all->n_days ||
            !promises_keep(all, &commitment))
            break;
    }
    json_decref(root);
}

loyd_err
promises_reuse(struct promises *all, loyd_site *site, const uint8_t *secret,
               uint32_t versions, int32_t first, int32_t last)
{
    uint8_t seal[LOYD_HASH_BYTES];
    struct text file = {0};
    loyd_err err;

    if (!site->marker.is_sealed)
        return LOYD_OK;
    err = folder_read(&site->folder, "commitments.json", FILE_BYTES, &file);
    if (err == LOYD_OK && file.at != NULL) {
        promises_seal(&file, secret, versions, seal);
        if (memcmp(seal, site->marker.sealed, sizeof(seal)) == 0)
            take(all, &file, first, last);
    }
    text_free(&file);
    if (all->is_lost)
        return LOYD_E_NOMEM;
    /* A file that is gone, or is none of ours, is only made anew. */
    return err == LOYD_E_CORRUPT ? LOYD_OK : err;
}

void
promises_free(struct promises *all)
{
    free(all->promise);
    memset(all, 0, sizeof(*all));
}
