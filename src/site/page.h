/* SPDX-License-Identifier: MIT */
/*
 * The contents of a site's pages, and the functions that write them. All are
 * pure: the same arguments give the same bytes.
 */
#ifndef LOYD_SITE_PAGE_H
#define LOYD_SITE_PAGE_H

#include "base/text.h"
#include "loyd/channel.h"
#include "site/template.h"

#define NAME_BYTES LOYD_CHANNEL_NAME

/* What all pages of a site share. */
struct imprint {
    const char *channel;
    const char *title;    /* untrusted text */
    const char *base_url; /* "", or a checked address that ends with '/' */
    loyd_date first;      /* of the days that the site shows */
    loyd_date last;
    const char *zone; /* the name of the site's time zone */
    int utc_minutes;  /* the largest offset of the site's zone from UTC */
    const struct language *language; /* NULL: English */
    const char *release; /* the folder of the files that pages share */
    const char *results; /* where pages send games; NULL or "": nowhere */
};

/* A puzzle as the archive shows it. */
struct brief {
    char tier[NAME_BYTES];  /* "" if the schedule has no tiers */
    char title[LOYD_TITLE_TEXT]; /* of the schedule's row, "" for none */
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

/* Returns what players call a puzzle of a day. */
static inline const char *
brief_name(const struct brief *brief)
{
    return brief->title[0] != '\0' ? brief->title : brief->tier;
}

/* A puzzle of a day, in full. */
struct day_puzzle {
    struct brief brief;
    loyd_ledger_row row; /* its texts are borrowed; its band is NULL */
};

/* A day. Its puzzles are in the order of the schedule. */
struct day {
    loyd_date date;
    uint32_t day_no;
    uint32_t version;
    bool is_solved; /* solutions are shown */
    size_t n;
    const struct day_puzzle *puzzle;
    bool has_hints; /* the page may offer them */
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

/* JSON: daily/DATE.json, daily/index.json. */
void json_of_day(struct text *text, const struct imprint *imprint,
                 const struct day *day);
void json_of_archive(struct text *text, const struct imprint *imprint,
                     const struct archive *archive);

/* days.js: which days there are, without their puzzles. */
struct late_days;
void script_of_days(struct text *text, const struct imprint *imprint,
                    const struct late_days *late);

/* Pages: daily/DATE.html, index.html, archive/YEAR.html, stats.html,
 * play.html, howto.html, check.html, 404.html. */
void page_of_day(struct text *text, const struct imprint *imprint,
                 const struct day *day);
void page_of_today(struct text *text, const struct imprint *imprint,
                   const struct day *today, const struct archive *archive);
void page_of_year(struct text *text, const struct imprint *imprint,
                  unsigned year, const struct archive *archive);
void page_of_stats(struct text *text, const struct imprint *imprint,
                   const struct archive *archive);
void page_of_new_board(struct text *text, const struct imprint *imprint);
void page_of_how_to_play(struct text *text, const struct imprint *imprint);
void page_of_checks(struct text *text, const struct imprint *imprint);
void page_to_embed(struct text *text, const struct imprint *imprint);
void page_not_found(struct text *text, const struct imprint *imprint);

/* The title of a site that was given none. */
void page_default_title(struct text *text, const struct imprint *imprint);

/* One SVG picture of a day, with its title, starts and goals:
 * daily/DATE.svg. */
void svg_of_day(struct text *text, const struct imprint *imprint,
                const struct day *day);

/* The picture of its boards, 1200 x 630, that goes with links:
 * daily/DATE.png. */
void png_of_day(struct text *text, const struct imprint *imprint,
                const struct day *day);

/* An icon of the site, a square; side: its pixels, margin: those around the
 * board. */
void png_of_icon(struct text *text, unsigned side, unsigned margin);

#define FEED_DAYS 30

/*
 * The feed of the last days. Its id is derived from `first_head`, the hash of
 * the channel's first puzzle. The entry of the n-th day is at n modulo
 * FEED_DAYS.
 */
void feed_put(struct text *text, const struct imprint *imprint,
              const uint8_t *first_head, const struct text entry[FEED_DAYS],
              size_t n_days);
void feed_entry(struct text *text, const struct imprint *imprint,
                const struct day *day);

/*
 * Returns a shade 1..4 for a length, with the bounds of the default bands.
 * Shades are decoration: the same information is given in words.
 */
unsigned calendar_shade(const loyd_distribution *distribution, unsigned stm);

/* --- values of several templates --- */

/* What distinguishes a page from the others of its site; of pictures and
 * entries of the feed, only site and day. */
struct page {
    const struct imprint *imprint;
    const char *template;  /* of its main part */
    const char *title;     /* a key; NULL for the title of the site alone */
    const char *about;     /* a key: what search engines and links show */
    const char *path;      /* from the site's root */
    unsigned year;         /* the archive that it links to, or shows */
    const struct day *day; /* the day that it shows, or NULL. The page of a
                              day must not depend on later days */
    const struct archive *archive; /* of which it shows months, or NULL */
};

/* A date: date, weekday, day_of_month, month_name, short_month, year. */
void date_values(const struct section *to, const void *date, size_t at);

/* Is the language written from right to left? */
bool is_mirrored(const struct section *to);

/* Returns a name of a tier or band as pages show it: that of a default band is
 * translated. */
const char *name_in_language(const struct section *to, const char *name);

/* A puzzle of a struct day. */
void puzzle_values(const struct section *to, const void *day, size_t at);

/* The day of a page. */
void page_day_values(const struct section *to, const void *page, size_t at);

/* The month `at` of those that a page shows, the newest first, and their
 * number: those of a year, or one; and other years of the archive. */
bool page_shows_year(const struct page *page);
void month_values(const struct section *to, const void *page, size_t at);
size_t page_months(const struct page *page);
void year_values(const struct section *to, const void *page, size_t at);

/* What the shades of a calendar need in words. */
bool has_shades(const struct archive *archive);
bool has_estimates(const struct archive *archive);
bool has_tiers(const struct archive *archive);

/* A board as a picture in the page, after a call for a puzzle. */
void start_picture(const struct section *to, const void *puzzle, size_t at);
void goal_picture(const struct section *to, const void *puzzle, size_t at);

/* A board as rows of labels. */
void table_values(const struct section *to, const void *board, size_t at);

/* Returns the key of a number of moves. */
static inline const char *
moves_key(unsigned n)
{
    return n == 1 ? "one-move" : "moves";
}

#endif
