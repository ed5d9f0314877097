/* SPDX-License-Identifier: MIT */
/* Channels: daily series of puzzles, and the schedules that they follow. */
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

/* A schedule has seven rows, or so many tiers a day at the most. */
#define LOYD_SCHEDULE_ROWS 7

/* Cells of a board that a schedule may ask for: every day is proven. */
#define LOYD_SCHEDULE_CELLS 16

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
    bool keyed;        /* has a secret, which key_id names */
    char key_id[LOYD_KEYID_CHARS + 1];
    uint32_t versions; /* of its schedule */
    /* Its ledger so far; the head of an empty one is all zero. */
    uint32_t rows;
    loyd_date last;    /* the last date in it, where rows > 0 */
    uint8_t head[LOYD_HASH_BYTES]; /* the hash of the last row */
} loyd_channel;

#ifdef __cplusplus
}
#endif
#endif
