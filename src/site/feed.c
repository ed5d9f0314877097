/* SPDX-License-Identifier: MIT */
/*
 * Makes the Atom feed [RFC 4287]. Ids are UUIDs derived from the ledger's
 * hashes, so they do not depend on the address of the site. Dates are those of
 * the days, not of a clock, so the entry of a day never changes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/crypto.h"
#include "site/page.h"

/* A UUID of version 8, derived from a hash [RFC 9562, 5.8]. */
static void
uuid(struct text *text, const char *what, const uint8_t *head)
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
    text_put(text, "<id>urn:uuid:");
    for (size_t i = 0; i < 5; i++) {
        text_put(text, i > 0 ? "-" : "");
        text_hex(text, hash + at, group[i]);
        at += group[i];
    }
    text_put(text, "</id>\n");
}

/* The midnight that begins a day, or an hour earlier in winter if the zone has
 * summer time, so that no time is in the future. */
static void
updated(struct text *text, const char *name, const struct imprint *imprint,
        const loyd_date *date)
{
    unsigned minutes =
        (unsigned)(imprint->utc_minutes < 0 ? -imprint->utc_minutes
                                            : imprint->utc_minutes);
    char day[LOYD_DATE_TEXT], zone[16] = "Z";

    if (minutes > 0)
        snprintf(zone, sizeof(zone), "%c%02u:%02u",
                 imprint->utc_minutes < 0 ? '-' : '+', minutes / 60 % 24,
                 minutes % 60);
    loyd_date_print(date, day);
    text_format(text, "<%s>%sT00:00:00%s</%s>\n", name, day, zone, name);
}

void
feed_begin(struct text *text, const struct imprint *imprint,
           const uint8_t *first_head)
{
    text_put(text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                   "<feed xmlns=\"http://www.w3.org/2005/Atom\" "
                   "xml:lang=\"en\">\n<title>");
    text_xml(text, imprint->title);
    text_put(text, "</title>\n");
    uuid(text, "feed", first_head);
    updated(text, "updated", imprint, &imprint->last);
    text_put(text, "<author><name>");
    text_xml(text, imprint->title);
    text_put(text, "</name></author>\n");
    if (imprint->base_url[0] != '\0') {
        text_put(text, "<link rel=\"self\" type=\"application/atom+xml\" "
                       "href=\"");
        text_xml(text, imprint->base_url);
        text_put(text, "feed.xml\"/>\n");
    }
    text_put(text, "<link rel=\"alternate\" type=\"text/html\" href=\"");
    text_xml(text,
             imprint->base_url[0] != '\0' ? imprint->base_url : "index.html");
    text_put(text, "\"/>\n");
}

/* Writes a table, because feed readers remove styles and pictures. */
static void
board_put(struct text *text, const loyd_board *board)
{
    text_put(text, "<table border=\"1\" cellpadding=\"8\">");
    for (unsigned row = 0; row < board->height; row++) {
        text_put(text, "<tr>");
        for (unsigned column = 0; column < board->width; column++) {
            unsigned label = board->cell[row * board->width + column];

            if (label == 0)
                text_put(text, "<td>&#160;</td>");
            else
                text_format(text, "<td align=\"center\">%u</td>", label);
        }
        text_put(text, "</tr>");
    }
    text_put(text, "</table>\n");
}

static void
puzzle_put(struct text *text, const struct day_puzzle *puzzle)
{
    const struct brief *brief = &puzzle->brief;
    const char *word = brief_name(brief);

    text_put(text, "<p>");
    if (word[0] != '\0') {
        text_xml(text, word);
        text_put(text, ": ");
    }
    text_format(text, "%u &#215; %u, ", (unsigned)brief->width,
                (unsigned)brief->height);
    text_length(text, brief);
    text_put(text, "</p>\n");
    board_put(text, &puzzle->row.entry.puzzle.start);
    text_put(text, "<p>Goal:</p>\n");
    board_put(text, &puzzle->row.entry.puzzle.goal);
}

void
feed_entry(struct text *text, const struct imprint *imprint,
           const struct day *day)
{
    char date[LOYD_DATE_TEXT];

    loyd_date_print(&day->date, date);
    text_format(text, "<entry>\n<title>Day %" PRIu32 ": ", day->day_no);
    text_date(text, &day->date);
    text_put(text, "</title>\n");
    uuid(text, "day", day_head(day));
    updated(text, "published", imprint, &day->date);
    updated(text, "updated", imprint, &day->date);
    text_put(text, "<link rel=\"alternate\" type=\"text/html\" href=\"");
    text_xml(text, imprint->base_url);
    text_format(text, "daily/%s.html\"/>\n", date);
    text_put(text, "<content type=\"xhtml\">"
                   "<div xmlns=\"http://www.w3.org/1999/xhtml\">\n");
    for (size_t i = 0; i < day->n; i++)
        puzzle_put(text, &day->puzzle[i]);
    text_put(text, "</div></content>\n</entry>\n");
}

void
feed_end(struct text *text)
{
    text_put(text, "</feed>\n");
}
