/* SPDX-License-Identifier: MIT */
/*
 * Owns the channel `daily`, which is built in. Its schedules stand in
 * data/schedules and come in as rows; past versions are never edited, so
 * that a date keeps its board. No ledger, no clock.
 */
#include <stdio.h>
#include <string.h>

#include "core/why.h"
#include "daily/channel.h"

struct row {
    const char *title;
    const char *size;
    const char *layout;
    uint16_t stm_low;
    uint16_t stm_high;
};

struct schedule {
    uint32_t version;
    struct row week[7]; /* from Monday */
};

static const struct schedule schedules[] = {
#include "daily_schedules.inc"
};

/* Versions 1, 2, ... and their first days; the channel begins with the first
 * one's. */
static const struct {
    loyd_date from;
    const struct schedule *schedule;
} in_force[] = {
    {{2026, 1, 1}, &schedules[0]},
};

/* A row is data of ours, yet it is read as strictly as anybody's. */
static loyd_err
read_row(const struct row *from, loyd_schedule_row *to, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_err err = loyd_size_parse(from->size, strlen(from->size), &to->width,
                                   &to->height, why);

    if (err != LOYD_OK)
        return err;
    snprintf(to->title, sizeof(to->title), "%s", from->title);
    snprintf(to->layout, sizeof(to->layout), "%s", from->layout);
    to->stm_low = from->stm_low;
    to->stm_high = from->stm_high;
    return schedule_recipe(to, &recipe, why);
}

loyd_err
builtin_schedule(uint32_t version, loyd_schedule *schedule, loyd_why *why)
{
    size_t n = sizeof(in_force) / sizeof(in_force[0]);
    loyd_schedule made = {.version = version, .n = LOYD_SCHEDULE_ROWS};
    loyd_err err = LOYD_OK;

    if (version < 1 || version > n)
        return why_set(why, LOYD_E_NOT_FOUND,
                       "no version %lu of the schedule, and 1..%zu was "
                       "expected",
                       (unsigned long)version, n);
    made.from = in_force[version - 1].from;
    for (unsigned i = 0; err == LOYD_OK && i < made.n; i++)
        err = read_row(&in_force[version - 1].schedule->week[i], &made.row[i],
                       why);
    if (err == LOYD_OK)
        *schedule = made;
    return err;
}

void
builtin_channel(loyd_channel *channel)
{
    *channel = (loyd_channel){
        .name = "daily",
        .start = in_force[0].from,
        .is_builtin = true,
        .versions = sizeof(in_force) / sizeof(in_force[0]),
    };
}

loyd_err
loyd_daily_day(const loyd_date *date, loyd_day *day, loyd_why *why)
{
    loyd_channel channel;

    builtin_channel(&channel);
    return loyd_channel_day(NULL, &channel, date, 0, day, NULL, why);
}
