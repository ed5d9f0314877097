/* SPDX-License-Identifier: MIT */
/*
 * The contents of a site's pages, and the functions that write them. All are
 * pure: the same arguments give the same bytes.
 */
#ifndef LOYD_DAILY_PAGE_H
#define LOYD_DAILY_PAGE_H

#include "base/text.h"
#include "loyd/channel.h"

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
    int utc_minutes; /* the largest offset of the site's zone from UTC */
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

/* A list of commitments. All zero is an empty list. */
struct promises {
    loyd_promise *at;
    size_t n;
    size_t room;
    bool is_lost; /* out of memory */
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
 * archive/YEAR.html. */
void page_before_start(struct text *text, const struct imprint *imprint);
void page_of_day(struct text *text, const struct imprint *imprint,
                 const struct day *day);
void page_of_today(struct text *text, const struct imprint *imprint,
                   const struct day *today, const struct archive *archive);
void page_of_year(struct text *text, const struct imprint *imprint,
                  unsigned year, const struct archive *archive);

/* One SVG picture of all starts of a day: daily/DATE.svg. */
void svg_of_day(struct text *text, const struct day *day);

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

/*
 * Write the beginning of a page up to its main part, and the end. `up` is the
 * relative path to the site's root, "" or "../"; `path` is the path of the
 * page; `year` is the archive that it links to. `head` is the head after the
 * day `of`, or NULL if there is none yet. A page must not depend on later
 * days.
 */
void page_begin(struct text *text, const struct imprint *imprint,
                const char *title, const char *up, const char *path,
                unsigned year);
void page_end(struct text *text, const uint8_t *head, const loyd_date *of);

/* Writes a date such as "Thursday, 1 January 2026". */
void text_date(struct text *text, const loyd_date *date);
/* Writes "1 move", "2 moves". */
/* Writes "shortest solution: 45 moves", or of an interval "best known
 * solution: ..." */
void text_length(struct text *text, const struct brief *brief);
void text_moves(struct text *text, unsigned n);
extern const char *const month_names[12];

/* Writes the puzzles of a day. `folder` is the path to the day's files. */
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
