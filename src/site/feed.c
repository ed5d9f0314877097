/* SPDX-License-Identifier: MIT */
/*
 * Makes the Atom feed [RFC 4287]. Ids are UUIDs derived from the ledger's
 * hashes, so they do not depend on the address of the site. Dates are those of
 * the days, not of a clock, so the entry of a day never changes.
 */
#include <stdio.h>
#include <string.h>

#include "core/crypto.h"
#include "site/page.h"

/* A UUID of version 8, derived from a hash [RFC 9562, 5.8]. */
static void
uuid_put(const struct section *to, const char *what, const uint8_t *head)
{
    static const size_t group[5] = {4, 2, 2, 2, 6};
    uint8_t hash[CRYPTO_HASH_BYTES];
    struct crypto_hash state;
    size_t at = 0;

    crypto_hash_begin(&state, NULL);
    crypto_hash_field(&state, "loyd feed 1", 11);
    crypto_hash_field(&state, what, strlen(what));
    crypto_hash_field(&state, head, LOYD_HASH_BYTES);
    crypto_hash_end(&state, hash);
    hash[6] = (uint8_t)((hash[6] & 0x0F) | 0x80);
    hash[8] = (uint8_t)((hash[8] & 0x3F) | 0x80);
    for (size_t i = 0; i < 5; i++) {
        text_put(to->out, i > 0 ? "-" : "");
        text_hex(to->out, hash + at, group[i]);
        at += group[i];
    }
}

static void
feed_id(const struct section *to, const void *first_head, size_t at)
{
    (void)at;
    uuid_put(to, "feed", first_head);
}

static void
entry_id(const struct section *to, const void *head, size_t at)
{
    (void)at;
    uuid_put(to, "day", head);
}

#define OFFSET_BYTES 16

/*
 * The offset of the midnight that begins a day, or of an hour earlier in
 * winter if the zone has summer time, so that no time is in the future.
 */
static const char *
offset_print(const struct imprint *imprint, char offset[OFFSET_BYTES])
{
    unsigned minutes =
        (unsigned)(imprint->utc_minutes < 0 ? -imprint->utc_minutes
                                            : imprint->utc_minutes);

    if (minutes == 0)
        return "Z";
    snprintf(offset, OFFSET_BYTES, "%c%02u:%02u",
             imprint->utc_minutes < 0 ? '-' : '+', minutes / 60 % 24,
             minutes % 60);
    return offset;
}

struct feed {
    const struct imprint *imprint;
    const uint8_t *first_head;
    const struct text *entry;
    size_t n_days;
};

/* Writes the entries, the newest first. */
static void
entries_put(const struct section *to, const void *of, size_t at)
{
    const struct feed *feed = of;
    size_t n = feed->n_days < FEED_DAYS ? feed->n_days : FEED_DAYS;

    for (; at < n; at++) {
        const struct text *entry =
            &feed->entry[(feed->n_days - at) % FEED_DAYS];

        to->out->is_lost |= entry->is_lost;
        text_bytes(to->out, entry->at, entry->len);
    }
}

static void
feed_values(const struct section *to, const void *of, size_t at)
{
    const struct feed *feed = of;
    const struct imprint *imprint = feed->imprint;
    char offset[OFFSET_BYTES];

    (void)at;
    SECTION(to, "feed", TEXT("title", imprint->title),
            ITEMS("uuid", 1, feed_id, feed->first_head),
            DATE("last", &imprint->last),
            TEXT("offset", offset_print(imprint, offset)),
            TEXT("base_url", imprint->base_url),
            ITEMS("entries", 1, entries_put, feed));
}

void
feed_put(struct text *text, const struct imprint *imprint,
         const uint8_t *first_head, const struct text entry[FEED_DAYS],
         size_t n_days)
{
    const struct feed feed = {imprint, first_head, entry, n_days};

    template_put(text, "feed", imprint->language, feed_values, &feed);
}

static void
label_values(const struct section *to, const void *row, size_t at)
{
    SECTION(to, "cell", NUMBER("label", ((const uint8_t *)row)[at]));
}

static void
row_values(const struct section *to, const void *of, size_t at)
{
    const loyd_board *board = of;

    SECTION(to, "row",
            ITEMS("cell", board->width, label_values,
                  &board->cell[at * board->width]));
}

void
table_values(const struct section *to, const void *of, size_t at)
{
    const loyd_board *board = (const loyd_board *)of + at;

    SECTION(to, "table", ITEMS("row", board->height, row_values, board));
}

static void
entry_values(const struct section *to, const void *of, size_t at)
{
    const struct page *entry = of;
    const struct day *day = entry->day;
    char offset[OFFSET_BYTES];

    (void)at;
    SECTION(to, "entry", DATE("date", &day->date),
            NUMBER("day_no", day->day_no),
            ITEMS("words", 1, date_values, &day->date),
            ITEMS("uuid", 1, entry_id, day_head(day)),
            TEXT("offset", offset_print(entry->imprint, offset)),
            TEXT("base_url", entry->imprint->base_url),
            NUMBER("is_mirrored", is_mirrored(to)),
            ITEMS("puzzle", day->n, puzzle_values, day));
}

void
feed_entry(struct text *text, const struct imprint *imprint,
           const struct day *day)
{
    template_put(text, "entry", imprint->language, entry_values,
                 &(struct page){.imprint = imprint, .day = day});
}
