/* SPDX-License-Identifier: MIT */
/*
 * The contents of a site's pages, and the functions that write them. All are
 * pure: the same arguments give the same bytes.
 */
#ifndef LOYD_SITE_PAGE_H
#define LOYD_SITE_PAGE_H

#include "base/text.h"
#include "daily/promises.h"

#define NAME_BYTES LOYD_CHANNEL_NAME

/* What all pages of a site share. */
struct imprint {
    const char *channel;
    const char *title;    /* untrusted text */
    const char *base_url; /* "", or a checked address that ends with '/' */
    loyd_date first;      /* of the days that the site shows; the channel's
                             first day if it shows none yet */
    loyd_date last;       /* likewise */
    bool has_days;
    const char *zone; /* the name of the site's time zone */
    int utc_minutes;  /* the largest offset of the site's zone from UTC */
};

/* A puzzle as the archive shows it. */
struct brief {
    char tier[NAME_BYTES];  /* "" if the schedule has no tiers */
    char title[NAME_BYTES]; /* of the schedule's row, "" for none */
    char band[NAME_BYTES];  /* "" if the distribution is unknown */
    loyd_id id;
    uint8_t width;
    uint8_t height;
    uint16_t stm;        /* the length; of an interval that of the best
                            solution known */
    uint16_t lower;      /* no solution is shorter; of an interval */
    uint16_t estimate;   /* decides the band of an interval; 0: none */
    bool is_interval;    /* more than 16 cells, proven or not: the ledger has
                            no length */
    uint32_t percentile; /* in thousandths, if there is a band */
    uint32_t sample;     /* boards in the percentile's sample, 0: exact */
    uint8_t shade;       /* of calendar_shade, if there is a band */
};

/* Returns the one word on a puzzle's difficulty: its tier, its title or its
 * band; "" if it has none. */
const char *brief_difficulty(const struct brief *brief);

/* Returns what distinguishes a puzzle on its day: its tier or its title. */
static inline const char *
brief_name(const struct brief *brief)
{
    return brief->tier[0] != '\0' ? brief->tier : brief->title;
}

/* A puzzle of a day, in full. */
struct day_puzzle {
    struct brief brief;
    loyd_ledger_row row; /* its texts are borrowed; its band is NULL */
    bool is_promised;    /* the commitment was published before the day */
    loyd_date promised;  /* when it was first published */
};

/* A day. Its puzzles are in the order of the schedule. */
struct day {
    loyd_date date;
    uint32_t day_no;
    uint32_t version;
    bool is_solved; /* solutions are shown */
    size_t n;
    const struct day_puzzle *puzzle;
    size_t n_promises; /* for this day, including broken ones */
    const loyd_promise *promise;
};

/* Returns the head of the ledger after the day. */
static inline const uint8_t *
day_head(const struct day *day)
{
    return day->puzzle[day->n - 1].row.hash;
}

/* A day of the archive. */
struct day_brief {
    int32_t days; /* loyd_date_days */
    uint32_t day_no;
    size_t n;
    const struct brief *brief;
};

/* All days of a site in order of date, without gaps. */
struct archive {
    size_t n;
    const struct day_brief *day;
    const uint8_t *head; /* of the last one */
};

/* JSON: daily/DATE.json, daily/index.json, commitments.json. */
void json_of_day(struct text *text, const struct imprint *imprint,
                 const struct day *day);
void json_of_archive(struct text *text, const struct imprint *imprint,
                     const struct archive *archive);
/*
 * `promises` are the commitments to future days. Broken ones of the published
 * commitments `kept` are listed from day `from` on.
 */
void json_of_promises(struct text *text, const struct imprint *imprint,
                      const char *key_id, const struct promises *promises,
                      const struct promises *kept, int32_t from,
                      const uint8_t *head);

/* Pages: index.html before the first day, daily/DATE.html, index.html,
 * archive/YEAR.html, play.html, check.html. */
void page_before_start(struct text *text, const struct imprint *imprint);
void page_of_day(struct text *text, const struct imprint *imprint,
                 const struct day *day);
void page_of_today(struct text *text, const struct imprint *imprint,
                   const struct day *today, const struct archive *archive);
void page_of_year(struct text *text, const struct imprint *imprint,
                  unsigned year, const struct archive *archive);
void page_of_new_board(struct text *text, const struct imprint *imprint);
void page_of_checks(struct text *text, const struct imprint *imprint);

/* One SVG picture of a day, with its title, starts and goals:
 * daily/DATE.svg. */
void svg_of_day(struct text *text, const struct imprint *imprint,
                const struct day *day);

/*
 * The feed: feed_begin, entries with the newest first, feed_end. The id of the
 * feed is derived from `first_head`, the hash of the channel's first puzzle.
 */
void feed_begin(struct text *text, const struct imprint *imprint,
                const uint8_t *first_head);
void feed_entry(struct text *text, const struct imprint *imprint,
                const struct day *day);
void feed_end(struct text *text);

/* --- parts of pages --- */

/* What distinguishes a page from the others of its site. */
struct page {
    const char *title;     /* "" for the title of the site alone */
    const char *up;        /* the relative path to the site's root: "" or
                              "../" */
    const char *path;      /* of the page, from the root */
    unsigned year;         /* the archive that it links to */
    const struct day *day; /* the day that it shows, or NULL */
    const uint8_t *head;   /* of the ledger after the day `of`, or NULL */
    const loyd_date *of;
    bool has_new; /* the page needs the script new.js */
};

/*
 * Write the beginning of a page up to its main part, and the end. A page of a
 * day must not depend on later days.
 */
void page_begin(struct text *text, const struct imprint *imprint,
                const struct page *page);
void page_end(struct text *text, const struct imprint *imprint,
              const struct page *page);

/* Writes ids, recipes, commitments and nonces of a day. */
void day_proofs_put(struct text *text, const struct day *day);
void hash_put(struct text *text, const uint8_t hash[LOYD_HASH_BYTES]);

/* Writes a date such as "Thursday, 1 January 2026". */
void text_date(struct text *text, const loyd_date *date);
/* Writes "shortest solution: 45 moves", or of an interval "best known
 * solution: ..." */
void text_length(struct text *text, const struct brief *brief);
/* Writes "1 move", "2 moves". */
void text_moves(struct text *text, unsigned n);
extern const char *const month_names[12];

/* Writes date and puzzles of a day. `folder` leads to the day's files. */
void puzzles_put(struct text *text, const struct day *day, const char *folder);
/* Writes a board as a picture in the page. */
void svg_put(struct text *text, const loyd_board *board, const char *title);

/*
 * Returns a shade 1..4 for a length, with the bounds of the default bands.
 * Shades are decoration: the same information is given in words.
 */
unsigned calendar_shade(const loyd_distribution *distribution, unsigned stm);

/*
 * Writes the months of a year in which the site has days. `folder` is the path
 * to the days' files.
 */
void calendar_put(struct text *text, const struct archive *archive,
                  unsigned year, const char *folder, bool is_newest_first);
/* Writes links to the years. `current` is the year of this page, 0: none. */
void years_put(struct text *text, const struct imprint *imprint,
               unsigned current, const char *folder);

#endif
