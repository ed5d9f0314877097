/* SPDX-License-Identifier: MIT */
/*
 * What the pages of a site are made of, and the functions that put them
 * together. All are pure: same arguments, same bytes.
 */
#ifndef LOYD_DAILY_PAGE_H
#define LOYD_DAILY_PAGE_H

#include "base/text.h"
#include "loyd/channel.h"

#define NAME_BYTES LOYD_CHANNEL_NAME

/* What all pages of a site share. */
struct imprint {
    const char *channel;
    const char *title;    /* from outside */
    const char *base_url; /* from outside: "", or checked, '/' at its end */
    loyd_date first;      /* of the days that the site shows; where there are
                             none yet, the channel's first day in both */
    loyd_date last;
    bool has_days;
    int utc_minutes; /* the least time of a midnight in the site's zone */
};

/* What the archive says of a puzzle. */
struct brief {
    char tier[NAME_BYTES];  /* "" where the day has one puzzle */
    char title[NAME_BYTES]; /* of the schedule's row, "" for none */
    char band[NAME_BYTES];  /* "" where its class is not known */
    loyd_id id;
    uint8_t width;
    uint8_t height;
    uint16_t stm;
    uint32_t percentile; /* in thousandths, where there is a band */
    uint32_t sample;     /* of the percentile, 0: exact */
    uint8_t shade;       /* of calendar_shade, where there is a band */
};

/* The name of a puzzle among those of its day: its tier or its title. */
static inline const char *
brief_name(const struct brief *brief)
{
    return brief->tier[0] != '\0' ? brief->tier : brief->title;
}

/* A puzzle of a day, in full. */
struct day_puzzle {
    struct brief brief;
    loyd_ledger_row row; /* its texts are borrowed; its band is not there */
    bool is_promised;    /* the commitment was published before the day, first
                            on this date: */
    loyd_date promised;
};

/* A day; its puzzles are in the order of the schedule. */
struct day {
    loyd_date date;
    uint32_t day_no;
    uint32_t version;
    bool is_solved; /* solutions are shown */
    size_t n;
    const struct day_puzzle *puzzle;
    size_t n_promises; /* of this day, kept and broken ones */
    const loyd_promise *promise;
};

/* The ledger's head with the day. */
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

/* Published commitments, or those of days to come. All zero is empty. */
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
 * `promises` are those of the days to come; of the published ones, `kept`,
 * those that are broken are named, from day `from` on.
 */
void json_of_promises(struct text *text, const struct imprint *imprint,
                      const char *key_id, const struct promises *promises,
                      const struct promises *kept, int32_t from,
                      const uint8_t *head);

/* Pages: daily/DATE.html, index.html, archive/YEAR.html; and the index before
 * the first day. */
void page_before_start(struct text *text, const struct imprint *imprint);
void page_of_day(struct text *text, const struct imprint *imprint,
                 const struct day *day);
void page_of_today(struct text *text, const struct imprint *imprint,
                   const struct day *today, const struct archive *archive);
void page_of_year(struct text *text, const struct imprint *imprint,
                  unsigned year, const struct archive *archive);

/* One SVG of all starts of a day: daily/DATE.svg. */
void svg_of_day(struct text *text, const struct day *day);

/*
 * The feed: entries, put together one by one, newest first, between its head
 * and its foot. `first_head` is that of the channel's first puzzle; the
 * feed's id is made of it.
 */
void feed_begin(struct text *text, const struct imprint *imprint,
                const uint8_t *first_head);
void feed_entry(struct text *text, const struct imprint *imprint,
                const struct day *day);
void feed_end(struct text *text);

/* --- parts that pages share --- */

/*
 * The beginning of a page up to its main part, and its end. `up` is "" or
 * "../": where the site's root lies; `path` is the page's own, `year` the one
 * whose archive it leads to. `head` is that of the day `of`; NULL where there
 * is none yet. A page must not depend on later days.
 */
void page_begin(struct text *text, const struct imprint *imprint,
                const char *title, const char *up, const char *path,
                unsigned year);
void page_end(struct text *text, const uint8_t *head, const loyd_date *of);

/* "Thursday, 1 January 2026". */
void text_date(struct text *text, const loyd_date *date);
/* "1 move", "2 moves". */
void text_moves(struct text *text, unsigned n);
extern const char *const month_names[12];

/* The puzzles of a day, drawn. `folder` is where the day's files lie. */
void puzzles_put(struct text *text, const struct day *day, const char *folder);
/* A board as a picture in the page. */
void svg_put(struct text *text, const loyd_board *board, const char *title);

/*
 * 1..4, by the percentile as the default bands divide them. An ornament: words
 * stand beside each of them.
 */
unsigned calendar_shade(const loyd_distribution *distribution, unsigned stm);

/*
 * The months of a year, those in which the site has days. `folder` is where
 * the days' files lie.
 */
void calendar_put(struct text *text, const struct archive *archive,
                  unsigned year, const char *folder, bool is_newest_first);
/* Links to the years; `current` is the page that it stands on, 0: none. */
void years_put(struct text *text, const struct imprint *imprint,
               unsigned current, const char *folder);

#endif
