/* SPDX-License-Identifier: MIT */
/* How channel show prints the rows of a schedule. */
#include "cli/schedule.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/json.h"

static const char *const weekdays[] = {"monday",   "tuesday", "wednesday",
                                       "thursday", "friday",  "saturday",
                                       "sunday"};

/* What a row is called: in tiers by their names. */
static const char *
name_of(const loyd_schedule_row *row)
{
    return row->tier[0] != '\0' ? row->tier : row->title;
}

static int
name_width(const loyd_schedule_row *row)
{
    return (int)utf8_count(name_of(row), strlen(name_of(row)));
}

static void
print_lines(const loyd_schedule *schedule)
{
    int room = 9; /* for names */

    for (unsigned i = 0; i < schedule->n; i++) {
        int len = name_width(&schedule->row[i]);

        room = len > room ? len : room;
    }
    for (unsigned i = 0; i < schedule->n; i++) {
        const loyd_schedule_row *row = &schedule->row[i];

        if (!schedule->has_tiers)
            printf("  %-9s", weekdays[i]);
        printf("  %s%*s  %ux%u  %s  %u..%u %s", name_of(row),
               room - name_width(row), "", row->width, row->height,
               row->layout, row->low, row->high,
               row->target == LOYD_TARGET_MLC ? "mlc" : "STM");
        if (row->band[0] != '\0')
            printf("  (%s)", row->band);
        if (strcmp(name_of(row), row->title) != 0)
            printf("  '%s'", row->title);
        putchar('\n');
    }
}

static bool
rows_are_same(const loyd_schedule_row *a, const loyd_schedule_row *b)
{
    return strcmp(a->tier, b->tier) == 0 && strcmp(a->title, b->title) == 0 &&
           a->width == b->width && a->height == b->height &&
           strcmp(a->layout, b->layout) == 0 &&
           strcmp(a->band, b->band) == 0 && a->low == b->low &&
           a->high == b->high;
}

static void
put_puzzle(struct jw *json, const loyd_schedule_row *row)
{
    jw_string(json, "title", row->title);
    json_size(json, row->width, row->height);
    jw_string(json, "layout", row->layout);
}

/* Writes a row as --schedule reads it. */
static void
put_row(struct jw *json, const char *name, const loyd_schedule_row *row)
{
    jw_object(json, name, JW_TIGHT);
    if (row->tier[0] != '\0' && strcmp(row->tier, row->title) != 0)
        jw_string(json, "tier", row->tier);
    put_puzzle(json, row);
    if (row->band[0] != '\0')
        jw_string(json, "band", row->band);
    else
        jw_format(json, row->target == LOYD_TARGET_MLC ? "mlc" : "stm",
                  "%u..%u", row->low, row->high);
    jw_close(json);
}

void
schedule_put(struct jw *json, const loyd_schedule *schedule)
{
    bool is_every = !schedule->has_tiers;

    for (unsigned i = 1; i < schedule->n; i++)
        is_every &= rows_are_same(&schedule->row[0], &schedule->row[i]);
    jw_object(json, "schedule", JW_TIGHT);
    if (is_every) {
        put_row(json, "every", &schedule->row[0]);
    } else {
        jw_array(json, schedule->has_tiers ? "tiers" : "week", JW_TIGHT);
        for (unsigned i = 0; i < schedule->n; i++)
            put_row(json, NULL, &schedule->row[i]);
        jw_close(json);
    }
    jw_close(json);
}

static void
print_rows(const loyd_schedule *schedule)
{
    for (unsigned i = 0; i < schedule->n; i++) {
        const loyd_schedule_row *row = &schedule->row[i];
        struct jw *json = row_begin();
        bool is_mlc;

        jw_uint(json, "schedule_version", schedule->version);
        json_date(json, "first_date", &schedule->from);
        if (schedule->has_tiers)
            jw_string(json, "tier", row->tier);
        else
            jw_string(json, "weekday", weekdays[i]);
        put_puzzle(json, row);
        is_mlc = row->target == LOYD_TARGET_MLC;
        jw_uint(json, is_mlc ? "mlc_low" : "stm_low", row->low);
        jw_uint(json, is_mlc ? "mlc_high" : "stm_high", row->high);
        jw_word(json, "band", row->band);
        row_end(json);
    }
}

void
schedule_print(const struct run *run, const loyd_schedule *schedule)
{
    if (rows_are_printed(run))
        print_rows(schedule);
    else
        print_lines(schedule);
}
