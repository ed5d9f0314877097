/* SPDX-License-Identifier: MIT */
/*
 * Owns the channel `daily`: which recipe a date has. The schedules stand in
 * data/schedules and come in as rows; past versions are never edited, so
 * that a date keeps its board. No ledger, no clock.
 */
#include <stdio.h>
#include <string.h>

#include "core/why.h"
#include "core/date.h"
#include "loyd/daily.h"

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

static const loyd_date first_day = {2026, 1, 1};

/*
 * Each version of the schedule and its first day, the newest first. The
 * oldest one begins with the channel.
 */
static const struct {
    loyd_date from;
    const struct schedule *schedule;
} in_force[] = {
    {{2026, 1, 1}, &schedules[0]},
};

static const struct schedule *
schedule_of(int32_t days)
{
    size_t i = 0;

    while (loyd_date_days(&in_force[i].from) > days)
        i++;
    return in_force[i].schedule;
}

/* A row is data of ours, yet it is read as strictly as anybody's. */
static loyd_err
read_row(const struct row *row, loyd_recipe *recipe, loyd_why *why)
{
    uint8_t width, height;
    loyd_err err;

    err = loyd_size_parse(row->size, strlen(row->size), &width, &height, why);
    if (err != LOYD_OK)
        return err;
    err = loyd_layout_parse(row->layout, strlen(row->layout), width, height,
                            &recipe->layout, why);
    if (err != LOYD_OK)
        return err;
    recipe->method = LOYD_UNIFORM;
    recipe->has_target = true;
    recipe->stm_low = row->stm_low;
    recipe->stm_high = row->stm_high;
    return LOYD_OK;
}

loyd_err
loyd_daily_day(const loyd_date *date, loyd_day *day, loyd_why *why)
{
    char text[LOYD_DATE_TEXT], first[LOYD_DATE_TEXT];
    int32_t since;
    const struct schedule *schedule;
    const struct row *row;
    loyd_day made = {.date = *date};
    loyd_err err;

    if (!date_is_valid(date))
        return why_set(why, LOYD_E_DATE,
                       "no such day, and a day of the calendar was expected");
    loyd_date_print(date, text);
    loyd_date_print(&first_day, first);
    since = loyd_date_days(date) - loyd_date_days(&first_day);
    if (since < 0)
        return why_set(why, LOYD_E_DATE,
                       "%s is before the channel's first day, and %s or "
                       "later was expected",
                       text, first);
    schedule = schedule_of(loyd_date_days(date));
    row = &schedule->week[loyd_date_weekday(date)];
    if ((err = read_row(row, &made.recipe, why)) != LOYD_OK)
        return err;
    made.day_no = (uint32_t)since + 1;
    made.version = schedule->version;
    snprintf(made.title, sizeof(made.title), "%s", row->title);
    made.recipe.seed_len = (uint16_t)snprintf(
        made.recipe.seed, sizeof(made.recipe.seed), "daily/%s", text);
    *day = made;
    return LOYD_OK;
}
