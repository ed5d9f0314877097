/* SPDX-License-Identifier: MIT */
/* Channels: daily series of puzzles, the schedules that they follow, how they
   are published, and what was promised of days to come. */
#ifndef LOYD_CHANNEL_H
#define LOYD_CHANNEL_H

#include "loyd/band.h"
#include "loyd/date.h"
#include "loyd/generate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names of channels and tiers: 1..32 characters of a-z 0-9 -, and a NUL. */
#define LOYD_CHANNEL_NAME 33

/* A schedule has seven rows, or so many tiers a day at the most; its boards
   have up to LOYD_EXACT_CELLS cells, for every day is proven. */
#define LOYD_SCHEDULE_ROWS 7

/* Bytes of a schedule's JSON at the most. */
#define LOYD_SCHEDULE_BYTES 65536

/* What a weekday, or a tier of every day, shows. */
typedef struct loyd_schedule_row {
    char title[LOYD_CHANNEL_NAME]; /* e.g. "easy"; of tiers the tier's name */
    uint8_t width;
    uint8_t height;
    char layout[LOYD_LAYOUT_TEXT]; /* canonical */
    char band[LOYD_BAND_NAME];     /* the band meant once; "": lengths were
                                      given. It takes no part in draws */
    uint16_t stm_low;  /* both 0 only before loyd_schedule_resolve */
    uint16_t stm_high;
} loyd_schedule_row;

/*
 * One version of a channel's schedule: seven rows, Monday to Sunday, one
 * puzzle a day; or tiers, every day one puzzle of each row, in this order.
 */
typedef struct loyd_schedule {
    uint32_t version; /* from 1; 0: not of a channel yet */
    loyd_date from;   /* in force from this date on */
    bool has_tiers;
    unsigned n;       /* rows: 7, or 1..LOYD_SCHEDULE_ROWS tiers */
    loyd_schedule_row row[LOYD_SCHEDULE_ROWS];
} loyd_schedule;

typedef struct loyd_channel {
    char name[LOYD_CHANNEL_NAME];
    loyd_date start;   /* day 1 */
    bool is_builtin;   /* `daily`, which needs no creating */
    bool is_keyed;     /* has a secret, which key_id names */
    char key_id[LOYD_KEYID_CHARS + 1];
    uint32_t versions; /* of its schedule */
    /* Its ledger so far; the head of an empty one is all zero. */
    uint32_t rows;
    loyd_date last;    /* the last date in it, where rows > 0 */
    uint8_t head[LOYD_HASH_BYTES]; /* the hash of the last row */
} loyd_channel;

/* A commitment that stood in a published commitments.json. */
typedef struct loyd_promise {
    loyd_date date;               /* the day that it is about */
    char tier[LOYD_CHANNEL_NAME]; /* "" where there are none */
    uint32_t version;             /* of the schedule then */
    uint8_t hash[LOYD_HASH_BYTES];
    loyd_date published;          /* the first day on which it stood there,
                                     before `date` */
    bool is_broken; /* another version of the schedule has the day now */
} loyd_promise;

/* When a day's files show its solution. */
typedef enum loyd_solutions {
    LOYD_SOLUTIONS_PAST = 0, /* once the day is past */
    LOYD_SOLUTIONS_NEVER = 1,
    LOYD_SOLUTIONS_TODAY = 2, /* with the day */
    LOYD_SOLUTIONS_COUNT_
} loyd_solutions;

#define LOYD_SITE_TEXT_MAX 512 /* bytes of a title, or of an address */
#define LOYD_AHEAD_MAX 3660    /* days of commitments */
#define LOYD_ZONE_TEXT 65      /* a zone's name and a NUL */
#define LOYD_UTC_MINUTES_MAX 1439

/* Options of a channel's site, which its catalogue keeps. */
typedef struct loyd_site_settings {
    char title[LOYD_SITE_TEXT_MAX + 1];    /* UTF-8 without control
                                              characters; "": made of the
                                              channel's name */
    char base_url[LOYD_SITE_TEXT_MAX + 2]; /* where the folder will be seen,
                                              "https://..." or "http://...";
                                              "": links are relative */
    loyd_solutions solutions;
    uint32_t ahead; /* days after today that are committed to, of channels
                       with a secret: 1..LOYD_AHEAD_MAX */
    char zone[LOYD_ZONE_TEXT]; /* whose midnight begins a day, such as
                                  "Europe/Berlin"; only kept, never read */
    int utc_minutes; /* how far that zone is ahead of UTC, at the most: no
                        time in the feed is then in the future */
} loyd_site_settings;

#ifdef __cplusplus
}
#endif
#endif
